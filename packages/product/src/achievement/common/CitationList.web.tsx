import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { copyText } from '@keyan/console/base/clipboard.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { saveBlob } from '@keyan/console/client/file.ts';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { ExportFormProps } from '@keyan/console/presentation/present.ts';
import { fill } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Radio } from 'antd';
import { useState } from 'react';
import {
  type CitationForm,
  citationForms,
  type CitationList as List,
  maxCitedWorks,
} from './citation-forms.ts';
import './citation-list.web.css';

/** Renders the number of works in the list, and of those left out. */
const Amount = ({ list }: { readonly list: List }) => {
  const label = useLabel();
  return (
    <p className="ky-note" role="status">
      {label(fill(['共 {count} 条', 'Works: {count}'], { count: list.count }))}
      {list.secret > 0 &&
        label(
          fill(['，{secret} 条非公开成果不列入', '; {secret} not public, left out'], {
            secret: list.secret,
          }),
        )}
      {list.more &&
        label(
          fill(
            [
              '，只列前 {most} 条，请缩小范围',
              '; only the first {most} are listed, narrow the selection',
            ],
            {
              most: maxCitedWorks,
            },
          ),
        )}
    </p>
  );
};

const copy = async (text: string) => {
  if (await copyText(text)) toast.success(['已复制', 'Copied']);
  else
    toast.warning([
      '浏览器不允许复制，请下载',
      'The browser does not allow copying; please download',
    ]);
};

interface CitationsProps {
  /** Path of the call that returns the list. */
  readonly call: string;
  readonly query: RowLike;
  /** File name without extension. */
  readonly name: string;
}

/** Renders works as a list of citations to copy or download. */
export const CopyableCitations = ({ call, query, name }: CitationsProps) => {
  const client = useClient();
  const label = useLabel();
  const [form, setForm] = useState<CitationForm>('gb');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['citations', call, form, query],
    queryFn: ({ signal }) =>
      client.get<List>(`/${call}`, { ...query, form }, { quiet: true, signal }),
  });
  const save = (list: List) =>
    saveBlob(
      new Blob([list.text], { type: 'text/plain;charset=utf-8' }),
      `${name}.${citationForms[form].extension}`,
    );
  return (
    <div className="ky-citations">
      <div className="ky-citations-bar">
        <Radio.Group
          aria-label={label(['引文格式', 'Style'])}
          optionType="button"
          value={form}
          onChange={(event) => setForm(event.target.value)}
          options={Object.entries(citationForms).map(([value, each]) => ({
            value,
            label: label(each.label),
          }))}
        />
        <span className="ky-citations-tools">
          <Button
            icon={<DownloadOutlined />}
            disabled={!data?.text}
            onClick={() => data && save(data)}
          >
            {label(['下载', 'Download'])}
          </Button>
          <Button
            type="primary"
            icon={<CopyOutlined />}
            disabled={!data?.text}
            onClick={() => data && void copy(data.text)}
          >
            {label(['复制', 'Copy'])}
          </Button>
        </span>
      </div>
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <textarea
            className="ky-citations-text"
            aria-label={label(['引文', 'Citations'])}
            aria-busy={isFetching}
            readOnly
            value={data.text}
          />
          <Amount list={data} />
        </>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  );
};

/** Renders the records of a list as citations. */
const CitationList = ({ resource, query }: ExportFormProps) => {
  const label = useLabel();
  return (
    <CopyableCitations
      call={`${resource.path}/citations`}
      query={query as RowLike}
      name={label(resource.label)}
    />
  );
};

export default CitationList;
