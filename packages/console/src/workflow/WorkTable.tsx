import { statuses } from '@keyan/kernel/access/status.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import type { ProcessAbility, WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { MenuButton } from '../components/MenuButton.tsx';
import { ResubmittedMark } from '../components/ResubmittedMark.tsx';
import { StatusTag } from '../components/StatusTag.tsx';
import { useLabel, useLanguage } from '../i18n/language.ts';
import { durationText, millisecondsSince, shortTime } from '../i18n/time.ts';
import { columnHeading } from '../list/columns.ts';
import { useRuntime } from '../navigation/runtime.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import type { DataColumn } from '../table/column.ts';
import { DataList } from '../table/DataList.tsx';
import { useList } from '../table/listController.ts';
import { useColumnOrder } from '../table/useColumnOrder.tsx';
import { isRevision, type WorkTab } from './calls.ts';
import { statusByProcess } from './ended.ts';
import { factsText, recordNameOf } from './itemNames.ts';
import { useItemPath, useItemPaths } from './itemPaths.ts';
import { processActions } from './processActions.ts';
import { TaskDeadline, WaitingTime } from './WaitingTime.tsx';
import './todo.css';

export interface WorkRowsProps {
  readonly tab: WorkTab;
  readonly now: number;
  readonly refreshing: boolean;
  /** True if the kinds are at the left of the rows, which have less room. */
  readonly hasKindsBeside: boolean;
  readonly onClaim: (item: WorkRow) => void;
  readonly onAction: (action: ProcessAbility, item: WorkRow) => void;
}

/** Returns when the user got the task, or handled it. */
const timeOf = (item: WorkRow, tab: WorkTab): string =>
  (tab === 'done' && item.finishTime) || item.arriveTime;

const isTimed = (tab: WorkTab): boolean => tab === 'todo' || tab === 'claim' || tab === 'all';

type ActionProps = Pick<WorkRowsProps, 'tab' | 'onClaim' | 'onAction'> & { readonly item: WorkRow };

const MainAction = ({ item, tab, onClaim }: ActionProps) => {
  const label = useLabel();
  const path = useItemPath(item, tab);
  if (tab === 'claim') {
    return (
      <button type="button" className="ky-link" onClick={() => onClaim(item)}>
        {label(['签收', 'Claim'])}
      </button>
    );
  }
  const text = isRevision(item, tab)
    ? label(['修改', 'Revise'])
    : tab === 'todo'
      ? label(['办理', 'Review'])
      : label(['查看', 'View']);
  return (
    <TabLink to={path} title={recordNameOf(item)}>
      {text}
    </TabLink>
  );
};

/** Renders the actions besides opening: a single one as a link, several as the menu 更多. */
const MoreActions = ({ item, onAction }: ActionProps) => {
  const label = useLabel();
  const [only, ...others] = item.can;
  if (!only) return null;
  if (others.length === 0) {
    return (
      <button type="button" className="ky-link" onClick={() => onAction(only, item)}>
        {label(processActions[only].label)}
      </button>
    );
  }
  return (
    <MenuButton
      menu={{
        items: item.can.map((key) => ({
          key,
          label: label(processActions[key].label),
          danger: processActions[key].danger ?? false,
        })),
        onClick: ({ key }) => onAction(key as ProcessAbility, item),
      }}
    >
      <button
        type="button"
        className="ky-link"
        aria-label={label([`更多：${recordNameOf(item)}`, `More: ${recordNameOf(item)}`])}
      >
        {label(['更多', 'More'])}
      </button>
    </MenuButton>
  );
};

const Where = ({ item, tab, now }: Pick<WorkRowsProps, 'tab' | 'now'> & { item: WorkRow }) => {
  const label = useLabel();
  if (item.suspended) return <span className="ky-note">{label(['已挂起', 'Suspended'])}</span>;
  if (isTimed(tab)) {
    return (
      <span className="ky-work-name">
        <WaitingTime since={item.arriveTime} now={now} />
        <TaskDeadline at={item.dueTime} now={now} />
      </span>
    );
  }
  // A record that came back to its writer is returned, although its process is running.
  const returned = item.isApply && item.status === 'RUN';
  return <StatusTag status={returned ? statuses.returned : statusByProcess(item.status)} />;
};

interface TitleProps {
  readonly item: WorkRow;
  readonly tab: WorkTab;
  /** True if facts have columns of their own. */
  readonly bare: boolean;
}

/** Returns the absent person on whose behalf the task is done. */
const inNameOf = ({ ownerName }: WorkRow): Label => [`代${ownerName}`, `For ${ownerName}`];

