import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { sizeText } from '@keyan/console/fields/upload.ts';
import { type Text, useLabel } from '@keyan/console/i18n/language.ts';
import { shortTime } from '@keyan/console/i18n/time.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListDates, ListText } from '@keyan/console/list/filters.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import {
  type ListControllerProps,
  useListController,
} from '@keyan/console/table/useListController.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import {
  type AttachRow,
  attachCode,
  type KindSize,
  removeAttachCode,
  type StorageSizes,
} from './attach.ts';
import { SizesDrawer } from './SizesDrawer.web.tsx';

const attachKey = ['attachments'];

const conditions = { q: '', resource: '', state: '', by: '', from: '', to: '' };

const keyOf = ({ id }: AttachRow): string => id;

/** Returns the function that opens a file; without access it shows why. */
const useOpen = () => {
  const client = useClient();
  return ({ id, name }: AttachRow): void =>
    void client
      .download('/blade-resource/common/file/download', { url: id }, name)
      // `useClient` has already shown the fault.
      .catch(() => undefined);
};

/** Returns the function that deletes an unused file after a confirmation. */
const useRemove = () => {
  const { modal } = App.useApp();
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  return (row: AttachRow) =>
    modal.confirm({
      title: label([`删除【${row.name}】？`, `Delete ${row.name}?`]),
      content: label([
        '该文件还没有归入任何记录；删除后不能恢复。',
        'This file does not belong to any record yet; it cannot be restored once deleted.',
      ]),
      okText: label(['删除', 'Remove']),
      okButtonProps: { danger: true },
      cancelText: label(['取消', 'Cancel']),
      onOk: () =>
        client
          .post('/blade-resource/attach/remove', { ids: [row.id] })
          .then(() => toast.success(['删除成功', 'Deleted']))
          // `useClient` has already shown the fault.
          .catch(() => undefined)
          .finally(() => void queries.invalidateQueries({ queryKey: attachKey })),
    });
};

const nameOf = (row: AttachRow): Text =>
  row.isHidden ? ['涉密记录的附件', 'Attachment of a classified record'] : row.name;

const kindOf = (row: AttachRow): Text =>
  row.state === 'unused' ? ['未使用', 'Unused'] : row.kindName;

const columnsOf = (
  label: (text: Text) => string,
  now: number,
  buttons: (row: AttachRow) => ReactNode,
): readonly DataColumn<AttachRow>[] => [
  {
    key: 'name',
    head: ['文件名', 'Name'],
    isRowHead: true,
    cell: (row) =>
      row.isHidden ? (
        <span className="ky-note">{label(nameOf(row))}</span>
      ) : (
        <button type="button" className="ky-link" data-action="open" title={row.name}>
          {row.name}
        </button>
      ),
  },
  { key: 'kind', width: 170, head: ['业务', 'Business'], cell: (row) => label(kindOf(row)) },
  { key: 'suffix', width: 90, head: ['类型', 'Type'], cell: ({ extension }) => extension },
  {
    key: 'size',
    width: 110,
    align: 'right',
    head: ['大小', 'Size'],
    cell: ({ size }) => sizeText(size),
  },
  {
    key: 'by',
    width: 120,
    head: ['上传人', 'Uploaded by'],
    cell: ({ createUserName }) => createUserName || '–',
  },
  {
    key: 'at',
    width: 130,
    head: ['上传时间', 'Uploaded'],
    cell: ({ createTime }) => shortTime(createTime, now),
    cellAttributes: ({ createTime }) => ({ title: createTime }),
  },
  {
    key: 'actions',
    width: 88,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: buttons,
  },
];

const AttachCard = ({
  row,
  onOpen,
  children,
}: {
  readonly row: AttachRow;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}) => {
  const label = useLabel();
  return (
    <li className="ky-row-card-line">
      <div className="ky-row-card">
        <span className="ky-row-card-title">
          {row.isHidden ? (
            label(nameOf(row))
          ) : (
            <button type="button" className="ky-link" onClick={onOpen}>
              {row.name}
            </button>
          )}
        </span>
        <span className="ky-row-card-facts">
          {label(kindOf(row))} · {sizeText(row.size)} · {row.createUserName}
          {children}
        </span>
      </div>
    </li>
  );
};

