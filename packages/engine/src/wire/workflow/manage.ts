import { Invalid, Missing } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { opinionFault, opinionLabels } from '@keyan/kernel/values/opinion.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { ModelRow } from '@keyan/kernel/wire/routes.ts';
import { stepLabel } from '@keyan/kernel/workflow/diagram.ts';
import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { Type } from 'typebox';
import { type StepLoad, stepLoadOf } from '../../workflow/chains/evidence.ts';
import { restoreRoute } from '../../workflow/chains/judging.ts';
import {
  definitionOf,
  definitionXml,
  deleteDefinitions,
  graphsOf,
  setDefinitionActive,
} from '../../workflow/drawings/definitions.ts';
import { listDefinitions } from '../../workflow/drawings/listed-definitions.ts';
import {
  type DeployOptions,
  deployFiles,
  receiveRouteFiles,
  routeFileOf,
} from '../../workflow/drawings/upload.ts';
import { compareVersions, moveProcesses } from '../../workflow/drawings/versions.ts';
import { stepsIn } from '../../workflow/runtime/columns.ts';
import type { Runtime } from '../../workflow/runtime/runtime.ts';
import { manageCode, officeCode, stateCode } from '../../workflow/runtime/subject.ts';
import { type ActorCall, type Endpoint, endpoint, Reply } from '../endpoint.ts';
import { findingRow } from '../envelope.ts';
import { idList, idParam, reasonParameter, withAliases } from '../inputs.ts';
import { isShipped, modeParameter, pageEnvelope, pagingParameters } from './inputs.ts';
import { definitionRow, differenceRow, listedDefinitionRow } from './presenters.ts';

const words = Type.String({ maxLength: 100 });

/** Codes separated by commas. */
const codes = Type.String({ maxLength: 2000 });

const judged: Label = ['流程文件可以部署', 'The diagram can be deployed'];
const faulty: Label = ['流程文件不能部署', 'The diagram cannot be deployed'];
const warned: Label = ['部署成功，请查看提示', 'Deployed; see the notes'];
const deployed: Label = ['部署成功', 'Deployed'];
const restored: Label = ['已恢复使用', 'Restored'];

/** Calls of `blade-flow/manager`: deployed routes and their state. */
const definitionEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/manager/list',
    auth: 'user',
    permissions: ['manager', 'flow_manager_state'],
    summary: ['流程定义', 'Deployed processes'],
    input: Type.Object({
      ...pagingParameters,
      category: Type.Optional(words),
      key: Type.Optional(words),
      name: Type.Optional(words),
      mode: modeParameter,
    }),
    run: async (input, call) => {
      const { actor, engine } = call;
      const { current = 1, size = 10, ...asked } = input;
      const shipped = isShipped(input.mode);
      const { definitions, total } = await engine.database.read(actor.tenantId, (session) =>
        listDefinitions(session, { ...asked, shipped, current, size }),
      );
      return pageEnvelope(
        definitions.map((item) => listedDefinitionRow(item, call)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/change-state',
    auth: 'user',
    permissions: [stateCode, manageCode, officeCode],
    summary: ['激活或挂起', 'Activate or suspend a process version'],
    input: Type.Object({
      processId: idParam,
      state: Type.Union([Type.Literal('active'), Type.Literal('suspend')]),
    }),
    run: async ({ processId, state }, { actor, engine }) => {
      // A version of a route, or a running process: BladeX clients use the same call for both.
      const known =
        actor.permissions.has(stateCode) &&
        (await engine.database.transaction(actor.tenantId, (tx) =>
          setDefinitionActive(tx, processId, state === 'active'),
        ));
      if (known) {
        runtime.cache.forget(actor.tenantId);
        return true;
      }
      const command = { is: state === 'active' ? 'activate' : 'suspend' } as const;
      await runtime.execute(engine, actor, { on: { instance: processId }, command });
      return true;
    },
  }),
];

