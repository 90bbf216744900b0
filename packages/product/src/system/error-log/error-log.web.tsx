import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { ListDates, ListText } from '@keyan/console/list/filters.tsx';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataList } from '@keyan/console/table/DataList.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import {
  type ListControllerProps,
  useListController,
} from '@keyan/console/table/useListController.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Drawer } from 'antd';
import { useState } from 'react';
import { type ErrorEntry, errorLogCode } from './error-log.ts';
import { logLocation } from './place-facts.ts';
import './error-log.web.css';

const conditions = { q: '', type: '', host: '', from: '', to: '' };

/** Renders the details of one entry. */
const EntryDrawer = ({
  entry,
  onClose,
}: {
  readonly entry: ErrorEntry;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [label(['类型', 'Type']), entry.type],
    [label(['地址', 'Address']), entry.url],
    [label(['发生时间', 'Time']), entry.time],
    [label(['上传时间', 'Uploaded']), entry.createTime],
    [label(['上传人', 'Uploaded by']), entry.createUserName],
    ['IP', entry.address],
    [label(['浏览器', 'Browser']), entry.userAgent],
    [label(['附加信息', 'Additional information']), entry.info],
    ...logLocation(entry).map(([name, value]) => [label(name), value] as const),
  ];
  return (
    <Drawer
      open
      size={narrow ? '100%' : 720}
      title={label(['错误日志', 'Error log'])}
      onClose={onClose}
    >
      <p className="ky-log-message">{entry.message}</p>
      <dl className="ky-log-facts">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {entry.stack !== '' && <pre className="ky-log-stack">{entry.stack}</pre>}
    </Drawer>
  );
};

const textOf = (entry: ErrorEntry): string => entry.message || entry.type;

const EntryCard = ({
  entry,
  onShow,
}: {
  readonly entry: ErrorEntry;
  readonly onShow: (entry: ErrorEntry) => void;
}) => (
  <li>
    <button type="button" className="ky-row-card" onClick={() => onShow(entry)}>
      <span className="ky-row-card-title">{textOf(entry)}</span>
      <span className="ky-row-card-facts">
        <span className="ky-row-card-notes">{entry.type}</span>
        {entry.createTime}
      </span>
    </button>
  </li>
);

/** Labels of the failure types; other types are JavaScript error classes and shown unchanged. */
const types: Readonly<Record<string, Label>> = {
  server: ['服务器', 'Server'],
  call: ['接口调用', 'Call'],
  resource: ['资源加载', 'Resource loading'],
  ChunkLoadError: ['页面代码加载', 'Page code loading'],
  Error: ['脚本：Error', 'Script: Error'],
  TypeError: ['脚本：TypeError', 'Script: TypeError'],
  ReferenceError: ['脚本：ReferenceError', 'Script: ReferenceError'],
  RangeError: ['脚本：RangeError', 'Script: RangeError'],
};

const TypeFilter = ({
  list,
}: {
  list: ListControllerProps<ErrorEntry, keyof typeof conditions>;
}) => {
  const label = useLabel();
  return (
    <ChoiceFilter
      value={list.state.type}
      label={label(['类型', 'Type'])}
      options={Object.entries(types).map(([value, text]) => ({ value, label: label(text) }))}
      onChange={(type) => list.change({ type })}
    />
  );
};

const columns: readonly DataColumn<ErrorEntry>[] = [
  { key: 'type', width: 140, head: ['类型', 'Type'], cell: ({ type }) => type },
  {
    key: 'message',
    head: ['内容', 'Message'],
    cell: (entry) => (
      <button type="button" className="ky-link" title={entry.message} data-action="show">
        {textOf(entry)}
      </button>
    ),
  },
  {
    key: 'url',
    width: 220,
    head: ['地址', 'Address'],
    cell: ({ url }) => url,
    cellAttributes: ({ url }) => ({ title: url }),
  },
  {
    key: 'by',
    width: 110,
    head: ['上传人', 'Uploaded by'],
    cell: ({ createUserName }) => createUserName,
  },
  {
    key: 'at',
    width: 170,
    head: ['上传时间', 'Uploaded'],
    cell: ({ createTime }) => createTime,
  },
];

const keyOf = ({ id }: ErrorEntry): string => id;

/** Renders the failures reported by pages and by the server, for administrators. */
const ErrorLogPage = () => {
  const label = useLabel();
  const [shown, setShown] = useState<ErrorEntry>();
  const list = useListController<ErrorEntry, keyof typeof conditions>({
    conditions,
    keyOf,
    queryKey: ['error-log'],
    path: '/blade-log/error/list',
    query: ({ q, type, host, from, to }) => ({
      message: q,
      type,
      serverHost: host,
      createTime_datege: from,
      createTime_datele: to,
    }),
  });
  if (isPermissionFault(list.error)) return <PermissionDenied page={errorLogCode} />;
  return (
    <>
      <ListPage
        title={label(['错误日志', 'Error log'])}
        context={label([
          '页面和服务器的错误；保留天数在参数 log.error.days 中设置',
          'Errors of pages and the server; how long they are kept is set by the parameter log.error.days',
        ])}
        list={list}
        filters={
          <div className="ky-filters">
            <ListText
              isSearch
              list={list}
              name="q"
              label={['错误内容或追踪号', 'Message or trace number']}
            />
            <TypeFilter list={list} />
            <ListText list={list} name="host" label={['服务器', 'Server']} />
            <ListDates list={list} label={['上传时间', 'Uploaded']} />
          </div>
        }
        empty={<Empty>{label(['没有上传的错误日志', 'No error logs uploaded'])}</Empty>}
      >
        <DataList<ErrorEntry>
          frame="region"
          caption={label(['错误日志', 'Error log'])}
          minWidth={860}
          keyOf={keyOf}
          columns={columns}
          onAction={(_show, entry) => setShown(entry)}
          card={(entry) => <EntryCard key={entry.id} entry={entry} onShow={setShown} />}
        />
      </ListPage>
      {shown && <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </>
  );
};

export default ErrorLogPage;
