import type { AbsenceRow } from '@keyan/kernel/wire/absences.ts';
import { type Text, useLabel } from '../../i18n/language.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataList } from '../../table/DataList.tsx';

interface AbsenceRowsProps {
  readonly refreshing: boolean;
  readonly onRevoke: (row: AbsenceRow) => void;
}

const keyOf = ({ id }: AbsenceRow): string => id;

const stateTexts: Readonly<Record<AbsenceRow['state'], Text>> = {
  coming: ['未开始', 'Not started'],
  now: ['代理中', 'Active'],
  over: ['已到期', 'Expired'],
  revoked: ['已结束', 'Ended'],
};

const State = ({ row }: { readonly row: AbsenceRow }) => {
  const label = useLabel();
  const isOpen = row.state === 'now' || row.state === 'coming';
  return <span className={isOpen ? undefined : 'ky-note'}>{label(stateTexts[row.state])}</span>;
};

const Kinds = ({ row }: { readonly row: AbsenceRow }) => {
  const label = useLabel();
  const names = row.kindNames.join(label(['、', ', ']));
  return <span title={names}>{names || label(['全部业务', 'All types'])}</span>;
};

const Period = ({ row }: { readonly row: AbsenceRow }) => (
  <span title={`${row.fromTime} – ${row.toTime}`}>
    {row.fromTime.slice(0, 16)} – {row.toTime.slice(0, 16)}
  </span>
);

const Revoke = ({ row, onRevoke }: Pick<AbsenceRowsProps, 'onRevoke'> & { row: AbsenceRow }) => {
  const label = useLabel();
  if (!row.revocable) return null;
  return (
    <button type="button" className="ky-link" onClick={() => onRevoke(row)}>
      {label(['结束代理', 'End'])}
    </button>
  );
};

const columnsOf = (onRevoke: AbsenceRowsProps['onRevoke']): readonly DataColumn<AbsenceRow>[] => [
  { key: 'person', width: 120, head: ['被代理人', 'Absent person'], cell: (row) => row.personName },
  { key: 'proxy', width: 120, head: ['代理人', 'Proxy'], cell: (row) => row.proxyName },
  { key: 'period', width: 290, head: ['代理期间', 'Period'], cell: (row) => <Period row={row} /> },
  { key: 'kinds', head: ['业务类型', 'Types'], cell: (row) => <Kinds row={row} /> },
  {
    key: 'by',
    width: 110,
    className: 'ky-col-rare',
    head: ['设置人', 'Set by'],
    cell: (row) => row.byName,
  },
  { key: 'state', width: 96, head: ['状态', 'Status'], cell: (row) => <State row={row} /> },
  {
    key: 'actions',
    width: 96,
    head: ['操作', 'Actions'],
    cell: (row) => <Revoke row={row} onRevoke={onRevoke} />,
  },
];

/** Renders the absences of the page: a table, or cards on a phone. */
export const AbsenceRows = ({ refreshing, onRevoke }: AbsenceRowsProps) => {
  const label = useLabel();
  return (
    <DataList<AbsenceRow>
      className="ky-list-table"
      caption={label(['代理', 'Proxies'])}
      keyOf={keyOf}
      columns={columnsOf(onRevoke)}
      refreshing={refreshing}
      card={(row) => (
        <li key={row.id} className="ky-row-card-line">
          <div className="ky-row-card">
            <span className="ky-row-card-title">
              {label([
                `${row.proxyName}代${row.personName}`,
                `${row.proxyName} for ${row.personName}`,
              ])}
            </span>
            <span className="ky-row-card-facts">
              <span className="ky-row-card-notes">
                <Period row={row} /> · <Kinds row={row} />
              </span>
              <State row={row} />
            </span>
            <Revoke row={row} onRevoke={onRevoke} />
          </div>
        </li>
      )}
    />
  );
};
