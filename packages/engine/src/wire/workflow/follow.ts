import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Refused } from '@keyan/kernel/errors.ts';
import { say } from '@keyan/kernel/label.ts';
import type { ProcessAbility } from '@keyan/kernel/wire/tasks.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import { Type } from 'typebox';
import { previewJump } from '../../workflow/drawings/jumps.ts';
import { whyNotUrge } from '../../workflow/people/urge.ts';
import { openProcess } from '../../workflow/runtime/access.ts';
import { stepsIn } from '../../workflow/runtime/columns.ts';
import { recordTablesOf } from '../../workflow/runtime/invariants.ts';
import type { WorkflowServices } from '../../workflow/runtime/port.ts';
import {
  listRunning,
  type RunningProcess,
  type RunningQuery,
} from '../../workflow/runtime/running.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import {
  manageCode,
  managedKinds,
  managesKind,
  officeCode,
  processNotFound,
} from '../../workflow/runtime/subject.ts';
import { listTroubles, recordTroubles } from '../../workflow/troubles/troubles.ts';
import { type Endpoint, endpoint } from '../endpoint.ts';
import { idParam, reasonParameter as reasonText } from '../inputs.ts';
import { deleteReason as deleteReasonText, pageEnvelope, pagingParameters } from './inputs.ts';
import { jumpRow, runningRow, troubleRow } from './presenters.ts';

const words = Type.String({ maxLength: 100 });

/** Permission codes for managing processes; codes and roles decide which processes. */
const managers = [manageCode, officeCode];

/** Returns what a manager may do with a running process. */
const abilitiesOn = (
  engine: WorkflowServices,
  process: RunningProcess,
): readonly ProcessAbility[] => {
  const { suspended, held, urged, kind } = process;
  if (suspended) return ['activate', 'delete'];
  const others = held.filter(({ withApplicant }) => !withApplicant);
  const isAsked = [...others, ...held.filter(({ stranded }) => stranded)].some(
    ({ tasks }) => tasks.length > 0,
  );
  const isWaiting = held.some(({ waits }) => waits);
  const since = others.find(({ tasks }) => tasks.length > 0)?.since ?? null;
  const urging = { kind, status: 'RUN', suspended, by: 'manager', held: since, urged } as const;
  return [
    ...(whyNotUrge(engine, urging) ? [] : (['urge'] as const)),
    ...(isAsked ? (['transfer'] as const) : []),
    ...(others.length > 0 ? (['jump'] as const) : []),
    ...(isWaiting ? (['settle'] as const) : []),
    ...(['suspend', 'delete'] as const),
  ];
};

/**
 * Returns one running process for its manager.
 * @throws Missing for everybody else.
 */
const runningOf = async (
  engine: WorkflowServices,
  actor: Actor,
  processInstanceId: string,
): Promise<RunningProcess> => {
  const query: RunningQuery = { current: 1, size: 1, id: processInstanceId };
  const { processes } = await engine.database.read(actor.tenantId, (session) =>
    listRunning(engine, session, managedKinds(engine, actor), query),
  );
  const [process] = processes;
  if (!process) throw processNotFound();
  return process;
};

/** Calls that list running processes for their managers. */
const listEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/follow/list',
    auth: 'user',
    permissions: ['follow', ...managers],
    summary: ['运行中的流程', 'Running processes'],
    input: Type.Object({
      ...pagingParameters,
      processInstanceId: Type.Optional(idParam),
      processDefinitionKey: Type.Optional(words),
      processDefinitionId: Type.Optional(idParam),
      businessName: Type.Optional(words),
      applicant: Type.Optional(words),
      deptName: Type.Optional(words),
      nodeName: Type.Optional(words),
      assigneeName: Type.Optional(words),
      /** Minimum number of days at the current step. */
      stayDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000 })),
      state: Type.Optional(
        Type.Union(
          (['active', 'suspended', 'overdue', 'trouble'] as const).map((one) => Type.Literal(one)),
        ),
      ),
      sort: Type.Optional(Type.Union([Type.Literal('started'), Type.Literal('stay')])),
    }),
    run: async (input, { actor, engine, language }) => {
      const { processes, total } = await engine.database.read(actor.tenantId, (session) =>
        listRunning(engine, session, managedKinds(engine, actor), {
          current: input.current ?? 1,
          size: input.size ?? 10,
          id: input.processInstanceId,
          kind: input.processDefinitionKey,
          definition: input.processDefinitionId,
          text: input.businessName,
          applicant: input.applicant,
          department: input.deptName,
          step: input.nodeName,
          holder: input.assigneeName,
          days: input.stayDays,
          state: input.state,
          sort: input.sort,
        }),
      );
      return pageEnvelope(
        processes.map((process) => runningRow(process, abilitiesOn(engine, process), language)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/follow/detail',
    auth: 'user',
    permissions: managers,
    summary: ['运行中的流程及其环节', 'A running process and its steps'],
    input: Type.Object({ processInstanceId: idParam }),
    run: async ({ processInstanceId }, { actor, engine, language }) => {
      const process = await runningOf(engine, actor, processInstanceId);
      const { graph } = await openProcess(engine, actor, { process: processInstanceId });
      const steps = stepsIn(graph).filter(({ type }) => type === 'user');
      const apply = graph.nodes[graph.apply];
      return {
        ...runningRow(process, abilitiesOn(engine, process), language),
        steps: [...(apply?.type === 'user' ? [apply] : []), ...steps].map((step) => ({
          key: step.id,
          name: say(stepLabel(step), language),
        })),
      };
    },
  }),
];

