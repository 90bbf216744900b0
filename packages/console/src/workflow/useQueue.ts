import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { store } from '../storage/store.ts';
import { type WorkQuery, workCalls, workKeys } from './calls.ts';

/** Most items through which one can leaf from one page. */
const reach = 200;

/** Conditions and order of the to-do list: everything but the part and the page of it. */
type QueueConditions = Partial<Omit<WorkQuery, 'type' | 'current' | 'size' | 'facts'>>;

const name = 'todo-queue';

/** Keeps the conditions of the to-do list for the tasks that are opened from it, in this browser tab. */
export const useStoredQueue = (conditions: QueueConditions | undefined): void => {
  const kept = conditions && JSON.stringify(conditions);
  useEffect(() => {
    if (kept !== undefined) store.set(name, JSON.parse(kept), 'session');
  }, [kept]);
};

interface Queue {
  /** Counted from 1; undefined while it is read, and for a task that is not the reader's. */
  readonly position: number | undefined;
  readonly total: number;
  readonly before: WorkRow | undefined;
  readonly after: WorkRow | undefined;
}

/** The first tasks under these conditions; none while they are not asked for. */
const useItems = (conditions: QueueConditions, enabled: boolean) => {
  const client = useClient();
  const query: WorkQuery = { ...conditions, type: 'todo', current: 1, size: reach };
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
    enabled,
  });
  // Records that came back to their writer are revised in their form, not handled here.
  return data?.records.filter((item) => !item.isApply);
};

/**
 * The position of a task in the user's to-do list, and its neighbours. The conditions of the list hold for the
 * whole walk; a task that does not meet them (it was opened from a message) stands in the whole list.
 */
export const useQueue = (taskId: string): Queue => {
  const [chosen] = useState(() => store.get<QueueConditions>(name, 'session') ?? {});
  const narrowed = useItems(chosen, true);
  const isIn = narrowed?.some((item) => item.taskId === taskId) ?? false;
  // A task that was met once belongs to the walk, also when it is handled and gone from the list.
  const met = useRef(false);
  met.current ||= isIn;
  const elsewhere = narrowed !== undefined && !met.current;
  const whole = useItems({}, elsewhere);
  const items = (elsewhere ? whole : narrowed) ?? [];
  const index = items.findIndex((item) => item.taskId === taskId);
  // Once handled, the task is no longer in the list: what followed it still comes next.
  const last = useRef<WorkRow>(undefined);
  if (index >= 0) last.current = items[index + 1] ?? items[index - 1];
  return {
    position: index < 0 ? undefined : index + 1,
    total: items.length,
    before: items[index - 1],
    after: index < 0 ? last.current : items[index + 1],
  };
};
