import type { CopyRow } from '@keyan/kernel/wire/copies.ts';
import { StatusTag } from '../components/StatusTag.tsx';
import { useLabel } from '../i18n/language.ts';
import { shortTime } from '../i18n/time.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { processPath } from '../records/processPaths.ts';
import type { DataColumn } from '../table/column.ts';
import { DataList } from '../table/DataList.tsx';
import { statusByProcess } from './ended.ts';
import { recordNameOf } from './itemNames.ts';
import './todo.css';

interface CopyRowsProps {
  /** Time when the rows were fetched, milliseconds since the epoch. */
  readonly now: number;
  readonly refreshing: boolean;
}

interface RowProps {
  readonly row: CopyRow;
}

const keyOf = ({ id }: CopyRow): string => id;

const pathOf = ({ kind, processInstanceId, businessId }: CopyRow): string =>
  processPath(kind, { taskId: '', processInstanceId, businessId });

/** Renders a dot before records that the reader has not opened yet. */
const UnreadMark = ({ row }: RowProps) => {
  const label = useLabel();
  if (row.readTime !== '') return null;
  return (
    <span className="ky-unread">
      <span className="ky-sr">{label(['未读', 'Unread'])} </span>
    </span>
  );
};

const Title = ({ row }: RowProps) => (
  <TabLink to={pathOf(row)} title={recordNameOf(row)}>
    <UnreadMark row={row} />
    <span title={recordNameOf(row)}>{recordNameOf(row)}</span>
  </TabLink>
);

const State = ({ row }: RowProps) => {
  const label = useLabel();
  if (row.suspended) return <span className="ky-note">{label(['已挂起', 'Suspended'])}</span>;
  return <StatusTag status={statusByProcess(row.status)} />;
};

/** Renders the person who copied the record; a route copies automatically. */
const Copier = ({ row }: RowProps) => {
  const label = useLabel();
  return row.copierName || <span className="ky-note">{label(['流程', 'Process'])}</span>;
};

/** CSS class of columns hidden on a tablet, which has no room for all. */
const rareColumnClass = 'ky-col-rare';

const columnsOf = (now: number): readonly DataColumn<CopyRow>[] => [
  { key: 'title', head: ['事务名称', 'Title'], cell: (row) => <Title row={row} /> },
  {
    key: 'kind',
    width: 136,
    className: rareColumnClass,
    head: ['业务类型', 'Type'],
    cell: (row) => row.kindName,
  },
  { key: 'applicant', width: 92, head: ['发起人', 'Applicant'], cell: (row) => row.applicant },
  { key: 'copier', width: 92, head: ['抄送人', 'Copied by'], cell: (row) => <Copier row={row} /> },
  {
    key: 'time',
    width: 108,
    head: ['抄送时间', 'Copied'],
    cell: (row) => shortTime(row.copyTime, now),
    cellAttributes: (row) => ({ title: row.copyTime }),
  },
  {
    key: 'step',
    width: 148,
    className: rareColumnClass,
    head: ['当前环节', 'Step'],
    cell: (row) => row.nodeName || '–',
    cellAttributes: (row) => ({ title: row.nodeName }),
  },
  { key: 'state', width: 116, head: ['状态', 'Status'], cell: (row) => <State row={row} /> },
];

/** Renders the copies of the page: a table, or cards on a phone. */
export const CopyRows = ({ now, refreshing }: CopyRowsProps) => (
  <DataList<CopyRow>
    className="ky-list-table ky-work"
    keyOf={keyOf}
    columns={columnsOf(now)}
    refreshing={refreshing}
    card={(row) => <CopyCard key={keyOf(row)} row={row} />}
  />
);

const CopyCard = ({ row }: RowProps) => (
  <li className="ky-row-card-line">
    <TabLink to={pathOf(row)} title={recordNameOf(row)} className="ky-row-card">
      <span className="ky-row-card-title">
        <UnreadMark row={row} />
        {recordNameOf(row)}
      </span>
      <span className="ky-row-card-facts">
        <span className="ky-row-card-notes">
          {[row.kindName, row.applicant, row.copierName].filter(Boolean).join(' · ')}
        </span>
        <State row={row} />
      </span>
    </TabLink>
  </li>
);