/** Renders the title, and the facts of the record unless they have columns. */
const Title = ({ item, tab, bare }: TitleProps) => {
  const label = useLabel();
  const facts = bare ? '' : item.facts.map(({ text }) => text).join(' · ');
  return (
    <span className="ky-work-name">
      <span>
        {item.again && isTimed(tab) && <ResubmittedMark />}
        {item.ownerName !== '' && <span className="ky-note">{label(inNameOf(item))} </span>}
        <TabLink to={useItemPath(item, tab)} title={recordNameOf(item)}>
          <span title={recordNameOf(item)}>{recordNameOf(item)}</span>
        </TabLink>
      </span>
      {facts !== '' && (
        <span className="ky-work-facts" title={factsText(item, label)}>
          {facts}
        </span>
      )}
    </span>
  );
};

/** Prefix of the keys of fact columns. */
const factKey = 'fact ';

/** Maximum number of fact columns; the page of the record has the others. */
const factColumns = 3;

/** Returns columns for the facts of the records, if all rows are of one kind. */
const factColumnsOf = (rows: readonly WorkRow[]): readonly DataColumn<WorkRow>[] => {
  const [first] = rows;
  if (!first || rows.some(({ kind }) => kind !== first.kind)) return [];
  // The applicant has a separate column.
  const told = rows.flatMap(({ facts, applicant }) =>
    facts.filter(({ text }) => text !== applicant),
  );
  const heads = new Map(told.map((fact) => [fact.field, columnHeading(fact.label)]));
  return [...heads].slice(0, factColumns).map(([field, head]) => {
    const textOf = (item: WorkRow): string =>
      item.facts.find((fact) => fact.field === field)?.text ?? '';
    return {
      key: `${factKey}${field}`,
      width: 112,
      className: rareColumnClass,
      head: [head, head] as const,
      cell: (item: WorkRow) => textOf(item) || '–',
      cellAttributes: (item: WorkRow) => ({ title: textOf(item) }),
    };
  });
};

const externalResultText: Label = ['等待外部结果', 'An external result'];

/** Renders the present holder, and since when. */
const Holder = ({ item, now }: Pick<WorkRowsProps, 'now'> & { item: WorkRow }) => {
  const label = useLabel();
  if (item.isApply || item.holderSince === '') return '–';
  return (
    <span className="ky-work-name" title={item.holderName}>
      <span>{item.holderName || label(externalResultText)}</span>
      <span>
        <WaitingTime since={item.holderSince} now={now} />
        {item.urged !== '' && (
          <span className="ky-work-facts" title={item.urged}>
            {' '}
            {label(['已催办', 'reminded'])}
          </span>
        )}
      </span>
    </span>
  );
};

/** Width in pixels of the columns after the title; English words are longer. */
const columnWidths = {
  zh: {
    kind: 96,
    applicant: 84,
    dept: 148,
    step: 132,
    time: 100,
    state: 88,
    mainAction: 64,
    actions: 104,
  },
  en: {
    kind: 136,
    applicant: 92,
    dept: 148,
    step: 156,
    time: 100,
    state: 116,
    mainAction: 84,
    actions: 148,
  },
} as const satisfies Record<Language, object>;

/** CSS class of columns hidden on a tablet, which has no room for all. */
const rareColumnClass = 'ky-col-rare';
/** CSS class of further columns hidden on a tablet. */
const rarestColumnClass = 'ky-work-rare';

/** Returns the columns of title, kind and applicant. */
const identityColumns = (
  { tab, now }: WorkRowsProps,
  rows: readonly WorkRow[],
  widths: (typeof columnWidths)[Language],
): readonly DataColumn<WorkRow>[] => {
  const facts = isTimed(tab) ? factColumnsOf(rows) : [];
  const kind: DataColumn<WorkRow> = {
    key: 'kind',
    width: widths.kind,
    className: rarestColumnClass,
    head: ['业务类型', 'Type'],
    cell: (item) => item.kindName,
  };
  const who: DataColumn<WorkRow> =
    tab === 'send'
      ? {
          key: 'holder',
          width: widths.dept,
          head: ['办理人', 'With'],
          cell: (item) => <Holder item={item} now={now} />,
        }
      : {
          key: 'applicant',
          width: widths.applicant,
          head: ['发起人', 'Applicant'],
          cell: (item) => item.applicant,
        };
  return [
    {
      key: 'title',
      head: ['事务名称', 'Title'],
      cell: (item) => <Title item={item} tab={tab} bare={facts.length > 0} />,
    },
    ...facts,
    ...(facts.length > 0 ? [] : [kind]),
    who,
  ];
};