/** Calls of `blade-flow/manager` that compare two versions of a route. */
const versionEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/manager/compare',
    auth: 'user',
    permissions: ['manager', stateCode],
    summary: ['比较两个版本', 'Compare two versions of a process'],
    input: Type.Object({ from: idParam, to: idParam }),
    run: async ({ from, to }, { actor, engine, dictionaries, language }) => {
      const differences = await engine.database.read(actor.tenantId, (session) =>
        compareVersions(engine, session, dictionaries, from, to),
      );
      return differences.map((difference) => differenceRow(difference, language));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/move',
    auth: 'user',
    permissions: [manageCode],
    summary: ['将运行中的流程换到另一版本', 'Move running processes to another version'],
    input: Type.Object({
      from: idParam,
      to: idParam,
      /** New ids of nodes and flows that have another id in the new version. */
      map: Type.Optional(
        Type.Record(Type.String({ maxLength: 200 }), Type.String({ maxLength: 200 })),
      ),
      processInstanceIds: Type.Optional(Type.Array(idParam, { maxItems: 500 })),
      /** True to return only which processes fit, and why others do not. */
      dryRun: Type.Optional(Type.Boolean()),
    }),
    run: async (input, { actor, engine, language }) => {
      const { from, to, map = {}, processInstanceIds, dryRun = false } = input;
      const wish = { from, to, map, instances: processInstanceIds, dryRun };
      const outcomes = await moveProcesses(runtime, engine, actor, wish);
      return outcomes.map(({ instance, title, problem, strangers }) => ({
        processInstanceId: instance,
        businessName: title,
        /** Reason why the process cannot continue there; empty if it can. */
        problem: problem ? say(problem, language) : '',
        /** People who would keep a task that belongs to somebody else there; only for a dry run. */
        strangers: strangers.map((one) => say(one, language)),
      }));
    },
  }),
];

/** Calls of `blade-flow/manager` that put an earlier version back into use. */
const restoringEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/restore',
    auth: 'user',
    permissions: [stateCode],
    summary: ['恢复使用早先的版本', 'Restore an earlier version of a process'],
    input: Type.Object({
      processDefinitionId: idParam,
      /** Id of the version in force that the caller saw. */
      baseId: idParam,
      reason: reasonParameter,
    }),
    run: async ({ processDefinitionId, baseId, reason }, call) => {
      const fault = opinionFault(opinionLabels.reason, reason);
      if (fault) throw new Invalid([{ path: 'reason', message: fault }]);
      const wish = { restores: processDefinitionId, base: baseId, remark: reason.trim() };
      const found = await restoreRoute(runtime, call.engine, call.actor, wish);
      const answer = {
        definitions: found.definitions.map((item) => definitionRow(item, call)),
        warnings: found.warnings.map(findingRow),
      };
      return new Reply(answer, restored);
    },
  }),
];

/** Deploys files, and returns the result of each in the caller's language. */
const deployIn = async (runtime: Runtime, call: ActorCall, wish: DeployOptions): Promise<Reply> => {
  const { actor, engine } = call;
  const found = await deployFiles(engine, actor, wish, {
    elsewhere: runtime.deploysElsewhere(actor),
    matters: runtime.matters,
  });
  for (const tenant of new Set([actor.tenantId, ...wish.tenantIds])) runtime.cache.forget(tenant);
  const { problems, converted, warnings } = found;
  const answer = {
    definitions: found.definitions.map((item) => definitionRow(item, call)),
    problems: problems.map(findingRow),
    converted: converted.map(findingRow),
    warnings: warnings.map(findingRow),
  };
  if (wish.dryRun) return new Reply(answer, problems.length > 0 ? faulty : judged);
  return new Reply(answer, converted.length + warnings.length > 0 ? warned : deployed);
};

/** Calls of `blade-flow/manager` that deploy and delete routes. */
const deploymentEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/deploy-upload',
    auth: 'user',
    permissions: ['deploy', 'flow_manager_state'],
    summary: ['上传并部署流程图', 'Upload and deploy diagrams'],
    files: true,
    input: Type.Object({
      category: Type.Optional(words),
      kind: Type.Optional(words),
      tenantIds: Type.Optional(codes),
      dryRun: Type.Optional(Type.Boolean()),
    }),
    run: async ({ category, kind, tenantIds = '', dryRun = false }, call) =>
      deployIn(runtime, call, {
        files: await receiveRouteFiles(call.files),
        category: category || undefined,
        kind: kind || undefined,
        tenantIds: tenantIds.split(',').filter(Boolean),
        dryRun,
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager-ext/delete-deployment',
    aliases: ['blade-flow/manager/delete-deployment'],
    auth: 'user',
    permissions: ['flow_manager_remove', 'flow_manager_state'],
    summary: ['删除流程定义', 'Delete deployed processes'],
    input: Type.Object({ deploymentIds: idList }),
    run: async ({ deploymentIds }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        deleteDefinitions(tx, deploymentIds.split(',')),
      );
      runtime.cache.forget(actor.tenantId);
      return true;
    },
  }),
];

