import { Invalid } from '@keyan/kernel/errors.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { Type } from 'typebox';
import { type Endpoint, endpoint } from '../wire/endpoint.ts';
import { id, idList } from '../wire/inputs.ts';
import {
  definitionXml,
  deleteDefinitions,
  deploy,
  listDefinitions,
  setDefinitionActive,
} from './definitions.ts';
import { listFollowed } from './follow.ts';
import { opinion, pageOf, paging } from './inputs.ts';
import type { Runtime } from './runtime.ts';
import { manageCode } from './subject.ts';
import { definitionRow } from './views.ts';

const words = Type.String({ maxLength: 100 });

const readText = async (stream: AsyncIterable<Uint8Array>): Promise<string> => {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > 4_000_000) {
      const message = ['流程文件过大', 'The file is too large for a diagram'] as const;
      throw new Invalid([{ path: 'files', message }]);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
};

const noFiles = () =>
  new Invalid([{ path: 'files', message: ['请选择流程文件', 'Choose a diagram file'] }]);

/** `blade-flow/{manager,model,follow}`: definitions, and processes of others. */
export const manageEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  endpoint({
    method: 'GET',
    path: 'blade-flow/manager/list',
    door: 'actor',
    permits: ['manager', 'flow_manager_state'],
    summary: ['流程定义', 'Deployed processes'],
    input: Type.Object({
      ...paging,
      category: Type.Optional(words),
      key: Type.Optional(words),
      name: Type.Optional(words),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 10 } = input;
      const { definitions, total } = await engine.database.read(actor.tenantId, (session) =>
        listDefinitions(session, { ...input, current, size }),
      );
      return pageOf(
        definitions.map((item) => definitionRow(item, language)),
        total,
        input,
      );
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/change-state',
    door: 'actor',
    permits: ['flow_manager_state'],
    summary: ['激活或挂起', 'Activate or suspend'],
    input: Type.Object({
      processId: id,
      state: Type.Union([Type.Literal('active'), Type.Literal('suspend')]),
    }),
    run: async ({ processId, state }, { actor, engine }) => {
      const known = await engine.database.transaction(actor.tenantId, (tx) =>
        setDefinitionActive(tx, processId, state === 'active'),
      );
      runtime.memory.forget(actor.tenantId);
      if (known) return true;
      const command = { is: state === 'active' ? 'activate' : 'suspend' } as const;
      await runtime.handle(engine, actor, { on: { instance: processId }, command });
      return true;
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager/deploy-upload',
    door: 'actor',
    permits: ['deploy', 'flow_manager_state'],
    summary: ['上传并部署流程图', 'Upload and deploy diagrams'],
    files: true,
    input: Type.Object({ category: Type.Optional(words), tenantIds: Type.Optional(words) }),
    run: async ({ category }, { actor, engine, files, language }) => {
      const texts: string[] = [];
      for await (const file of files) texts.push(await readText(file.stream));
      if (texts.length === 0) throw noFiles();
      const by = { id: actor.id, now: engine.clock() };
      const deployed = await engine.database.transaction(actor.tenantId, async (tx) => {
        const rows = [];
        for (const xml of texts) {
          rows.push(await deploy(tx, engine.ids, { xml, category: category || 'flow_1' }, by));
        }
        return rows;
      });
      runtime.memory.forget(actor.tenantId);
      return deployed.map((item) => definitionRow(item, language));
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/manager-ext/delete-deployment',
    aliases: ['blade-flow/manager/delete-deployment'],
    door: 'actor',
    permits: ['flow_manager_remove', 'flow_manager_state'],
    summary: ['删除流程定义', 'Delete deployed processes'],
    input: Type.Object({ deploymentIds: idList }),
    run: async ({ deploymentIds }, { actor, engine }) => {
      await engine.database.transaction(actor.tenantId, (tx) =>
        deleteDefinitions(tx, deploymentIds.split(',')),
      );
      runtime.memory.forget(actor.tenantId);
      return true;
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/model/list',
    door: 'actor',
    permits: ['model', 'manager', 'flow_manager_state'],
    summary: ['流程模型', 'Process models'],
    input: Type.Object({
      ...paging,
      modelKey: Type.Optional(words),
      name: Type.Optional(words),
    }),
    run: async (input, { actor, engine, language }) => {
      const { current = 1, size = 10, modelKey, name } = input;
      const { definitions, total } = await engine.database.read(actor.tenantId, (session) =>
        listDefinitions(session, { current, size, key: modelKey, name, newest: true }),
      );
      const rows = definitions.map((item) => ({
        id: item.id,
        modelKey: item.key,
        name: language === 'zh' ? item.name : item.nameEn,
        version: item.version,
        created: timeText(item.deployedAt),
        lastUpdated: timeText(item.deployedAt),
      }));
      return pageOf(rows, total, input);
    },
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/model/detail',
    door: 'actor',
    permits: ['model', 'manager', 'flow_manager_state'],
    summary: ['流程模型的文件', 'File of a process model'],
    input: Type.Object({ id }),
    run: async (input, { actor, engine }) => ({
      id: input.id,
      modelEditorXml: await engine.database.read(actor.tenantId, (session) =>
        definitionXml(session, input.id),
      ),
    }),
  }),
  endpoint({
    method: 'GET',
    path: 'blade-flow/follow/list',
    door: 'actor',
    permits: ['follow', manageCode],
    summary: ['运行中的流程', 'Processes that are running'],
    input: Type.Object({
      ...paging,
      processInstanceId: Type.Optional(id),
      processDefinitionKey: Type.Optional(words),
      businessName: Type.Optional(words),
    }),
    run: async (input, { actor, engine, language }) => {
      const { rows, total } = await engine.database.read(actor.tenantId, (session) =>
        listFollowed(session, input, language),
      );
      return pageOf(rows, total, input);
    },
  }),
  endpoint({
    method: 'POST',
    path: 'blade-flow/follow/delete-process-instance',
    door: 'actor',
    permits: [manageCode],
    summary: ['删除流程', 'Delete a process'],
    input: Type.Object({ processInstanceId: id, deleteReason: Type.Optional(opinion) }),
    run: async ({ processInstanceId, deleteReason = '' }, { actor, engine }) => {
      await runtime.handle(engine, actor, {
        on: { instance: processInstanceId },
        command: { is: 'delete', comment: deleteReason },
      });
      return true;
    },
  }),
];
