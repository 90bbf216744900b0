import type { WatchedRow } from '@keyan/kernel/wire/watching.ts';
import { useQuery } from '@tanstack/react-query';
import { useScreen } from '../../base/useScreen.ts';
import { useClient } from '../../client/context.tsx';
import { Page, PageHeader } from '../../components/Page.tsx';
import { StatusTag } from '../../components/StatusTag.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '../../components/state.tsx';
import { useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { processPath } from '../../records/processPaths.ts';
import { WatchButton } from '../../records/WatchButton.tsx';
import type { DataColumn } from '../../table/column.ts';
import { DataTable } from '../../table/DataTable.tsx';
import '../../table/cards.css';
import { statusByProcess } from '../ended.ts';
import { useProcessName } from '../manage/processName.ts';

const keyOf = ({ businessId }: WatchedRow): string => businessId;

const columnsOf = (name: (row: WatchedRow) => string): readonly DataColumn<WatchedRow>[] => [
  {
    key: 'title',
    head: ['事务名称', 'Title'],
    cell: (row) => (
      <TabLink to={processPath(row.kind, { ...row, taskId: '' })} title={name(row)}>
        {name(row)}
      </TabLink>
    ),
  },
  { key: 'applicant', width: 110, head: ['发起人', 'Applicant'], cell: (row) => row.applicant },
  { key: 'step', width: 180, head: ['当前环节', 'Step'], cell: (row) => row.nodeName || '–' },
  {
    key: 'state',
    width: 116,
    head: ['状态', 'Status'],
    cell: (row) => <StatusTag status={statusByProcess(row.status)} />,
  },
  {
    key: 'time',
    width: 150,
    className: 'ky-col-rare',
    head: ['关注时间', 'Since'],
    cell: (row) => row.time.slice(0, 16),
  },
  {
    key: 'actions',
    width: 120,
    head: ['操作', 'Actions'],
    cell: (row) => <WatchButton businessId={row.businessId} known />,
  },
];

const WatchCard = ({ row, name }: { readonly row: WatchedRow; readonly name: string }) => (
  <li className="ky-row-card-line">
    <TabLink
      to={processPath(row.kind, { ...row, taskId: '' })}
      title={name}
      className="ky-row-card"
    >
      <span className="ky-row-card-title">{name}</span>
      <span className="ky-row-card-facts">
        <span className="ky-row-card-notes">
          {[row.applicant, row.nodeName].filter(Boolean).join(' · ')}
        </span>
        <StatusTag status={statusByProcess(row.status)} />
      </span>
    </TabLink>
  </li>
);

/** Renders 我的关注: the records in approval that the reader follows. */
export const WatchPage = () => {
  const label = useLabel();
  const client = useClient();
  const name = useProcessName();
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['live', 'watch', 'list'],
    queryFn: () =>
      client.get<readonly WatchedRow[]>('/kh-edu-research/mywork/watch/list', {}, { quiet: true }),
  });
  const rows = data ?? [];
  const narrow = useScreen() === 0;
  return (
    <Page
      body="fill"
      header={
        <PageHeader
          title={label(['我的关注', 'Followed by me'])}
          context={label([
            '环节或状态变化时通知您；在记录页面点“关注”加入',
            'You are notified of new steps and states; use “Follow” on a record’s page to add it',
          ])}
        />
      }
    >
      <section className="ky-card ky-list">
        {error ? (
          <ErrorPanel fault={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonRows height={44} />
        ) : rows.length === 0 ? (
          <Empty>{label(['没有关注的记录', 'You follow no records'])}</Empty>
        ) : narrow ? (
          <ul className="ky-cards" aria-label={label(['我的关注', 'Followed by me'])}>
            {rows.map((row) => (
              <WatchCard key={keyOf(row)} row={row} name={name(row)} />
            ))}
          </ul>
        ) : (
          <DataTable<WatchedRow>
            className="ky-list-table"
            caption={label(['我的关注', 'Followed by me'])}
            rows={rows}
            keyOf={keyOf}
            columns={columnsOf(name)}
            refreshing={isFetching}
          />
        )}
      </section>
    </Page>
  );
};
