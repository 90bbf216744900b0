import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Fault, Invalid } from '@keyan/kernel/errors.ts';
import { type Static, Type } from 'typebox';
import { anyVersion } from '../../records/versions.ts';
import { approvalSheetOf } from '../../workflow/lists/approval-sheet.ts';
import {
  type PredictionInput,
  predictNextSteps,
  predictRoute,
} from '../../workflow/lists/prediction.ts';
import { instancesOf, timelineOf } from '../../workflow/lists/timeline.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import type { WorkflowServices } from '../../workflow/runtime/port.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { resourceOfKind } from '../../workflow/runtime/subject.ts';
import { type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { idList, idParam, withAliases } from '../inputs.ts';
import { toWire } from '../rows.ts';
import {
  deleteReason,
  opinionParameter,
  peopleParameter,
  processNameOf,
  processNameParameters,
  taskOfCall,
} from './inputs.ts';
import { auditRow, forecastRow, predictedStepRow } from './presenters.ts';
import { todoEndpoints } from './todo.ts';

/** Ids of records, under either name that clients use. */
const recordIds = Type.String({ ...idList, ...withAliases('ids', 'businessId') });
const kindText = Type.String({ maxLength: 60 });
const anyForm = Type.Record(Type.String({ maxLength: 60 }), Type.Unknown());

const predictionInput = Type.Object({
  taskId: Type.Optional(idParam),
  kind: Type.Optional(kindText),
  flowProcessValue: Type.Optional(kindText),
  processDefinitionKey: Type.Optional(kindText),
  /** Id of a record or a running process on which the caller has a task. */
  businessId: Type.Optional(idParam),
  processInstanceId: Type.Optional(idParam),
  form: Type.Optional(anyForm),
});

const predictionOf = (input: Static<typeof predictionInput>): PredictionInput => ({
  taskId: input.taskId,
  kind: input.kind ?? input.flowProcessValue ?? input.processDefinitionKey,
  businessId: input.businessId,
  processInstanceId: input.processInstanceId,
  form: input.form,
});

interface InstanceOfBusiness {
  readonly businessId: string;
  readonly processInstanceId: string;
  readonly kind: string;
  readonly status: string;
}

/** Returns the newest process of each record that the caller may read. */
const newestOf = async (
  engine: WorkflowServices,
  actor: Actor,
  ids: readonly string[],
): Promise<readonly InstanceOfBusiness[]> => {
  const found = await engine.database.read(actor.tenantId, (session) =>
    session.query<InstanceOfBusiness>(
      `select distinct on (business_id) business_id::text as "businessId",
          id::text as "processInstanceId", kind, status
         from wf_instance where tenant_id = $1 and business_id = any($2::bigint[])
        order by business_id, id desc`,
      [session.tenantId, ids],
    ),
  );
  const readable = await Promise.all(
    found.map((row) =>
      openProcess(engine, actor, { process: row.processInstanceId }).then(
        () => [row],
        (error: unknown) => {
          if (error instanceof Fault) return [];
          throw error;
        },
      ),
    ),
  );
  return readable.flat();
};

const predictionEndpoints = (method: 'GET' | 'POST', runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method,
    path: 'kh-edu-research/work/nextUserTask/get-next-user-task',
    auth: 'user',
    onlyReads: true,
    summary: ['下一环节及办理人', 'The next step and its people'],
    input: predictionInput,
    run: async (input, { actor, engine, language }) => {
      const steps = await predictNextSteps(runtime, engine, actor, predictionOf(input));
      return steps.map((step) => predictedStepRow(step, language));
    },
  }),
  endpoint({
    method,
    path: 'kh-edu-research/work/nextUserTask/get-next-user-task-process',
    auth: 'user',
    onlyReads: true,
    summary: ['流程预测', 'Prediction of the route'],
    input: predictionInput,
    run: async (input, { actor, engine, language }) => {
      const foreseen = await predictRoute(runtime, engine, actor, predictionOf(input));
      return forecastRow(foreseen, language);
    },
  }),
];

