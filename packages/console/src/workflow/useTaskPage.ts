import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { type NamedProcess, workCalls, workKeys } from './calls.ts';

/**
 * Fetches the reader's task on a process; `answeredAt` is undefined during a refetch, and if the
 * task cannot be read.
 */
export const useTaskPage = (named: NamedProcess) => {
  const client = useClient();
  const { data, error, isSuccess, isFetching, dataUpdatedAt } = useQuery({
    queryKey: workKeys.task(named),
    queryFn: () => workCalls(client).task(named),
  });
  return { data, error, answeredAt: isSuccess && !isFetching ? dataUpdatedAt : undefined };
};
