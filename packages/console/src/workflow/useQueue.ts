import type { WorkRow } from '@keyan/kernel/wire/tasks.ts';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useClient } from '../client/context.tsx';
import { workCalls, workKeys } from './calls.ts';

/** As many items as one can leaf through from one page. */
const reach = 200;

interface Queue {
  /** Counted from 1; undefined while it is read, and for a task that is not the reader's. */
  readonly position: number | undefined;
  readonly total: number;
  readonly before: WorkRow | undefined;
  readonly after: WorkRow | undefined;
}

/** The position of a task in the user's to-do list, and its neighbours. */
export const useQueue = (taskId: string): Queue => {
  const client = useClient();
  const query = { type: 'todo', current: 1, size: reach } as const;
  const { data } = useQuery({
    queryKey: workKeys.list(query),
    queryFn: () => workCalls(client).list(query),
  });
  // Records that came back to their writer are revised in their form, not handled here.
  const items = (data?.records ?? []).filter((item) => !item.isApply);
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
