import type { SystemActor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Workflow, WorkflowServices } from './port.ts';
import type { ExecuteCommand } from './task-commands.ts';

/**
 * Waits whose time has passed, and steps that say what happens at their deadline, by their ids, from behind one of them. Those of suspended processes do
 * not run.
 */
const overText = `
  select a.id::text as visit, a.instance_id::text as instance
    from wf_act a join wf_instance i on i.tenant_id = a.tenant_id and i.id = a.instance_id
   where a.tenant_id = $1 and a.status = 'ACTIVE' and a.due_at <= $2 and not i.suspended and a.id > $3
     and (a.type = 'wait' or a.overdue is not null)
   order by a.id limit $4`;

/**
 * Completes waits and ends steps by the clock, each in a transaction of its own that reads it again under lock.
 * @param page how many are read at once
 */
export const waitCommands = (
  execute: ExecuteCommand,
  page = 1000,
): Pick<Workflow, 'completeWaits'> => ({
  completeWaits: async (engine: WorkflowServices, tenantId) => {
    const actor: SystemActor = { system: 'wait over', tenantId };
    const now = engine.clock();
    let [completed, left] = [0, 0];
    // Page by page, so that many that can never go on keep nobody else waiting.
    for (let last = '0', more = true; more; ) {
      const over = await engine.database.read(tenantId, (session) =>
        session.query<{ visit: string; instance: string }>(overText, [tenantId, now, last, page]),
      );
      for (const { visit, instance } of over) {
        try {
          await execute(engine, actor, { on: { instance }, command: { is: 'elapse', visit } });
          completed += 1;
        } catch (error) {
          // Completed or suspended meanwhile, or the route cannot go on: the others do.
          if (!(error instanceof Fault)) throw error;
          left += 1;
        }
      }
      more = over.length === page;
      last = over.at(-1)?.visit ?? last;
    }
    return { completed, left };
  },
});
