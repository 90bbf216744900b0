import type { RunningRow } from '@keyan/kernel/wire/processes.ts';
import type { ProcessAbility } from '@keyan/kernel/wire/tasks.ts';
import { Glyph } from '../../components/Glyph.tsx';
import { MenuButton } from '../../components/MenuButton.tsx';
import { useLabel } from '../../i18n/language.ts';
import { shortTime } from '../../i18n/time.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { processPath } from '../../records/processPaths.ts';
import type { DataColumn } from '../../table/column.ts';
import { DataList } from '../../table/DataList.tsx';
import { processActions } from '../processActions.ts';
import { WaitingTime } from '../WaitingTime.tsx';
import { processName, recordName } from './processName.ts';
import { holdersSummary } from './TaskHolderList.tsx';
import './manage.css';

interface FollowRowsProps {
  /** Time when the rows were fetched, milliseconds since the epoch. */
  readonly now: number;
  readonly refreshing: boolean;
  readonly onOpen: (row: RunningRow) => void;
  readonly onAction: (action: ProcessAbility, row: RunningRow) => void;
}

const pathOf = (row: RunningRow): string =>
  processPath(row.processDefinitionKey, {
    taskId: '',
    processInstanceId: row.processInstanceId,
    businessId: row.businessId,
  });

const ProcessName = ({ row }: { readonly row: RunningRow }) => {
  const name = useLabel()(processName(row));
  return <span title={`${name} · v${row.processDefinitionVersion}`}>{name}</span>;
};

/** Renders the state: suspended, in trouble, or how long the process has been at its step. */
const State = ({ row, now }: { readonly row: RunningRow; readonly now: number }) => {
  const label = useLabel();
  if (row.suspensionState === 2) {
    return <span className="ky-note">{label(['已挂起', 'Suspended'])}</span>;
  }
  return <WaitingTime since={row.since} now={now} />;
};

const Troubles = ({ count }: { readonly count: number }) => {
  const label = useLabel();
  if (count === 0) return null;
  return (
    <span className="ky-follow-state" data-tone="error">
      <Glyph name="warning" size={12} />
      {label(['异常', 'Problem'])}
    </span>
  );
};

type ActionProps = Pick<FollowRowsProps, 'onOpen' | 'onAction'> & { readonly row: RunningRow };

const Actions = ({ row, onOpen, onAction }: ActionProps) => {
  const label = useLabel();
  return (
    <span className="ky-row-actions">
      <button type="button" className="ky-link" onClick={() => onOpen(row)}>
        {label(['详情', 'Details'])}
      </button>
      <MoreActions row={row} onAction={onAction} />
    </span>
  );
};

const MoreActions = ({ row, onAction }: Pick<ActionProps, 'row' | 'onAction'>) => {
  const label = useLabel();
  return (
    <MenuButton
      menu={{
        items: row.can.map((key) => ({
          key,
          label: label(processActions[key].label),
          danger: processActions[key].danger ?? false,
        })),
        onClick: ({ key }) => onAction(key as ProcessAbility, row),
      }}
    >
      <button
        type="button"
        className="ky-link"
        aria-label={label([`更多：${recordName(row)}`, `More: ${recordName(row)}`])}
      >
        {label(['更多', 'More'])}
      </button>
    </MenuButton>
  );
};

/** CSS class of columns hidden on a tablet, which has no room for all. */
const rareColumnClass = 'ky-col-rare';

const columnsOf = ({
  now,
  onOpen,
  onAction,
}: FollowRowsProps): readonly DataColumn<RunningRow>[] => [
  {
    key: 'title',
    head: ['流程', 'Process'],
    cell: (row) => (
      <TabLink to={pathOf(row)} title={recordName(row)}>
        <ProcessName row={row} />
      </TabLink>
    ),
  },
  { key: 'applicant', width: 92, head: ['申请人', 'Applicant'], cell: (row) => row.startUserName },
  {
    key: 'dept',
    width: 132,
    className: rareColumnClass,
    head: ['部门', 'Department'],
    cell: (row) => row.deptName,
    cellAttributes: (row) => ({ title: row.deptName }),
  },
  {
    key: 'step',
    width: 132,
    head: ['当前环节', 'Step'],
    cell: (row) => holdersSummary(row.held).steps,
    cellAttributes: (row) => ({ title: holdersSummary(row.held).steps }),
  },
  {
    key: 'holder',
    width: 148,
    head: ['办理人', 'Assignee'],
    cell: (row) => holdersSummary(row.held).people || '–',
    cellAttributes: (row) => ({ title: holdersSummary(row.held).people }),
  },
  {
    key: 'stay',
    width: 128,
    head: ['停留', 'Waiting'],
    cell: (row) => (
      <span className="ky-cell-line">
        <State row={row} now={now} />
        <Troubles count={row.troubles} />
      </span>
    ),
  },
  {
    key: 'started',
    width: 108,
    className: rareColumnClass,
    head: ['发起时间', 'Started'],
    cell: (row) => shortTime(row.startTime, now),
    cellAttributes: (row) => ({ title: row.startTime }),
  },
  {
    key: 'actions',
    width: 132,
    className: 'ky-col-actions',
    head: ['操作', 'Actions'],
    cell: (row) => <Actions row={row} onOpen={onOpen} onAction={onAction} />,
  },
];

const keyOf = ({ processInstanceId }: RunningRow): string => processInstanceId;

/** Renders the running processes of the page: a table, or cards on a phone. */
export const FollowRows = (props: FollowRowsProps) => (
  <DataList<RunningRow>
    className="ky-list-table ky-work"
    keyOf={keyOf}
    columns={columnsOf(props)}
    refreshing={props.refreshing}
    selectName={recordName}
    card={(row) => <FollowCard key={keyOf(row)} row={row} {...props} />}
  />
);

const FollowCard = ({ row, now, onOpen, onAction }: FollowRowsProps & { row: RunningRow }) => {
  const { steps, people } = holdersSummary(row.held);
  return (
    <li className="ky-row-card-line">
      <button type="button" className="ky-row-card" onClick={() => onOpen(row)}>
        <span className="ky-row-card-title">{recordName(row)}</span>
        <span className="ky-row-card-facts">
          <span className="ky-row-card-notes">
            {[row.startUserName, steps, people].filter(Boolean).join(' · ')}
          </span>
          <Troubles count={row.troubles} />
          <State row={row} now={now} />
        </span>
      </button>
      <MoreActions row={row} onAction={onAction} />
    </li>
  );
};
