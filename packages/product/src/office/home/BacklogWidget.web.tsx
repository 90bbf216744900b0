import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { handledTasksPage, todoPage } from '@keyan/console/records/processPaths.ts';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { manageCode } from '@keyan/console/workflow/calls.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Backlog } from './figures.ts';
import { homeService, maxBacklogRows } from './home.calls.web.ts';
import { FigureTable, Line, widgetColumn } from './home.pieces.web.tsx';

/** Pending tasks grouped by step or department. */
interface BacklogGroup {
  readonly key: string;
  readonly name: string;
  readonly note: string;
  readonly waiting: number;
  readonly overdue: number;
  readonly oldestDays: number;
  /** Address of the list of pending tasks; empty if the reader has none. */
  readonly link: string;
}

type By = 'step' | 'department';

/** Groups rows by name, longest waiting time first. */
const groupBacklog = (
  rows: readonly Backlog[],
  by: By,
  mayOpen: boolean,
): readonly BacklogGroup[] => {
  const heaps = new Map<string, BacklogGroup>();
  for (const row of rows) {
    const key = by === 'step' ? `${row.kind} ${row.node}` : row.deptId;
    const [name, value] = by === 'step' ? ['kind', row.kind] : ['dept', row.deptId];
    const query = new URLSearchParams([
      ['tab', 'all'],
      [name, value],
    ]);
    const before = heaps.get(key);
    heaps.set(key, {
      key,
      name: by === 'step' ? row.nodeName : row.deptName || '–',
      note: by === 'step' ? row.kindName : '',
      waiting: (before?.waiting ?? 0) + row.waiting,
      overdue: (before?.overdue ?? 0) + row.overdue,
      oldestDays: Math.max(before?.oldestDays ?? 0, row.oldestDays),
      link: mayOpen ? `${todoPage}?${query}` : '',
    });
  }
  return [...heaps.values()]
    .sort((a, b) => b.oldestDays - a.oldestDays || b.overdue - a.overdue)
    .slice(0, maxBacklogRows);
};

const columnsOf = (by: By): readonly DataColumn<BacklogGroup>[] => [
  widgetColumn(
    'name',
    by === 'step' ? ['环节', 'Step'] : ['部门', 'Department'],
    ({ name, note, link }) => (
      <>
        {link === '' ? name : <TabLink to={link}>{name}</TabLink>}
        {note !== '' && <div className="ky-note">{note}</div>}
      </>
    ),
    { isRowHead: true },
  ),
  widgetColumn('waiting', ['在办', 'Waiting'], ({ waiting }) => waiting, { align: 'right' }),
  widgetColumn(
    'overdue',
    ['超过 7 天', 'Over 7 days'],
    ({ overdue }) => (overdue === 0 ? '–' : <b className="ky-backlog-late">{overdue}</b>),
    { align: 'right' },
  ),
  widgetColumn('oldest', ['最久（天）', 'Longest (days)'], ({ oldestDays }) => oldestDays, {
    align: 'right',
  }),
];

const parts: readonly (readonly [By, Label])[] = [
  ['step', ['按环节', 'By step']],
  ['department', ['按院系', 'By college']],
];

/**
 * Widget 积压: pending tasks in the reader’s data scope, by step or department; overdue ones in
 * red.
 */
const BacklogWidget = () => {
  const label = useLabel();
  const client = useClient();
  const mayOpen = usePermissions().has(manageCode);
  const [by, setBy] = useState<By>('step');
  const { data, error, refetch } = useQuery({
    queryKey: ['live', 'backlog'],
    queryFn: () =>
      client.get<readonly Backlog[]>(`${homeService}/queryBacklog`, {}, { quiet: true }),
  });
  const title: Label = ['积压', 'Backlog'];
  if (data?.length === 0) {
    return (
      <Line title={title}>
        {label(['没有积压', 'No backlog'])}
        {' · '}
        <TabLink to={handledTasksPage}>{label(['查看已办', 'View completed tasks'])}</TabLink>
      </Line>
    );
  }
  return (
    <Card
      title={label(title)}
      flush
      extra={parts.map(([key, text]) => (
        <button
          key={key}
          type="button"
          className="ky-link ky-backlog-by"
          aria-pressed={by === key}
          onClick={() => setBy(key)}
        >
          {label(text)}
        </button>
      ))}
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <FigureTable
          rows={groupBacklog(data, by, mayOpen)}
          columns={columnsOf(by)}
          keyOf={({ key }) => key}
        />
      ) : (
        <SkeletonRows rows={maxBacklogRows} height={59} />
      )}
    </Card>
  );
};

export default BacklogWidget;
