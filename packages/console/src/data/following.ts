import { keepPreviousData } from '@tanstack/react-query';

/**
 * Options of a question that is asked because of an earlier answer, such as the checks of a task that is open: once for each such
 * answer. An event that reads the lists anew reads that answer first; both at once would ask about a task that has just been
 * decided, and be refused.
 * @param answeredAt milliseconds of the answer since 1970; undefined while it is asked for again: nothing is asked, and what is shown stays
 */
export const followUpOptions = (answeredAt: number | undefined, ...key: readonly string[]) => ({
  queryKey: ['following', answeredAt, ...key] as const,
  enabled: answeredAt !== undefined,
  placeholderData: keepPreviousData,
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
});
