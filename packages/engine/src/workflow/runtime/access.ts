import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import type { Snapshot } from '@keyan/kernel/workflow/state.ts';
import type { Session } from '../../store/connection/database.ts';
import { graphOf } from '../drawings/definitions.ts';
import { groupReferencesOf } from '../people/people.ts';
import type { WorkflowServices } from './port.ts';
import { type InstanceName, loadSnapshot } from './rows.ts';
import { managesKind, resourceOfKind } from './subject.ts';

/** Name of a process: by a task, by its id, or by its record, of which the newest process is meant. */
export type ProcessName =
  | { readonly task: string }
  | { readonly process: string }
  | { readonly record: string };

/** Where a task of the caller is looked for: on a record, in a process, or in both. */
export interface TaskLookup {
  readonly record?: string | undefined;
  readonly process?: string | undefined;
}

export interface OpenedProcess {
  readonly snapshot: Snapshot;
  readonly graph: Graph;
}

const unknown = () => new Missing(['流程实例不存在', 'Process not found']);

/** Returns the id of the newest process of a record. */
const ofBusiness = async (session: Session, business: string): Promise<string> => {
  const [row] = await session.query<{ id: string }>(
    `select id::text from wf_instance where tenant_id = $1 and business_id = $2
      order by id desc limit 1`,
    [session.tenantId, business],
  );
  if (!row) throw unknown();
  return row.id;
};

const nameOf = async (session: Session, name: ProcessName): Promise<InstanceName> => {
  if ('task' in name) return { task: name.task };
  if ('process' in name) return { instance: name.process };
  return { instance: await ofBusiness(session, name.record) };
};

/**
 * True if the person took part in the process: as applicant, by a task now or before, as candidate, or as process
 * manager.
 */
const takesPart = (
  engine: WorkflowServices,
  actor: Actor,
  { instance, tasks }: Snapshot,
): boolean => {
  const groups = groupReferencesOf(actor);
  return (
    instance.applicant === actor.id ||
    managesKind(engine, actor, instance.kind) ||
    tasks.some(
      (task) =>
        task.assignee === actor.id ||
        task.actor === actor.id ||
        task.owner === actor.id ||
        (task.status === 'TODO' && task.candidates.some((reference) => groups.has(reference))),
    )
  );
};

/**
 * Reads a process for everybody who took part in it or may read its record.
 * @throws Missing for everybody else, as if it did not exist.
 */
export const openProcess = async (
  engine: WorkflowServices,
  actor: Actor,
  name: ProcessName,
): Promise<OpenedProcess> => {
  const opened = await engine.database.read(actor.tenantId, async (session) => {
    const snapshot = await loadSnapshot(session, await nameOf(session, name));
    if (!snapshot) throw unknown();
    return { snapshot, graph: await graphOf(session, snapshot.instance.definition) };
  });
  const { instance } = opened.snapshot;
  if (!takesPart(engine, actor, opened.snapshot)) {
    await engine.as(actor).read(resourceOfKind(engine, instance.kind), instance.business);
  }
  return opened;
};

/**
 * Returns the SQL condition that an open task `t` can be completed or claimed by this person, who is in these groups.
 * The arguments are SQL parameters.
 */
const waitsFor = (person: string, groups: string): string =>
  `(t.assignee_id = ${person} or (t.assignee_id is null and t.candidates && ${groups}::text[]
     and t.applicant_id <> ${person} and not (${person} = any(t.concerned_ids))))`;

/**
 * Returns the caller's task on a record or in a process.
 * @param kinds kinds of processes to search; left out, all
 * @throws Refused if the caller has no task there.
 */
export const openTask = async (
  engine: WorkflowServices,
  actor: Actor,
  { record, process }: TaskLookup,
  kinds?: readonly string[],
): Promise<string> => {
  const [task] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select t.id::text from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = $1 and t.status = 'TODO'
          and t.business_id = coalesce($2, t.business_id)
          and t.instance_id = coalesce($3, t.instance_id)
          and ${waitsFor('$4', '$5')}
          and ($6::text[] is null or i.kind = any($6))
        order by t.id limit 1`,
      [
        actor.tenantId,
        record ?? null,
        process ?? null,
        actor.id,
        [...groupReferencesOf(actor)],
        kinds ?? null,
      ],
    ),
  );
  if (!task)
    throw new Refused(['该记录没有待您办理的任务', 'You have no open task on this record']);
  return task.id;
};

/** Returns those of the records on which the caller has a task in a process of this kind, in order. */
export const withOpenTask = async (
  engine: WorkflowServices,
  actor: Actor,
  records: readonly string[],
  kind: string,
): Promise<readonly string[]> => {
  const rows = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ record: string }>(
      `select distinct t.business_id::text as record from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = $1 and t.status = 'TODO' and t.business_id = any($2::bigint[])
          and ${waitsFor('$3', '$4')} and i.kind = $5`,
      [actor.tenantId, records, actor.id, [...groupReferencesOf(actor)], kind],
    ),
  );
  const found = new Set(rows.map(({ record }) => record));
  return records.filter((record) => found.has(record));
};
