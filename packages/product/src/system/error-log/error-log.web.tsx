import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import type { Page as Paged } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { isDenied } from '@keyan/console/client/fault.ts';
import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { SearchInput, TypedInput } from '@keyan/console/list/filters.tsx';
import { Denied } from '@keyan/console/pages/ErrorPages.tsx';
import { ListBody, PageFoot } from '@keyan/console/table/ListFrame.tsx';
import { usePaged } from '@keyan/console/table/usePaged.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';
import { type ErrorEntry, errorLogCode } from './error-log.ts';
import './error-log.web.css';

interface Entries extends Paged<ErrorEntry> {
  /** There are more than `total` says. */
  readonly more: boolean;
}

const conditions = { q: '', type: '' };
const anywhere = {};

/** What one entry says, beside the list that it was chosen from. */
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
  readonly rows: readonly ErrorEntry[];
  readonly onShow: (entry: ErrorEntry) => void;
}

const Cards = ({ rows, onShow }: RowsProps) => (
  <ul className="ky-cards">
    {rows.map((entry) => (
      <li key={entry.id}>
        <button type="button" className="ky-row-card ky-log-card" onClick={() => onShow(entry)}>
          <span className="ky-row-card-title">{entry.message || entry.type}</span>
          <span className="ky-row-card-facts">
            <span className="ky-row-card-notes">{entry.type}</span>
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
  const { state, change, narrowed, clear, turn } = usePaged(conditions, anywhere);
  const [shown, setShown] = useState<ErrorEntry>();
  const { data, error, refetch } = useQuery({
    queryKey: ['error-log', state],
    queryFn: () =>
      client.get<Entries>(
        '/blade-log/error/list',
        {
          current: state.page,
          size: state.size,
          type: state.type || undefined,
          message: state.q || undefined,
        },
        { quiet: true },
      ),
    placeholderData: keepPreviousData,
  });
  const Rows = narrow ? Cards : Table;
  if (isDenied(error)) return <Denied page={errorLogCode} />;

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
      <section className="ky-card ky-list">
        <div className="ky-filters">
          <SearchInput
            value={state.q}
            label={label(['错误内容或追踪号', 'Message or trace number'])}
            onSettled={(q) => change({ q })}
          />
          <TypedInput
            className="ky-log-type"
            value={state.type}
            label={label(['类型', 'Type'])}
            onSettled={(type) => change({ type })}
          />
        </div>
        <ListBody
          rows={data?.records}
          error={error}
          onRetry={() => void refetch()}
          narrowed={narrowed}
          onClear={clear}
          empty={<Empty>{label(['没有上传的错误日志', 'Nobody has sent a failure'])}</Empty>}
        >
          {(rows) => <Rows rows={rows} onShow={setShown} />}
        </ListBody>
        {data && data.total > 0 && (
          <PageFoot
            total={data.total}
            more={data.more}
            page={state.page}
            size={state.size}
            onPage={turn}
          />
        )}
      </section>
      {shown && <EntryDrawer entry={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
};

export default ErrorLogPage;
