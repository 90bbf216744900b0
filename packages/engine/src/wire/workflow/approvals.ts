import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Fault, Missing } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import { Type } from 'typebox';
import { instancesOf, timelineOf } from '../../workflow/lists/timeline.ts';
import { openProcess, openTask } from '../../workflow/runtime/access.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idsParam, recordParameter } from '../inputs.ts';
import { commandOf } from './answer.ts';
import { opinionParameter } from './inputs.ts';
import { auditRow } from './presenters.ts';

/** Result for one record of a batch. */
interface Outcome {
  readonly id: string;
  readonly success: boolean;
  readonly msg: string;
}

/**
 * Returns the calls `{path}/approvals` of a resource: many tasks completed in one call, and the approvals of a record.
 */
const approvalsOf = (resource: Resource, runtime: Runtime): readonly Endpoint[] => {
  const kinds = resource.processes.map((process) => process.kind);
  return [
    endpoint({
      method: 'POST',
      path: `${resource.path}/approvals`,
      aliases: [`${resource.path}/subApprovals`],
      auth: 'user',
      summary: ['批量审批', 'Complete the tasks on several records'],
      input: Type.Object({
        ids: idsParam(200),
        flag: Type.Optional(Type.String({ maxLength: 20 })),
        comment: Type.Optional(opinionParameter),
        backTo: Type.Optional(Type.String({ maxLength: 100 })),
      }),
      run: async ({ ids, ...given }, { actor, engine, language }) => {
        const outcomes: Outcome[] = [];
        // Each record is a separate transaction: a refusal of one does not stop others.
        for (const businessId of new Set(ids)) {
          try {
            const task = await openTask(engine, actor, { record: businessId }, kinds);
            await runtime.execute(engine, actor, {
              on: { task },
              command: commandOf(task, given),
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
      auth: 'user',
      summary: ['审批记录', 'Approval records'],
      input: Type.Object({ id: recordParameter }),
      run: async ({ id: businessId }, { actor, engine, language }) => {
        const { snapshot, graph } = await openProcess(engine, actor, { record: businessId });
        if (!kinds.includes(snapshot.instance.kind)) {
          throw new Missing();
        }
        const lines = await engine.database.read(actor.tenantId, async (session) =>
          timelineOf(engine, session, await instancesOf(session, businessId), graph, language),
        );
        return lines.map((line) => auditRow(line, language));
      },
    }),
  ];
};

/** Returns the calls of every resource with an approval. */
export const approvalEndpoints = (
  resources: Iterable<Resource>,
  runtime: Runtime,
): readonly Endpoint[] =>
  [...resources].filter(hasProcess).flatMap((resource) => approvalsOf(resource, runtime));
