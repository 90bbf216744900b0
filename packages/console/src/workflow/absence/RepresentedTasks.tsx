import type { RepresentedRow } from '@keyan/kernel/wire/absences.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useClient } from '../../client/context.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { TabLink } from '../../navigation/TabLink.tsx';
import { processPath } from '../../records/processPaths.ts';
import { useProcessName } from '../manage/processName.ts';
import { absenceCalls, absenceKeys } from './calls.ts';

/**
 * Renders the open tasks that somebody has on the reader's behalf, each with a button to take it
 * back; nothing if there are none.
 */
export const RepresentedTasks = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const name = useProcessName();
  const { data = [] } = useQuery({
    queryKey: absenceKeys.tasks,
    queryFn: () => absenceCalls(client).tasks(),
  });
  const reclaim = async ({ taskId }: RepresentedRow) => {
    await absenceCalls(client).reclaim(taskId);
    toast.success(['已收回，由您办理', 'The task is yours again']);
    await queries.invalidateQueries({ queryKey: ['live'] });
  };
  if (data.length === 0) return null;
  return (
    <section className="ky-represented" aria-labelledby="ky-represented-title">
      <h2 id="ky-represented-title">
        {label([
          `由他人代您办理的待办 ${data.length} 条`,
          `Tasks handled by a proxy for you: ${data.length}`,
        ])}
      </h2>
      <ul>
        {data.map((task) => (
          <li key={task.taskId}>
            <TabLink to={processPath(task.kind, { ...task, taskId: '' })} title={name(task)}>
              {name(task)}
            </TabLink>
            <span className="ky-note">
              {task.nodeName} · {task.proxyName} · {task.since.slice(0, 16)}
            </span>
            <button
              type="button"
              className="ky-link"
              aria-label={label([`收回：${name(task)}`, `Take back: ${name(task)}`])}
              onClick={() => void reclaim(task).catch(toast.fault)}
            >
              {label(['收回', 'Take back'])}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
};