interface FiltersProps {
  readonly list: ListControllerProps<AttachRow, keyof typeof conditions>;
  readonly kinds: readonly KindSize[];
}

const Filters = ({ list, kinds }: FiltersProps) => {
  const label = useLabel();
  return (
    <div className="ky-filters">
      <ListText isSearch list={list} name="q" label={['文件名', 'Name']} />
      <ChoiceFilter
        value={list.state.resource}
        label={label(['业务', 'Business'])}
        options={kinds
          .filter(({ resource }) => resource !== '')
          .map(({ resource, kindName }) => ({ value: resource, label: kindName }))}
        onChange={(resource) => list.change({ resource })}
      />
      <ChoiceFilter
        value={list.state.state}
        label={label(['使用情况', 'Use'])}
        options={[
          { value: 'used', label: label(['已归入记录', 'Belongs to a record']) },
          { value: 'unused', label: label(['未使用', 'Unused']) },
        ]}
        onChange={(state) => list.change({ state })}
      />
      <ListText list={list} name="by" label={['上传人', 'Uploaded by']} />
      <ListDates list={list} label={['上传时间', 'Uploaded']} />
    </div>
  );
};

/** Renders 附件管理: all files with sizes, and which are unused. */
const AttachmentsPage = () => {
  const label = useLabel();
  const client = useClient();
  const mayRemove = usePermissions().has(removeAttachCode);
  const open = useOpen();
  const remove = useRemove();
  const [isSizes, setIsSizes] = useState(false);
  const { data: sizes } = useQuery({
    queryKey: [...attachKey, 'sizes'],
    queryFn: () => client.get<StorageSizes>('/keyan/attachment/sizes', {}, { quiet: true }),
  });
  const list = useListController<AttachRow, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: attachKey,
    path: '/blade-resource/attach/list',
    query: ({ q, resource, state, by, from, to }) => ({
      name: q,
      resource,
      state,
      createUserName: by,
      createTime_datege: from,
      createTime_datele: to,
    }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={attachCode} />;
  const now = list.fetchedAt;
  const buttons = (row: AttachRow) =>
    mayRemove &&
    row.state === 'unused' && (
      <Button
        size="small"
        aria-label={`${label(['删除', 'Remove'])} ${row.name}`}
        onClick={() => remove(row)}
      >
        {label(['删除', 'Remove'])}
      </Button>
    );
  return (
    <>
      <ListPage
        title={label(['附件管理', 'Attachments'])}
        context={label([
          '全校的附件；打开附件时按所属记录的权限检查，未使用的附件 7 天后清理',
          'All attachments of the university; opening one is checked against the permissions on its record, and unused attachments are removed after 7 days',
        ])}
        list={list}
        actions={
          sizes && (
            <Button onClick={() => setIsSizes(true)}>
              {label([`占用 ${sizeText(sizes.stored)}`, `${sizeText(sizes.stored)} in use`])}
            </Button>
          )
        }
        filters={<Filters list={list} kinds={sizes?.kinds ?? []} />}
        empty={<Empty>{label(['没有附件', 'No attachments'])}</Empty>}
      >
        <DataList<AttachRow>
          frame="region"
          caption={label(['附件管理', 'Attachments'])}
          minWidth={960}
          keyOf={keyOf}
          columns={columnsOf(label, now, buttons)}
          onAction={(_open, row) => open(row)}
          card={(row) => (
            <AttachCard key={row.id} row={row} onOpen={() => open(row)}>
              {buttons(row)}
            </AttachCard>
          )}
        />
      </ListPage>
      {isSizes && sizes && <SizesDrawer sizes={sizes} onClose={() => setIsSizes(false)} />}
    </>
  );
};

export default AttachmentsPage;
