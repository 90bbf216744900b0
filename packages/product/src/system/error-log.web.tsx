import { SearchOutlined } from '@ant-design/icons';
import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import {
  Empty,
  EmptyFiltered,
  ErrorPanel,
  SkeletonRows,
} from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TypedInput } from '@keyan/console/list/filters.tsx';
import { useFocusReturn } from '@keyan/console/shared/useFocusReturn.ts';
import '@keyan/console/list/list.css';
import { useTab, useTabParams } from '@keyan/console/shell/tab.ts';
import { useScreen } from '@keyan/console/shell/useScreen.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer, Pagination } from 'antd';
import { useEffect, useState } from 'react';
import './error-log.web.css';

interface Entry {
  readonly id: string;
  readonly type: string;
  readonly url: string;
  readonly message: string;
  readonly stack: string;
  readonly info: string;
  readonly time: string;
  readonly address: string;
  readonly userAgent: string;
  readonly createTime: string;
  readonly createUserName: string;
}

interface Entries extends Paged<Entry> {
  /** There are more than `total` says. */
  readonly more: boolean;
}

const sizes = [10, 30, 50, 100, 200];

interface State {
  readonly type: string;
  readonly message: string;
  readonly page: number;
  readonly size: number;
}

const readState = (params: Readonly<Record<string, string | undefined>>): State => ({
  type: params.type ?? '',
  message: params.q ?? '',
  page: Math.max(1, Number(params.page) || 1),
  size: sizes.find((size) => size === Number(params.size)) ?? 10,
});

const writeState = ({ type, message, page, size }: State): string => {
  const query = new URLSearchParams({
    type,
    q: message,
    page: page > 1 ? String(page) : '',
    size: size === 10 ? '' : String(size),
  });
  for (const [name, value] of [...query]) if (value === '') query.delete(name);
  return query.toString();
};

/** What one entry says, beside the list that it was chosen from. */
const EntryDrawer = ({
  entry,
  onClose,
}: {
  readonly entry: Entry;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  useFocusReturn();
  const narrow = useScreen() === 0;
  const facts: readonly (readonly [name: string, value: string])[] = [
    [label(['类型', 'Type']), entry.type],
    [label(['地址', 'Address']), entry.url],
    [label(['发生时间', 'Happened']), entry.time],
    [label(['上传时间', 'Uploaded']), entry.createTime],
    [label(['上传人', 'Uploaded by']), entry.createUserName],
    ['IP', entry.address],
    [label(['浏览器', 'Browser']), entry.userAgent],
    [label(['附加信息', 'More']), entry.info],
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

interface RowsProps {
  readonly rows: readonly Entry[];
  readonly onShow: (entry: Entry) => void;
}

const Cards = ({ rows, onShow }: RowsProps) => (
  <ul className="ky-cards">
    {rows.map((entry) => (
      <li key={entry.id}>
        <button type="button" className="ky-card ky-log-card" onClick={() => onShow(entry)}>
          <span className="ky-card-title">{entry.message || entry.type}</span>
          <span className="ky-card-facts">
            <span className="ky-card-notes">{entry.type}</span>
            {entry.createTime}
          </span>
        </button>
      </li>
    ))}
  </ul>
);

const Table = ({ rows, onShow }: RowsProps) => {
  const label = useLabel();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes the keyboard
    <section className="ky-list-scroll" tabIndex={0} aria-label={label(['列表', 'List'])}>
      <table className="ky-list-table" style={{ minWidth: 860 }}>
        <colgroup>
          <col style={{ width: 140 }} />
          <col />
          <col style={{ width: 220 }} />
          <col style={{ width: 110 }} />
          <col style={{ width: 170 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">{label(['类型', 'Type'])}</th>
            <th scope="col">{label(['内容', 'Message'])}</th>
            <th scope="col">{label(['地址', 'Address'])}</th>
            <th scope="col">{label(['上传人', 'Uploaded by'])}</th>
            <th scope="col">{label(['上传时间', 'Uploaded'])}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.type}</td>
              <td>
                <button
                  type="button"
                  className="ky-link ky-log-link"
                  title={entry.message}
                  onClick={() => onShow(entry)}
                >
                  {entry.message || entry.type}
                </button>
              </td>
              <td title={entry.url}>{entry.url}</td>
              <td>{entry.createUserName}</td>
              <td>{entry.createTime}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

/** The failures that people sent from their pages, for administrators (spec §2, §8). */
const ErrorLogPage = () => {
  const client = useClient();
  const label = useLabel();
  const narrow = useScreen() === 0;
  const { setQuery } = useTab();
  const params = useTabParams();
  const [state, setState] = useState(() => readState(params));
  const [shown, setShown] = useState<Entry>();
  useEffect(() => setQuery(writeState(state)), [state, setQuery]);
  const change = (next: Partial<State>) => setState((so) => ({ ...so, page: 1, ...next }));
  const { data, error, refetch } = useQuery({
    queryKey: ['error-log', state],
    queryFn: () =>
      client.get<Entries>(
        '/blade-log/error/list',
        {
          current: state.page,
          size: state.size,
          type: state.type || undefined,
          message: state.message || undefined,
        },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const rows = data?.records;
  const Rows = narrow ? Cards : Table;
  const filtered = state.type !== '' || state.message !== '';

  return (
    <Page
      body="fill"
      header={
        <PageHeader
          title={label(['错误日志', 'Error log'])}
          context={label([
            '用户从页面上传的错误，保留 90 天',
            'Failures that people sent from their pages; kept for 90 days',
          ])}
        />
      }
    >
      <section className="ky-sheet ky-list">
        <div className="ky-filters">
          <TypedInput
            className="ky-filter-search"
            prefix={<SearchOutlined />}
            value={state.message}
            label={label(['错误内容', 'Message'])}
            onSettled={(message) => change({ message })}
          />
          <TypedInput
            className="ky-log-type"
            value={state.type}
            label={label(['类型', 'Type'])}
            onSettled={(type) => change({ type })}
          />
        </div>
        <div className="ky-list-body">
          {error ? (
            <ErrorPanel fault={error} onRetry={() => void refetch()} />
          ) : !rows ? (
            <SkeletonRows />
          ) : rows.length === 0 && filtered ? (
            <EmptyFiltered onClear={() => change({ type: '', message: '' })} />
          ) : rows.length === 0 ? (
            <Empty>{label(['没有上传的错误日志', 'Nobody has sent a failure'])}</Empty>
          ) : (
            <Rows rows={rows} onShow={setShown} />
          )}
        </div>
        {data && data.total > 0 && (
          <div className="ky-list-foot">
            <Pagination
              current={state.page}
              pageSize={state.size}
              total={data.total}
              simple={narrow}
              showSizeChanger={!narrow}
              pageSizeOptions={sizes}
              showTotal={(total) => {
                const count = `${total.toLocaleString('en')}${data.more ? '+' : ''}`;
                return label([`共 ${count} 条`, `${count} in total`]);
              }}
              onChange={(page, size) => change({ page: size === state.size ? page : 1, size })}
            />
          </div>
        )}
      </section>
      {shown && <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};

export default ErrorLogPage;
