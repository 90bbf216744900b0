import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { store } from '../storage/store.ts';
import { type WorkQuery, workCalls, workKeys } from './calls.ts';

/** Maximum number of tasks through which the page can step. */
const maxQueueLength = 200;

/** Conditions and order of the to-do list, without part and page. */
type QueueConditions = Partial<Omit<WorkQuery, 'type' | 'current' | 'size' | 'facts'>>;

const name = 'todo-queue';

/**
 * Stores the conditions of the to-do list, in this browser tab, for the tasks that are opened from
 * it.
 */
export const useStoredQueue = (conditions: QueueConditions | undefined): void => {
  const kept = conditions && JSON.stringify(conditions);
  useEffect(() => {
    if (kept !== undefined) store.set(name, JSON.parse(kept), 'session');
  }, [kept]);
};

interface Queue {
  /** Position from 1; undefined until loaded, and for a task that is not the reader's. */
  readonly position: number | undefined;
  readonly total: number;
  readonly before: WorkRow | undefined;
  readonly after: WorkRow | undefined;
}

/** Fetches the first tasks under these conditions; nothing unless enabled. */
const useItems = (conditions: QueueConditions, enabled: boolean) => {
  const client = useClient();
  const query: WorkQuery = { ...conditions, type: 'todo', current: 1, size: maxQueueLength };
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
    enabled,
  });
  // Records returned to their writer are revised in their form, not handled here.
  return data?.records.filter((item) => !item.isApply);
};

/**
 * Returns the position of a task in the user's to-do list, and its neighbours. The conditions of
 * the list apply until the user leaves it; a task that does not meet them (opened from a message)
 * is placed in the unfiltered list.
 */
export const useQueue = (taskId: string): Queue => {
  const [chosen] = useState(() => store.get<QueueConditions>(name, 'session') ?? {});
  const narrowed = useItems(chosen, true);
  const isIn = narrowed?.some((item) => item.taskId === taskId) ?? false;
  // True once the task was in the list: it stays part of the walk after it was handled and left the
  // list.
  const met = useRef(false);
  met.current ||= isIn;
  const elsewhere = narrowed !== undefined && !met.current;
  const whole = useItems({}, elsewhere);
  const items = (elsewhere ? whole : narrowed) ?? [];
  const index = items.findIndex((item) => item.taskId === taskId);
  // Last known neighbours: a handled task is no longer in the list, but its successor still comes
  // next.
  const last = useRef<WorkRow>(undefined);
  if (index >= 0) last.current = items[index + 1] ?? items[index - 1];
  return {
    position: index < 0 ? undefined : index + 1,
    total: items.length,
    before: items[index - 1],
    after: index < 0 ? last.current : items[index + 1],
  };
};
