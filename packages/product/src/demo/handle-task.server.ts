import type { Engine } from '@keyan/engine/engine.ts';
import type { Runtime } from '@keyan/engine/workflow/runtime/runtime.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import { cachedActor } from './person-of.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;

/**
 * Handles the open task of a record as its assignee, or as the first candidate.
 * @param form values for the fields that the step allows
 * @returns who handled the task; null if the record has no open task.
 * @throws Error if nobody can handle the task
 */
export const handleOpenTask = async (
  { engine, workflow }: { readonly engine: Engine; readonly workflow: Runtime },
  recordId: string,
  command: (task: string) => Command,
  form?: RowLike,
): Promise<Actor | null> => {
  const [task] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; actor: string | null }>(
      `select t.id::text, coalesce(t.assignee_id, (
          select u.id from users u
           where u.tenant_id = t.tenant_id and u.id <> t.applicant_id
             and not (u.id = any(t.concerned_ids))
             and t.candidates && wf_groups(t.tenant_id, u.id)
           order by u.id limit 1))::text as actor
         from wf_task t
        where t.tenant_id = $1 and t.business_id = $2 and t.status = 'TODO'`,
      [tenantId, recordId],
    ),
  );
  if (!task) return null;
  const handler = task.actor && (await cachedActor(engine, task.actor));
  if (!handler) throw new Error(`nobody can act on ${recordId}`);
  await workflow.execute(engine, handler, {
    on: { task: task.id },
    command: command(task.id),
    ...(form && { form }),
  });
  return handler;
};

/** Returns the actor of an account, with the rights at the first call (`cachedActor`). @throws Error if unknown */
export const actorByAccount = async (
  { engine }: { readonly engine: Engine },
  account: string,
): Promise<Actor> => {
  const [found] = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string }>(
      'select id::text from users where tenant_id = $1 and account = $2',
      [tenantId, account],
    ),
  );
  const actor = found && (await cachedActor(engine, found.id));
  if (!actor) throw new Error(`the demo has no ${account}`);
  return actor;
};
