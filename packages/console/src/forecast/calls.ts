import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '../base/useDebounced.ts';
import { useClient } from '../client/context.tsx';
import { followUpOptions } from '../data/following.ts';

/** Subject of a forecast: a record in a form, a task, or a record as it stands. */
export interface ForecastSubject {
  readonly kind: string;
  readonly taskId?: string;
  readonly businessId?: string;
  /** Values as they stand on the page. */
  readonly form?: RowLike;
}

/** Milliseconds without typing after which the typed values are forecast. */
const settledAfter = 600;

const path = '/kh-edu-research/work/nextUserTask/get-next-user-task-process';

/** Options of a forecast that acts of others on the record change as well. */
const live = (asked: string) => ({
  queryKey: ['live', 'forecast', asked] as const,
  enabled: true,
  placeholderData: keepPreviousData,
  gcTime: 0,
  retry: false,
});

/**
 * The way of a record to its end. It never holds up the page: while the next answer is on its way,
 * the last one stays.
 * @param task where the subject is an open task of the reader: when the server last said so
 */
export const useForecast = (
  ahead: ForecastSubject,
  enabled = true,
  task?: { readonly answeredAt: number | undefined },
) => {
  const client = useClient();
  const asked = useDebounced(
    useMemo(() => JSON.stringify(ahead), [ahead]),
    settledAfter,
  );
  const options = task ? followUpOptions(task.answeredAt, 'forecast', asked) : live(asked);
  return useQuery<ForecastRow>({
    ...options,
    queryFn: ({ signal }) =>
      client.post<ForecastRow>(path, JSON.parse(asked) as ForecastSubject, { quiet: true, signal }),
    enabled: enabled && options.enabled,
  });
};