/** Returns the columns of the task list. */
const useWorkColumns = (props: WorkRowsProps): readonly DataColumn<WorkRow>[] => {
  const { tab, now, hasKindsBeside, onClaim, onAction } = props;
  const widths = columnWidths[useLanguage()];
  const { rows = [] } = useList<WorkRow>();
  // Rows that offer more than opening have two links.
  const more = rows.some((item) => item.can.length > 0);
  const identity = identityColumns(props, rows, widths);
  // Facts, and kinds at the left, replace the column with the start time of the task.
  const hasFacts = identity.some(({ key }) => key.startsWith(factKey));
  const time: DataColumn<WorkRow> = {
    key: 'time',
    width: widths.time,
    className: rareColumnClass,
    head: tab === 'done' ? ['办理时间', 'Reviewed'] : ['到达时间', 'Arrived'],
    cell: (item) => shortTime(timeOf(item, tab), now),
    cellAttributes: (item) => ({ title: timeOf(item, tab) }),
  };
  return [
    ...identity,
    {
      key: 'dept',
      width: widths.dept,
      className: rareColumnClass,
      head: ['部门', 'Department'],
      cell: (item) => item.deptName,
      cellAttributes: (item) => ({ title: item.deptName }),
    },
    {
      key: 'step',
      width: widths.step,
      head: ['当前环节', 'Step'],
      cell: (item) => item.nodeName || '–',
      cellAttributes: (item) => ({ title: item.assigneeName }),
    },
    ...(hasFacts || (hasKindsBeside && isTimed(tab)) ? [] : [time]),
    {
      key: 'state',
      width: widths.state,
      head: isTimed(tab) ? ['停留', 'Waiting'] : ['状态', 'Status'],
      cell: (item) => <Where item={item} tab={tab} now={now} />,
    },
    {
      key: 'actions',
      width: more ? widths.actions : widths.mainAction,
      className: 'ky-col-actions',
      head: ['操作', 'Actions'],
      cell: (item) => (
        <span className="ky-row-actions">
          <MainAction item={item} tab={tab} onClaim={onClaim} onAction={onAction} />
          <MoreActions item={item} tab={tab} onClaim={onClaim} onAction={onAction} />
        </span>
      ),
    },
  ];
};

const keyOf = (item: WorkRow): string => item.taskId || item.processInstanceId;

/**
 * Returns true for columns that do not move: the title at the left and the actions at the right.
 */
const isFixed = (key: string): boolean => key === 'title' || key === 'actions';

/** Height of a row in pixels: a title and a line of facts, as in `todo.css`. */
export const workRowHeight = 52;

/** Renders the tasks of the page: a table with one action per row, or cards on a phone. */
export const WorkRows = (props: WorkRowsProps) => {
  const { tab, refreshing } = props;
  const { rows = [] } = useList<WorkRow>();
  const { open } = useRuntime();
  const pathOf = useItemPaths();
  const isSelectable = (item: WorkRow) => tab === 'todo' && !isRevision(item, tab);
  const { columns, headCells } = useColumnOrder(`work.${tab}`, useWorkColumns(props), isFixed);
  return (
    <DataList<WorkRow>
      className="ky-list-table ky-work"
      keyOf={keyOf}
      columns={columns}
      headCells={headCells}
      refreshing={refreshing}
      grid={{
        rowHeight: workRowHeight,
        onOpen: (item) => open(pathOf(item, tab), { title: recordNameOf(item) }),
      }}
      selectName={
        rows.some(isSelectable)
          ? (item) => (isSelectable(item) ? recordNameOf(item) : undefined)
          : undefined
      }
      card={(item) => <WorkCard key={keyOf(item)} item={item} {...props} />}
    />
  );
};

/**
 * Returns the applicant of the item; for the reader's own items, the present holder and since when.
 */
const whoseOf = (item: WorkRow, tab: WorkTab, now: number, label: (text: Label) => string) => {
  if (tab !== 'send') return item.applicant;
  if (item.isApply || item.holderSince === '') return '';
  return `${item.holderName || label(externalResultText)} ${label(durationText(millisecondsSince(item.holderSince, now)))}`;
};

const WorkCard = (props: Pick<WorkRowsProps, 'now'> & ActionProps) => {
  const { item, tab, now } = props;
  const label = useLabel();
  const path = useItemPath(item, tab);
  return (
    <li className="ky-row-card-line">
      <TabLink to={path} title={recordNameOf(item)} className="ky-row-card">
        <span className="ky-row-card-title">{recordNameOf(item)}</span>
        <span className="ky-row-card-facts">
          <span className="ky-row-card-notes">
            {item.ownerName !== '' && `${label(inNameOf(item))} · `}
            {[item.kindName, whoseOf(item, tab, now, label), item.nodeName]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <Where item={item} tab={tab} now={now} />
        </span>
      </TabLink>
      {tab === 'claim' ? <MainAction {...props} /> : <MoreActions {...props} />}
    </li>
  );
};
