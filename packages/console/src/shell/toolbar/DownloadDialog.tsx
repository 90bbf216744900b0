import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Modal, Pagination } from 'antd';
import { useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import type { Page } from '../../client/client.ts';
import { queryString } from '../../client/query.ts';
import { pageItem } from '../../components/pageItem.ts';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import './downloads.css';
import type { ToolbarDialogProps } from './item.ts';

/** An entry of the download zone. */
interface DownloadEntry {
  readonly id: string;
  readonly name: string;
  readonly describe: string;
  readonly files: readonly AttachedFile[];
}

/** Number of entries per page. */
const pageSize = 10;

/** Milliseconds before tickets are renewed; a ticket opens one file for five minutes. */
const ticketRenewalTime = 4 * 60_000;

/**
 * Renders a file as a link to a new tab. A new tab sends no token, and the token must not be part
 * of an address: the link has a ticket for this file.
 */
const FileLink = ({ file }: { file: AttachedFile }) => {
  const { client } = useRuntime();
  const { data } = useQuery({
    queryKey: ['file', 'ticket', file.id],
    queryFn: () =>
      client.get<{ readonly token: string }>(
        '/blade-resource/common/file/token',
        { url: file.id },
        { quiet: true },
      ),
    staleTime: ticketRenewalTime,
    refetchInterval: ticketRenewalTime,
    gcTime: 0,
  });
  const call = file.preview ? 'preview' : 'download';
  const query = queryString({ url: file.id, name: file.name, token: data?.token });
  return (
    <a
      className="ky-link"
      href={data && `/api/blade-resource/common/file/${call}${query}`}
      target="_blank"
      rel="noopener noreferrer"
      aria-disabled={data === undefined || undefined}
    >
      {file.name}
    </a>
  );
};

const columns: readonly DataColumn<DownloadEntry>[] = [
  { key: 'name', head: ['文件名', 'Name'], cell: ({ name }) => name },
  { key: 'describe', head: ['说明', 'Description'], cell: ({ describe }) => describe || '–' },
  {
    key: 'files',
    head: ['文件', 'Files'],
    cell: ({ files }) => files.map((file) => <FileLink key={file.id} file={file} />),
  },
];

/** Renders 下载专区: a read-only table, ten entries per page. */
const DownloadDialog = ({ onClose }: ToolbarDialogProps) => {
  const label = useLabel();
  useFocusReturn();
  const { client, config } = useRuntime();
  const [current, setCurrent] = useState(1);
  const { data, error, refetch } = useQuery({
    queryKey: ['downloads', current],
    queryFn: () =>
      client.get<Page<DownloadEntry>>(
        config.downloads?.list ?? '',
        { current, size: pageSize },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const title = label(['下载专区', 'Downloads']);
  return (
    <Modal open title={title} footer={null} width={800} onCancel={onClose}>
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={5} />
      ) : data.records.length === 0 ? (
        <Empty>{label(['还没有可下载的文件', 'No downloads yet'])}</Empty>
      ) : (
        <DataTable<DownloadEntry>
          frame="plain"
          className="ky-downloads"
          caption={title}
          rows={data.records}
          columns={columns}
          keyOf={({ id }) => id}
        />
      )}
      {data && data.total > 0 && (
        <Pagination
          itemRender={pageItem}
          className="ky-downloads-pages"
          size="small"
          align="end"
          current={current}
          pageSize={pageSize}
          total={data.total}
          showSizeChanger={false}
          showTotal={(total) => label([`共 ${total} 条`, `${total} in total`])}
          onChange={setCurrent}
        />
      )}
    </Modal>
  );
};

export default DownloadDialog;
