import type { Label } from '@keyan/kernel/label.ts';
import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useClient } from '../client/context.tsx';
import { Glyph } from '../components/Glyph.tsx';
import { Card, EmptyCard } from '../components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '../components/state.tsx';
import { useLabel } from '../i18n/language.ts';
import { menuLeaves } from '../navigation/menu.ts';
import { TabLink } from '../navigation/TabLink.tsx';
import { useMenus } from '../navigation/useMenus.ts';
import { handledTasksPage, todoPage } from '../records/processPaths.ts';
import { workCalls, workKeys } from './calls.ts';
import './todo.css';
import { factsText, recordNameOf } from './itemNames.ts';
import { useItemPath } from './itemPaths.ts';
import { TaskDeadline, WaitingTime } from './WaitingTime.tsx';

/** Fetches the first tasks of the reader, with the facts of their records on request. */
export const useTodo = (size: number, withFacts = false) => {
  const client = useClient();
  const query = {
    type: 'todo',
    current: 1,
    size,
    ...(withFacts && { facts: '1' }),
  } as const;
  return useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
  });
};

/** Number of days from which a task is overdue. */
const overdueDays = '7';

/** Renders 超过 7 天 n 条 in red, if there are any, and the link to all tasks. */
const Ways = ({ all }: { readonly all: ReactNode }) => {
  const client = useClient();
  const label = useLabel();
  const query = { type: 'todo', stayDays: overdueDays, current: 1, size: 1 } as const;
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
  });
  const late = data?.total ?? 0;
  return (
    <>
      {late > 0 && (
        <TabLink to={`${todoPage}?stay=${overdueDays}`} className="ky-todo-late">
          {label([`超过 ${overdueDays} 天 ${late} 条`, `${late} over ${overdueDays} days`])}
        </TabLink>
      )}
      {all}
    </>
  );
};

/** Height of an item in pixels. */
const itemHeight = 52;

interface TodoBlockProps {
  /** Maximum number of items. */
  readonly size?: number;
  /** Number of items expected before they load: room is reserved for them. */
  readonly expected?: number;
  /**
   * True shows key values of each record, such as an amount and the parties: for people who decide
   * on records of others.
   */
  readonly withFacts?: boolean;
}

/** Renders 待办 on the home page: the first items, one action each, and the link to all. */
export const TodoBlock = ({ size = 5, expected = size, withFacts }: TodoBlockProps) => {
  const label = useLabel();
  const { data, error, refetch, dataUpdatedAt } = useTodo(size, withFacts);
  const { menus } = useMenus();
  const hasDone = menus.some(({ nodes }) =>
    menuLeaves(nodes).some(({ path }) => path === handledTasksPage),
  );
  const title = label(['待办', 'To do']);
  const all = <TabLink to={todoPage}>{label(['全部待办', 'All'])}</TabLink>;
  if (!error && (data?.total ?? expected) === 0) {
    return (
      <EmptyCard
        title={title}
        action={
          hasDone ? (
            <TabLink to={handledTasksPage}>{label(['查看已办', 'View completed tasks'])}</TabLink>
          ) : (
            all
          )
        }
      >
        {label(['没有待办事务', 'No open tasks'])}
      </EmptyCard>
    );
  }
  return (
    <Card title={title} count={data?.total} extra={<Ways all={all} />} flush>
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows rows={Math.min(size, expected)} height={itemHeight} />
      ) : (
        <ul className="ky-todo">
          {data.records.map((item) => (
            <TodoItem key={item.taskId} item={item} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </Card>
  );
};

/** Returns why the record was returned, to be read before the form opens. */
const returnedText = (item: WorkRow, label: (text: Label) => string): string => {
  const reason = item.returnReason || label(['按退回意见修改后再提交', 'Revise and resubmit']);
  return `${item.kindName} · ${reason}`;
};

const TodoItem = ({ item, now }: { item: WorkRow; now: number }) => {
  const label = useLabel();
  const path = useItemPath(item, 'todo');
  const returned = item.isApply;
  // The line above names the applicant already.
  const facts = item.facts.flatMap(({ text }) => (text === item.applicant ? [] : text));
  return (
    <li>
      <span className="ky-todo-kind" data-tone={returned ? 'error' : 'warning'}>
        <Glyph name={returned ? 'returned' : 'inApproval'} />
        {returned ? label(['退回给我', 'Returned']) : label(['待我办理', 'My tasks'])}
      </span>
      <span className="ky-todo-text">
        <TabLink to={path} title={recordNameOf(item)} className="ky-todo-title">
          {recordNameOf(item)}
        </TabLink>
        <span className="ky-note" title={returned ? item.returnReason : undefined}>
          {returned
            ? returnedText(item, label)
            : [item.kindName, item.applicant, item.deptName, item.nodeName]
                .filter(Boolean)
                .join(' · ')}
        </span>
        {facts.length > 0 && (
          <span className="ky-note" title={factsText(item, label)}>
            {facts.join(' · ')}
          </span>
        )}
      </span>
      <TaskDeadline at={item.dueTime} now={now} />
      <WaitingTime since={item.arriveTime} now={now} />
      <TabLink to={path} title={recordNameOf(item)} className="ky-todo-verb">
        {returned ? label(['修改', 'Revise']) : label(['办理', 'Review'])}
      </TabLink>
    </li>
  );
};
