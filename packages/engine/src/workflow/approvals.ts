import type { Actor } from '@keyan/kernel/actor.ts';
import { hasProcess } from '@keyan/kernel/base.ts';
import { Fault, Missing, Refused } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { Type } from 'typebox';
import type { Engine } from '../engine.ts';
import { type Endpoint, endpoint } from '../wire/endpoint.ts';
import { id } from '../wire/inputs.ts';
import { openProcess } from './access.ts';
import { commandOf } from './acting.ts';
import { opinion } from './inputs.ts';
import { groupsOf } from './people.ts';
import type { Runtime } from './runtime.ts';
import { instancesOf, timelineOf } from './timeline.ts';
import { auditRow } from './views.ts';

/** What became of one record of a batch. */
interface Outcome {
  readonly id: string;
  readonly success: boolean;
  readonly msg: string;
}

const notWaiting = (): Refused =>
  new Refused(['该记录没有待您办理的任务', 'Nothing on this record waits for you']);

/** The task on a record that the person may handle now. */
const taskOn = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  businessId: string,
): Promise<string> => {
  const [task] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ id: string }>(
      `select t.id::text from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
        where t.tenant_id = $1 and t.business_id = $2 and t.status = 'TODO' and i.kind = any($5)
          and (t.assignee_id = $3 or (t.assignee_id is null and t.candidates && $4::text[]))
        order by t.id limit 1`,
      [
        actor.tenantId,
        businessId,
        actor.id,
        [...groupsOf(actor)],
        resource.processes.map((process) => process.kind),
      ],
    ),
  );
  if (!task) throw notWaiting();
  return task.id;
};

/** `{path}/approvals` of a resource: many tasks dealt with in one call, and a record's approvals. */
const approvalsOf = (resource: Resource, runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${resource.path}/approvals`,
    door: 'actor',
    summary: ['批量审批', 'Deal with the tasks on several records'],
    input: Type.Object({
      ids: Type.Array(id, { minItems: 1, maxItems: 200 }),
      flag: Type.Optional(Type.String({ maxLength: 20 })),
      comment: Type.Optional(opinion),
      backTo: Type.Optional(Type.String({ maxLength: 100 })),
    }),
    run: async ({ ids, ...given }, { actor, engine, language }) => {
      const outcomes: Outcome[] = [];
      // Each record is a transaction of its own: what one is refused for does not hold up others.
      for (const businessId of new Set(ids)) {
        try {
          const task = await taskOn(engine, actor, resource, businessId);
          await runtime.handle(engine, actor, {
            on: { task },
            command: commandOf({ ...given, taskId: task }),
          });
          outcomes.push({ id: businessId, success: true, msg: '' });
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          outcomes.push({ id: businessId, success: false, msg: say(error.label, language) });
        }
      }
      return outcomes;
    },
  }),
  endpoint({
    method: 'GET',
    path: `${resource.path}/approvals`,
    door: 'actor',
    summary: ['审批记录', 'Approval records'],
    input: Type.Object({ id }),
    run: async ({ id: businessId }, { actor, engine, language }) => {
      const { snapshot, graph } = await openProcess(engine, actor, { businessId });
      if (!resource.processes.some((process) => process.kind === snapshot.instance.kind)) {
        throw new Missing();
      }
      const lines = await engine.database.read(actor.tenantId, async (session) =>
        timelineOf(session, await instancesOf(session, businessId), graph, language),
      );
      return lines.map((line) => auditRow(line, language));
    },
  }),
];

/** The calls for every resource that goes through approval. */
export const approvalEndpoints = (
  resources: Iterable<Resource>,
  runtime: Runtime,
): readonly Endpoint[] =>
  [...resources].filter(hasProcess).flatMap((resource) => approvalsOf(resource, runtime));
