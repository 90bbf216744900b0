import type { Actor } from '@keyan/kernel/actor.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../store/database.ts';
import { missing } from '../wire/parameters.ts';
import { graphOf } from './definitions.ts';
import { groupsOf } from './people.ts';
import type { WorkflowServices } from './port.ts';
import { type InstanceName, loadSnapshot } from './rows.ts';
import { manageCode, resourceOfKind } from './subject.ts';

/** What a call names a process by. */
export interface Named {
  readonly taskId?: string | undefined;
  readonly processInstanceId?: string | undefined;
  readonly businessId?: string | undefined;
}

export interface Opened {
  readonly snapshot: Snapshot;
  readonly graph: Graph;
}

const unknown = () => new Missing(['流程实例不存在', 'There is no such process']);

/** The newest process of a record. */
const ofBusiness = async (session: Session, business: string): Promise<string> => {
  const [row] = await session.query<{ id: string }>(
    `select id::text from wf_instance where tenant_id = $1 and business_id = $2
      order by id desc limit 1`,
    [session.tenantId, business],
  );
  if (!row) throw unknown();
  return row.id;
};

const nameOf = async (session: Session, named: Named): Promise<InstanceName> => {
  if (named.taskId) return { task: named.taskId };
  if (named.processInstanceId) return { instance: named.processInstanceId };
  if (!named.businessId) throw new Invalid([missing('processInstanceId')]);
  return { instance: await ofBusiness(session, named.businessId) };
};

/** Took part in it: applied, has or had a task, may take one, or manages processes. */
const takesPart = (actor: Actor, { instance, tasks }: Snapshot): boolean => {
  const groups = groupsOf(actor);
  return (
    instance.applicant === actor.id ||
    actor.permissions.has(manageCode) ||
    tasks.some(
      (task) =>
        task.assignee === actor.id ||
        task.actor === actor.id ||
        (task.status === 'TODO' && task.candidates.some((reference) => groups.has(reference))),
    )
  );
};

/**
 * A process as its followers may see it: whoever took part in it, or may read its record.
 * @throws Missing for everybody else, as if it were not there.
 */
export const openProcess = async (
  engine: WorkflowServices,
  actor: Actor,
  named: Named,
): Promise<Opened> => {
  const opened = await engine.database.read(actor.tenantId, async (session) => {
    const snapshot = await loadSnapshot(session, await nameOf(session, named));
    if (!snapshot) throw unknown();
    return { snapshot, graph: await graphOf(session, snapshot.instance.definition) };
  });
  const { instance } = opened.snapshot;
  if (!takesPart(actor, opened.snapshot)) {
    await engine.as(actor).read(resourceOfKind(engine, instance.kind), instance.business);
  }
  return opened;
};

/**
 * The task that a call is about: the one it names, else the one that waits for the caller on the
 * record or the process that it names. Clients of the business side know no tasks.
 *
 * @param kinds the processes in question; all of them when left out.
 * @throws Invalid when nothing is named, Refused when nothing there waits for the caller.
 */
export const openTask = async (
  engine: WorkflowServices,
  actor: Actor,
  { taskId, processInstanceId, businessId }: Named,
  kinds?: readonly string[],
): Promise<string> => {
  if (taskId) return taskId;
  if (!processInstanceId && !businessId) throw new Invalid([missing('taskId')]);
  const [task] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select t.id::text from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = $1 and t.status = 'TODO'
          and t.business_id = coalesce($2, t.business_id)
          and t.instance_id = coalesce($3, t.instance_id)
          and (t.assignee_id = $4 or (t.assignee_id is null and t.candidates && $5::text[]
            and t.applicant_id <> $4 and not ($4 = any(t.concerned_ids))))
          and ($6::text[] is null or i.kind = any($6))
        order by t.id limit 1`,
      [
        actor.tenantId,
        businessId ?? null,
        processInstanceId ?? null,
        actor.id,
        [...groupsOf(actor)],
        kinds ?? null,
      ],
    ),
  );
  if (!task)
    throw new Refused(['该记录没有待您办理的任务', 'Nothing on this record waits for you']);
  return task.id;
};
