import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { QueuedJob } from '../../jobs/port.ts';
import type { TransactionContext } from '../../records/behaviour.ts';
import type { Workflow } from '../runtime/port.ts';
import type { ExecuteCommand } from '../runtime/task-commands.ts';

/** Job that recomputes deadlines. */
export const recountDeadlinesWork: QueuedJob = { name: 'recount-deadlines' };

/** Queues the job in a transaction that changes the calendar: several requests run it once. */
export const requestDeadlineRecount = ({
  engine,
  tx,
}: Pick<TransactionContext, 'engine' | 'tx'>): void =>
  engine.jobs.queue(tx, recountDeadlinesWork, {}, { key: 'asked' });

/** Commands that recompute the deadlines of open waits and steps, one process at a time. */
export const recountCommands = (execute: ExecuteCommand): Pick<Workflow, 'recountDeadlines'> => ({
  recountDeadlines: async (engine, tenantId) => {
    const actor: SystemActor = { system: 'calendar', tenantId };
    const timed = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string }>(
        `select distinct a.instance_id::text as id
           from wf_act a join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id
          where a.tenant_id = $1 and a.status = 'ACTIVE' and a.due_at is not null
            and not i.suspended order by 1`,
        [tenantId],
      ),
    );
    let changed = 0;
    for (const { id } of timed) {
      try {
        await execute(engine, actor, { on: { instance: id }, command: { is: 'reschedule' } });
        changed += 1;
      } catch (error) {
        // No deadline of this process changes, or it ended meanwhile.
        if (!(error instanceof Fault)) throw error;
      }
    }
    return changed;
  },
});
