import { useClient } from '@keyan/console/client/context.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { jobsKey } from './jobs-calls.web.ts';

/** Returns functions that start a job, and stop or retry a run; the list is refetched. */
export const useJobActions = () => {
  const client = useClient();
  const queries = useQueryClient();
  const send = async (path: string, body: object, done: Label): Promise<void> => {
    try {
      await client.post(path, body);
      toast.success(done);
    } catch (fault) {
      toast.fault(fault);
    } finally {
      await queries.invalidateQueries({ queryKey: jobsKey });
    }
  };
  return {
    run: (job: string) => void send('/keyan/job/run', { job }, ['已开始运行', 'Started']),
    stop: (id: string) => void send('/keyan/job/stop', { id }, ['已要求停止', 'Stop requested']),
    retry: (id: string) => void send('/keyan/job/retry', { id }, ['已重新排队', 'Queued again']),
  };
};