/** Call that deploys a BladeX model, which is the newest version of a route: the next version is created. */
const modelDeployments = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'POST',
    path: 'blade-flow/model-ext/deploy',
    aliases: ['blade-flow/model/deploy'],
    auth: 'user',
    permissions: ['deploy', 'flow_manager_state'],
    summary: ['部署流程模型', 'Deploy a process model, here or in other tenants'],
    input: Type.Object({
      modelId: idParam,
      category: Type.Optional(words),
      tenantIds: Type.Optional(codes),
    }),
    run: async ({ modelId, category, tenantIds = '' }, call) => {
      const { definition, xml } = await call.engine.database.read(
        call.actor.tenantId,
        async (session) => ({
          definition: await definitionOf(session, modelId),
          xml: await definitionXml(session, modelId),
        }),
      );
      if (!definition) throw new Missing();
      return deployIn(runtime, call, {
        files: [routeFileOf(definition.key, xml)],
        category: category || undefined,
        kind: definition.kind,
        tenantIds: tenantIds.split(',').filter(Boolean),
        dryRun: false,
      });
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/model/submit',
    auth: 'user',
    permissions: ['deploy', 'flow_manager_state'],
    summary: ['保存流程模型', 'Save a designer’s diagram as the next version'],
    input: Type.Object({
      name: Type.Optional(words),
      modelKey: Type.Optional(words),
      category: Type.Optional(words),
      kind: Type.Optional(words),
      modelEditorXml: Type.String({ minLength: 1, maxLength: 2_000_000, ...withAliases('xml') }),
    }),
    run: async ({ name, modelKey, category, kind, modelEditorXml }, call) =>
      deployIn(runtime, call, {
        files: [routeFileOf(modelKey || name || 'model', modelEditorXml)],
        category: category || undefined,
        kind: kind || undefined,
        tenantIds: [],
        dryRun: false,
      }),
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/model/remove',
    auth: 'user',
    permissions: ['flow_manager_remove', 'flow_manager_state'],
    summary: ['删除流程模型', 'Delete the newest versions of routes'],
    input: Type.Object({ ids: idList }),
    run: async ({ ids }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        deleteDefinitions(tx, ids.split(',')),
      );
      runtime.cache.forget(actor.tenantId);
      return true;
    },
  }),
];

const year = 365 * 86_400_000;

/** Returns the steps of a route in order, each with its load. */
const stepsWith = (
  loads: readonly StepLoad[],
  kind: string,
  graph: Graph | undefined,
  language: Language,
): ModelRow['steps'] =>
  (graph ? stepsIn(graph) : []).flatMap((node) => {
    const load = loads.find((one) => one.kind === kind && one.node === node.id);
    if (!load) return [];
    const median = load.median === null ? null : Math.round(load.median * 10) / 10;
    const nodeName = say(stepLabel(node), language);
    return [{ nodeKey: node.id, nodeName, median, open: load.open }];
  });

/** Calls of `blade-flow/model`: the newest version of each route, and its file. */
const modelEndpoints = (): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/model/list',
    auth: 'user',
    permissions: ['model', 'manager', 'flow_manager_state'],
    summary: ['流程模型', 'Process models'],
    input: Type.Object({
      ...pagingParameters,
      modelKey: Type.Optional(words),
      name: Type.Optional(words),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 10, modelKey, name } = input;
      const { definitions, total, loads, graphs } = await engine.database.read(
        actor.tenantId,
        async (session) => {
          const wish = { current, size, key: modelKey, name, newest: true };
          const found = await listDefinitions(session, wish);
          const kinds = found.definitions.map(({ kind }) => kind);
          const from = new Date(engine.clock().getTime() - year);
          const ids = found.definitions.map(({ id }) => id);
          return {
            ...found,
            loads: await stepLoadOf(session, kinds, from),
            graphs: await graphsOf(session, ids),
          };
        },
      );
      const rows = definitions.map(
        (item): ModelRow => ({
          id: item.id,
          modelKey: item.key,
          kind: item.kind,
          name: language === 'zh' ? item.name : item.nameEn,
          version: item.version,
          created: timeText(item.deployedAt),
          lastUpdated: timeText(item.deployedAt),
          steps: stepsWith(loads, item.kind, graphs.get(item.id), language),
        }),
      );
      return pageEnvelope(rows, total, input);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/model/detail',
    auth: 'user',
    permissions: ['model', 'manager', 'flow_manager_state'],
    summary: ['流程模型的文件', 'File of a process model'],
    input: Type.Object({ id: idParam }),
    run: async (input, { actor, engine }) => ({
      id: input.id,
      modelEditorXml: await engine.database.read(actor.tenantId, (session) =>
        definitionXml(session, input.id),
      ),
    }),
  }),
];

/** Returns the calls of `blade-flow/{manager,model}`: deployed routes. */
export const manageEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...definitionEndpoints(runtime),
  ...versionEndpoints(runtime),
  ...restoringEndpoints(runtime),
  ...deploymentEndpoints(runtime),
  ...modelEndpoints(),
  ...modelDeployments(runtime),
];
