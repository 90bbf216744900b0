import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect } from 'vitest';
import { anything, filled, ident, list, number, page, row, text, time } from './shapes.ts';
import { act, get, keeping, keeps, type Step, save } from './steps.ts';

const paging = { current: 1, size: 10 };
type Page = { readonly records: readonly RowLike[] };

const common = {
  id: ident,
  tenantId: filled,
  serviceId: filled,
  serverHost: filled,
  serverIp: text,
  env: filled,
  method: text,
  requestUri: text,
  createTime: time,
};
const asked = { ...paging, serviceId: '', serverHost: '' };

const log = (
  name: string,
  reads: Parameters<typeof row>[0],
  detail: Parameters<typeof row>[0],
): readonly Step[] => [
  keeping(
    get(`blade-log/${name}/list`, asked, page(row({ ...common, ...reads }))),
    'log',
    ({ records }: Page) => records[0]?.id,
  ),
  {
    ...get(`blade-log/${name}/list`, { ...asked, serverHost: 'zz-none' }, anything),
    judge: ({ data }) => expect([name, (data as { total: number }).total]).toEqual([name, 0]),
  },
  get(
    `blade-log/${name}/detail`,
    ({ log: id }) => ({ id }),
    row({ ...common, ...reads, ...detail }),
  ),
];

/** Requests of the three logs. */
export const logs: readonly Step[] = [
  ...log(
    'usual',
    { logLevel: filled, logId: filled },
    { logData: filled, userAgent: text, params: text },
  ),
  ...log(
    'api',
    { title: filled },
    { userAgent: text, params: text, remoteIp: text, methodClass: text, methodName: text },
  ),
  ...log(
    'error',
    {},
    { stackTrace: text, userAgent: text, params: text, message: text, exceptionName: text },
  ),
];

/** Requests of the pages of reports, data sources and code. */
export const tools: readonly Step[] = [
  ...keeps({
    path: 'blade-report/report/rest',
    typed: ({ tag }) => ({ name: `报表${tag}`, page: 'param', columns: 'paramName' }),
    filters: ['name'],
    finds: ({ tag }) => ({ name: `报表${tag}` }),
    reads: { id: ident, name: filled, createTime: time, updateTime: time },
    changes: { name: '报表改名' },
  }),
  get('blade-develop/datasource/list', { ...paging, name: '' }, page(row({ id: ident }), true)),
  get('blade-develop/datasource/select', {}, list(row({ id: ident, name: filled }), true)),
  get(
    'blade-develop/code/list',
    { ...paging, codeName: '', tableName: '' },
    page(row({ id: ident }), true),
  ),
];

const definition = {
  id: ident,
  tenantId: text,
  name: filled,
  key: filled,
  category: filled,
  categoryName: filled,
  version: number,
  deploymentId: filled,
  resourceName: text,
  diagramResourceName: text,
  suspensionState: number,
  deploymentTime: filled,
};
const task = {
  taskId: filled,
  taskName: filled,
  assignee: text,
  assigneeName: text,
  category: filled,
  categoryName: filled,
  createTime: filled,
  endTime: text,
  processInstanceId: filled,
  processDefinitionId: filled,
  processDefinitionName: filled,
  processDefinitionKey: filled,
  processIsFinished: text,
  businessId: filled,
  comment: text,
};
const flowFilters = { ...paging, category: '', processDefinitionName: '', mode: 1 };

/**
 * Requests of the pages of processes: models, deployed and running ones, and the tasks of a person.
 */
export const flows: readonly Step[] = [
  get(
    'blade-flow/model/list',
    { ...paging, modelKey: '', name: '' },
    page(
      row({
        id: ident,
        modelKey: filled,
        name: filled,
        version: number,
        created: filled,
        lastUpdated: filled,
      }),
    ),
  ),
  keeping(
    get(
      'blade-flow/manager/list',
      { ...paging, category: '', key: '', mode: 1 },
      page(row(definition)),
    ),
    'definition',
    ({ records }: Page) => records[0]?.id,
  ),
  get(
    'blade-flow/model/detail',
    ({ definition: id }) => ({ id }),
    row({ id: ident, modelEditorXml: filled }),
  ),
  act('blade-flow/manager/change-state', ({ definition: processId }) => ({
    processId,
    state: 'suspend',
  })),
  act('blade-flow/manager/change-state', ({ definition: processId }) => ({
    processId,
    state: 'active',
  })),
  get(
    'blade-flow/follow/list',
    { ...paging, processInstanceId: '', processDefinitionKey: '' },
    page(
      row({
        executionId: filled,
        processInstanceId: filled,
        processDefinitionId: filled,
        processDefinitionKey: filled,
        suspensionState: number,
        startUser: filled,
        startTime: filled,
      }),
    ),
  ),
  get(
    'blade-flow/work/start-list',
    { ...paging, category: '', mode: 1, name: '' },
    page(row(definition)),
  ),
  ...['claim-list', 'todo-list', 'done-list', 'send-list'].map((name) =>
    get(
      `blade-flow/work/${name}`,
      flowFilters,
      page(
        row(name === 'send-list' ? { processInstanceId: filled, categoryName: filled } : task),
        true,
      ),
    ),
  ),
  get(
    'blade-flow/process/model-view',
    ({ definition: processDefinitionId }) => ({ processDefinitionId }),
    row({ xml: filled, flow: list(anything, true) }),
  ),
  get(
    'blade-flow/process/history-flow-list',
    ({ instance: processInstanceId }) => ({
      processInstanceId,
      startActivityId: '',
      endActivityId: '',
    }),
    list(
      row({
        assigneeName: text,
        createTime: text,
        historyActivityId: filled,
        historyActivityName: filled,
        historyActivityDurationTime: text,
        comment: text,
        endTime: text,
      }),
    ),
  ),
];

/**
 * Requests that deploy a model again, from the page of models and from the dialog of the
 * specification.
 */
export const models: readonly Step[] = [
  keeping(
    get('blade-flow/model/list', { ...paging, modelKey: '', name: '' }, page(row({ id: ident }))),
    'model',
    ({ records }: Page) => records[0]?.id,
  ),
  ...['model/deploy', 'model-ext/deploy'].map((name) =>
    act(`blade-flow/${name}`, ({ model: modelId }) => ({
      modelId,
      category: 'flow_1',
      tenantIds: '000000',
    })),
  ),
  keeping(
    get('blade-flow/model/detail', ({ model: id }) => ({ id }), row({ modelEditorXml: filled })),
    'xml',
    ({ modelEditorXml }: { modelEditorXml: string }) => modelEditorXml,
  ),
  save('blade-flow/model/submit', ({ xml }) => ({ id: '', name: '', modelEditorXml: xml })),
  keeping(
    get('blade-flow/model/list', { ...paging, modelKey: '', name: '' }, page(row({ id: ident }))),
    'model',
    ({ records }: Page) => records[0]?.id,
  ),
  act('blade-flow/model/remove', ({ model }) => ({ ids: [model] })),
];
