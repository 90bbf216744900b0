import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import { Fault } from '@keyan/kernel/errors.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';
import type { Session } from '../../store/connection/database.ts';
import type { OpenWork, Workflow, WorkflowServices } from '../runtime/port.ts';
import type { ExecuteCommand } from '../runtime/task-commands.ts';

/** SQL for open and future tasks of people, except in processes that they started. */
const workText = `
  select person::text as "userId", count(*) filter (where not own)::int as tasks,
      count(*) filter (where own)::int as own
    from (
      select t.assignee_id as person, t.assignee_id = t.applicant_id as own
        from wf_task t
       where t.tenant_id = $1 and t.status in ('TODO', 'WAIT') and t.assignee_id = any($2::bigint[])
      union all
      select turn.person::bigint, false
        from wf_act a
        cross join lateral jsonb_array_elements_text(a.people) with ordinality turn(person, place)
       where a.tenant_id = $1 and a.status = 'ACTIVE' and a.people ?| $2::text[]
         and turn.person = any($2::text[]) and turn.place > a.done + a.against + 1) w
   group by person order by person`;

/** SQL for tasks that people claimed by a role, a department or a post that they no longer have. */
const keptText = `
  select t.assignee_id::text as "userId", count(*)::int as lost
    from wf_task t
   where t.tenant_id = $1 and t.status in ('TODO', 'WAIT') and t.assignee_id = any($2::bigint[])
     and t.assignee_id <> t.applicant_id and t.handed is null and cardinality(t.candidates) > 0
     and not (t.candidates && coalesce(wf_groups($1, coalesce(t.owner_id, t.assignee_id)), '{}'))
   group by t.assignee_id`;

/** Returns the number of open tasks of these people. */
const openWorkOf: Workflow['openWork'] = async (session, people) => {
  const given = [session.tenantId, people];
  const work = await session.query<Omit<OpenWork, 'lost'>>(workText, given);
  const kept = await session.query<Pick<OpenWork, 'userId' | 'lost'>>(keptText, given);
  const lost = new Map(kept.map((row) => [row.userId, row.lost]));
  return work.map((row) => ({ ...row, lost: lost.get(row.userId) ?? 0 }));
};

/** Returns the processes in which these people have open tasks, by id. */
const processesOf = (
  session: Session,
  people: readonly string[],
  /** True to include processes in which they only act as applicants. */
  alsoOwn: boolean,
): Promise<{ id: string }[]> =>
  session.query<{ id: string }>(
    `select distinct instance_id::text as id from (
        select t.instance_id from wf_task t
         where t.tenant_id = $1 and t.status in ('TODO', 'WAIT') and t.assignee_id = any($2::bigint[])
           and (t.assignee_id <> t.applicant_id or $3)
        union
        select a.instance_id from wf_act a
         where a.tenant_id = $1 and a.status = 'ACTIVE' and a.people ?| $2::text[]) w
      order by 1`,
    [session.tenantId, people, alsoOwn],
  );

/**
 * SQL for open tasks on which nobody can act: the assignee's account is disabled, or only people whom the record names
 * have the required role. A step of the applicant belongs to the applicant.
 */
export const stuckTasksText = `with
  held as materialized (
    select u.id as person, g.reference
      from users u cross join lateral unnest(wf_groups($1, u.id)) g(reference)
     where u.tenant_id = $1 and u.status = '1' and u.is_deleted = 0),
  open as (
    select t.id, t.instance_id, t.node, t.assignee_id, t.applicant_id, t.concerned_ids,
        t.candidates
      from wf_task t
      join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
     where t.tenant_id = $1 and t.status = 'TODO' and not i.suspended
       and t.assignee_id is distinct from t.applicant_id),
  able as (
    select distinct o.id
      from open o cross join lateral unnest(o.candidates) c(reference)
      join held h on h.reference = c.reference
       and h.person <> o.applicant_id and not (h.person = any(o.concerned_ids))
     where o.assignee_id is null)
  select o.instance_id, o.node from open o
   where case when o.assignee_id is null then not exists (select 1 from able a where a.id = o.id)
     else not exists (select 1 from users u where u.tenant_id = $1 and u.id = o.assignee_id
       and u.status = '1' and u.is_deleted = 0) end`;

/** SQL for open tasks claimed by a role, a department or a post that the assignee no longer has (ruling 61). */
const lostTasksText = `
  select t.instance_id, t.node from wf_task t
    join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
   where t.tenant_id = $1 and t.status = 'TODO' and not i.suspended
     and t.assignee_id is not null and t.claimed is null and t.handed is null
     and cardinality(t.candidates) > 0
     and not (t.candidates && coalesce(wf_groups($1, coalesce(t.owner_id, t.assignee_id)), '{}'))
     and not exists (select 1 from wf_task o
       where o.tenant_id = $1 and o.act_id = t.act_id and o.actor_id = t.assignee_id)`;

/** Runs a command in each process; counts those in which it is not possible. */
const inEach = async (
  execute: ExecuteCommand,
  engine: WorkflowServices,
  actor: Actor | SystemActor,
  instances: readonly { readonly id: string }[],
  command: Command,
): Promise<number> => {
  let refused = 0;
  for (const { id } of instances) {
    try {
      await execute(engine, actor, { on: { instance: id }, command });
    } catch (error) {
      // Also if the process or its record was deleted meanwhile: the others go on.
      if (!(error instanceof Fault)) throw error;
      refused += 1;
    }
  }
  return refused;
};

/** Commands for disabled accounts, lost roles, and tasks on which nobody can act. */
export const offboardingCommands = (
  execute: ExecuteCommand,
): Pick<Workflow, 'openWork' | 'reassignOnLeave' | 'offerStuckTasks'> => ({
  openWork: openWorkOf,

  reassignOnLeave: async (engine, actor, from, to, handing) => {
    const look = () => engine.database.read(actor.tenantId, (session) => openWorkOf(session, from));
    const before = await look();
    const instances = await engine.database.read(actor.tenantId, (session) =>
      processesOf(session, from, to !== null && handing === undefined),
    );
    await inEach(execute, engine, actor, instances, {
      is: 'reassignOnLeave',
      from,
      to,
      ...(handing && { handing }),
    });
    const after = new Map((await look()).map((work) => [work.userId, work]));
    return before.map(({ userId, tasks }) => {
      const { tasks: left = 0, own = 0 } = after.get(userId) ?? {};
      return { userId, handedOver: tasks - left, left, own };
    });
  },

  offerStuckTasks: async (engine, tenantId) => {
    const instances = await engine.database.read(tenantId, (session) =>
      session.query<{ id: string }>(
        `select distinct instance_id::text as id from (
            select instance_id from (${stuckTasksText}) stuck
            union all select instance_id from (${lostTasksText}) lost) open order by 1`,
        [tenantId],
      ),
    );
    const actor: SystemActor = { system: 'stuck tasks', tenantId };
    const left = await inEach(execute, engine, actor, instances, { is: 'rescueStuck' });
    return { found: instances.length, left };
  },
});
