import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useDebounced } from '../base/useDebounced.ts';
import { useClient } from '../client/context.tsx';
import { followUpOptions } from '../data/following.ts';

/** Subject of a forecast: values of a form, a task, or a stored record. */
export interface ForecastSubject {
  readonly kind: string;
  readonly taskId?: string;
  readonly businessId?: string;
  /** Current values of the form. */
  readonly form?: RowLike;
}

/** Milliseconds without typing before the typed values are forecast. */
const typingDelay = 600;

const path = '/kh-edu-research/work/nextUserTask/get-next-user-task-process';

/** Query options of a forecast that other people's actions on the record can change. */
const liveQueryOptions = (asked: string) => ({
  queryKey: ['live', 'forecast', asked] as const,
  enabled: true,
  placeholderData: keepPreviousData,
  gcTime: 0,
  retry: false,
});

/**
 * Fetches the forecast of a record. Never blocks the page: the last result remains while the next
 * loads.
 * @param task if the subject is a task of the reader: time of the server's last response about it
 */
export const useForecast = (
  ahead: ForecastSubject,
  enabled = true,
  task?: { readonly answeredAt: number | undefined },
) => {
  const client = useClient();
  const asked = useDebounced(
    useMemo(() => JSON.stringify(ahead), [ahead]),
    typingDelay,
  );
  const options = task
    ? followUpOptions(task.answeredAt, 'forecast', asked)
    : liveQueryOptions(asked);
  return useQuery<ForecastRow>({
    ...options,
    queryFn: ({ signal }) =>
      client.post<ForecastRow>(path, JSON.parse(asked) as ForecastSubject, { quiet: true, signal }),
    enabled: enabled && options.enabled,
  });
};
