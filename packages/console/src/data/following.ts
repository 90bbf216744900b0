import { keepPreviousData } from '@tanstack/react-query';

/**
 * Options of a query that depends on the response of an earlier query, such as the checks of a
 * task: fetched once per such response. An event that refetches lists then refetches the earlier
 * query first; at the same time, the call would ask about a task that has just been decided, and be
 * refused.
 * @param answeredAt time of the earlier response, milliseconds since 1970; undefined while it is
 * being refetched: nothing is fetched, and the shown result remains
 */
export const followUpOptions = (answeredAt: number | undefined, ...key: readonly string[]) => ({
  queryKey: ['following', answeredAt, ...key] as const,
  enabled: answeredAt !== undefined,
  placeholderData: keepPreviousData,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});
