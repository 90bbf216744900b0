import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { type NamedProcess, workCalls, workKeys } from './calls.ts';

/** The reader's task on a process; `answeredAt` is undefined while it is asked for again, and where it cannot be read. */
export const useTaskPage = (named: NamedProcess) => {
  const client = useClient();
  const { data, error, isSuccess, isFetching, dataUpdatedAt } = useQuery({
    queryKey: workKeys.task(named),
    queryFn: () => workCalls(client).task(named),
  });
  return { data, error, answeredAt: isSuccess && !isFetching ? dataUpdatedAt : undefined };
};