/** Calls for actions of managers on a process. */
const commandEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/follow/delete-process-instance',
    auth: 'user',
    permissions: managers,
    summary: ['删除流程', 'Delete a process'],
    input: Type.Object({
      processInstanceId: idParam,
      deleteReason: Type.Optional(deleteReasonText),
    }),
    run: async ({ processInstanceId, deleteReason = '' }, { actor, engine }) => {
      await runtime.execute(engine, actor, {
        on: { instance: processInstanceId },
        command: { is: 'delete', comment: deleteReason },
      });
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/follow/jump',
    auth: 'user',
    permissions: managers,
    summary: ['跳转到其他环节', 'Move a process to another step'],
    input: Type.Object({
      processInstanceId: idParam,
      /** Visit id of the open step to leave; left out, the only open step. */
      visitId: Type.Optional(idParam),
      nodeKey: Type.String({ minLength: 1, maxLength: 200 }),
      reason: Type.Optional(reasonText),
      /** True to return only what would change. */
      dryRun: Type.Optional(Type.Boolean()),
    }),
    run: async (input, { actor, engine, language }) => {
      const { processInstanceId, reason = '', dryRun = false } = input;
      const opened = await openProcess(engine, actor, { process: processInstanceId });
      if (!managesKind(engine, actor, opened.snapshot.instance.kind)) throw new Denied();
      const open = opened.snapshot.visits.filter(({ status }) => status === 'ACTIVE');
      const visit = input.visitId ?? (open.length === 1 ? open[0]?.id : undefined);
      if (visit === undefined) {
        throw new Refused(['请选择要离开的环节', 'Choose the step that it leaves']);
      }
      const target = { visit, to: input.nodeKey };
      // A preview needs no reason.
      const comment = dryRun ? reason || '-' : reason;
      const preview = await previewJump(runtime, engine, actor, opened, { ...target, comment });
      if (!dryRun) {
        await runtime.execute(engine, actor, {
          on: { instance: processInstanceId },
          command: { is: 'jump', ...target, comment },
        });
      }
      return jumpRow(preview, language);
    },
  }),
];

/** Calls that end a wait which nobody completes. */
const settleEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/follow/settle',
    auth: 'user',
    permissions: managers,
    summary: ['结束等待', 'End a wait'],
    input: Type.Object({
      processInstanceId: idParam,
      /** Visit id of the wait. */
      visitId: idParam,
      flag: Type.Union([Type.Literal('ok'), Type.Literal('back')]),
      reason: Type.Optional(reasonText),
    }),
    run: async ({ processInstanceId, visitId, flag, reason = '' }, { actor, engine }) => {
      const verdict = flag === 'ok' ? 'agree' : 'against';
      await runtime.execute(engine, actor, {
        on: { instance: processInstanceId },
        command: { is: 'settle', visit: visitId, verdict, comment: reason },
      });
      return true;
    },
  }),
];

/** Calls of the page of troubles: processes that are stuck or broken. */
const troubleEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/follow/troubles',
    auth: 'user',
    permissions: managers,
    summary: ['流程异常', 'Process problems'],
    input: Type.Object({
      ...pagingParameters,
      solved: Type.Optional(Type.Boolean()),
      kind: Type.Optional(words),
      businessName: Type.Optional(words),
      processInstanceId: Type.Optional(idParam),
    }),
    run: async (input, { actor, engine, language }) => {
      const { troubles, total } = await engine.database.read(actor.tenantId, (session) =>
        listTroubles(session, managedKinds(engine, actor), {
          current: input.current ?? 1,
          size: input.size ?? 10,
          solved: input.solved ?? false,
          kind: input.kind,
          title: input.businessName,
          instance: input.processInstanceId,
        }),
      );
      return pageEnvelope(
        troubles.map((trouble) => troubleRow(trouble, language)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/follow/check',
    auth: 'user',
    permissions: [manageCode],
    summary: ['检查全部流程', 'Check all processes now'],
    input: Type.Object({}),
    run: async (_input, { actor, engine }) => {
      const tables = recordTablesOf(engine.resources.values());
      const found = await engine.database.transaction(actor.tenantId, (tx) =>
        recordTroubles(tx, engine.ids, tables, engine.clock()),
      );
      return { found };
    },
  }),
];

/** Calls of `blade-flow/follow`: processes of other people and their troubles, for managers. */
export const followEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...listEndpoints(),
  ...commandEndpoints(runtime),
  ...settleEndpoints(runtime),
  ...troubleEndpoints(),
];