/** Calls for starting, returning and ending processes. */
const processEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/work/businessBack/back',
    aliases: ['kh-edu-research/work/businessTuih/back', 'kh-edu-research/mywork/todo/back'],
    auth: 'user',
    summary: ['退回', 'Return a record'],
    input: Type.Object({
      ...processNameParameters,
      /** Target of a return: `applicant` (default), `prev`, or the key of a step. */
      backTo: Type.Optional(Type.String({ maxLength: 100 })),
      comment: Type.Optional(opinionParameter),
      opinion: Type.Optional(opinionParameter),
    }),
    run: async (input, { actor, engine }) => {
      const task = await taskOfCall(engine, actor, input);
      await runtime.execute(engine, actor, {
        on: { task },
        command: {
          is: 'back',
          task,
          to: input.backTo || 'applicant',
          comment: input.comment ?? input.opinion ?? '',
        },
      });
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/businessStartProcess/startProcess',
    auth: 'user',
    summary: ['发起流程', 'Start the process of a saved record'],
    input: Type.Object({
      flowProcessValue: kindText,
      businessId: idParam,
      businessName: Type.Optional(Type.String({ maxLength: 500 })),
      taskUserId: Type.Optional(peopleParameter),
      formMap: Type.Optional(anyForm),
    }),
    run: async ({ formMap = {}, ...input }, call) => {
      const { actor, engine } = call;
      const resource = resourceOfKind(engine, input.flowProcessValue);
      // Without a sent field no version can be stale.
      const version = Object.keys(formMap).length === 0 ? anyVersion : formMap.version;
      const row = await engine
        .as(actor)
        .submit(
          resource,
          { ...formMap, id: input.businessId, version },
          input.taskUserId ? { taskUserId: input.taskUserId } : {},
        );
      return new Reply(toWire(resource, row, call), ['提交成功', 'Submitted']);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'kh-edu-research/processDel/del',
    auth: 'user',
    summary: ['删除流程', 'Delete a process'],
    input: Type.Object({
      processInstanceId: Type.Optional(idParam),
      businessId: Type.Optional(idParam),
      deleteReason: Type.Optional(deleteReason),
    }),
    run: async (input, { actor, engine }) => {
      if (!input.processInstanceId && !input.businessId) {
        const message = ['请选择流程', 'Choose a process'] as const;
        throw new Invalid([{ path: 'processInstanceId', message }]);
      }
      const { snapshot } = await openProcess(engine, actor, processNameOf(input));
      await runtime.execute(engine, actor, {
        on: { instance: snapshot.instance.id },
        command: { is: 'delete', comment: input.deleteReason ?? '' },
      });
      return true;
    },
  }),
];

/** Calls that find the processes and approvals of a record, and the reverse. */
const lookupEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/audit/detail',
    auth: 'user',
    summary: ['审批记录', 'Approval records'],
    input: Type.Object(processNameParameters),
    run: async (input, { actor, engine, language }) => {
      const { snapshot, graph } = await openProcess(engine, actor, processNameOf(input));
      const { id: current, business } = snapshot.instance;
      // A query by record covers the whole record, with the rounds from which it was recalled.
      const whole = !input.taskId && !input.processInstanceId;
      const lines = await engine.database.read(actor.tenantId, async (session) =>
        timelineOf(
          engine,
          session,
          whole ? await instancesOf(session, business) : [current],
          graph,
          language,
        ),
      );
      return lines.map((line) => auditRow(line, language));
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/audit/sheet',
    auth: 'user',
    summary: ['审批单', 'Approval sheet'],
    input: Type.Object(processNameParameters),
    run: async (input, { actor, engine, language }) => {
      const { snapshot } = await openProcess(engine, actor, processNameOf(input));
      return engine.database.read(actor.tenantId, (session) =>
        approvalSheetOf(session, snapshot, language),
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/audit/getByBusinessIds',
    aliases: ['kh-edu-research/audit/getInstanceIds'],
    auth: 'user',
    summary: ['业务对应的流程', 'Processes of records'],
    input: Type.Object({ businessIds: recordIds }),
    run: ({ businessIds }, { actor, engine }) =>
      newestOf(engine, actor, [...new Set(businessIds.split(','))].slice(0, 200)),
  }),
  endpoint({
    method: 'GET',
    path: 'kh-edu-research/audit/getBusinessId',
    auth: 'user',
    summary: ['流程对应的业务', 'Record of a process'],
    input: Type.Object({ processInstanceId: idParam }),
    run: async (input, { actor, engine }) =>
      (await openProcess(engine, actor, processNameOf(input))).snapshot.instance.business,
  }),
];

/** Returns the calls of `kh-edu-research`: the business side of processes. */
export const researchEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...predictionEndpoints('GET', runtime),
  ...predictionEndpoints('POST', runtime),
  ...todoEndpoints(runtime),
  ...processEndpoints(runtime),
  ...lookupEndpoints(),
];
