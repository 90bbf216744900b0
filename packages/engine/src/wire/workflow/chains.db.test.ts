import type {
  ChainPage,
  EvidenceRow,
  JudgedChainRow,
  TrialRecordRow,
} from '@keyan/kernel/wire/routes.ts';
import type { ForecastRow } from '@keyan/kernel/wire/tasks.ts';
import type { Chain, ChainItem } from '@keyan/kernel/workflow/chain/chain.ts';
import { stepsOf } from '@keyan/kernel/workflow/chain/chain.ts';
import type { DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { writeBpmn } from '../../workflow/drawings/bpmn.ts';
import {
  actorOf,
  furnish,
  startProgram,
  stranger,
  tenant,
  testRequestKind,
} from '../../workflow/testing.ts';
import { testCalls } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  await program.close();
  await database.drop();
});
const { call } = testCalls(program);

const officer = '36';
const deployPath = 'blade-flow/chain/deploy';
const read = () => call<ChainPage>('blade-flow/chain/detail', officer, { kind: 'request' });

const asked = (id: string, people: readonly string[]): DiagramUser => ({
  id,
  type: 'user',
  name: id,
  people,
  empty: 'toAdmin',
  editable: [],
  refuse: true,
});

/** The route with one more step behind the others. */
const withStep = (chain: Chain, item: ChainItem): Chain => ({
  ...chain,
  items: [...chain.items, item],
});

const board: ChainItem = {
  is: 'step',
  node: asked('dean', ['role:board']),
  condition: '${amount >= 20000}',
};

test('a route is read as a list, with the words that it can be said in', async () => {
  const page = await read();
  expect(page.reasons).toEqual([]);
  expect(
    stepsOf(page.chain?.items ?? []).map(({ node, condition }) => [node.id, condition]),
  ).toEqual([
    ['head', null],
    ['large', '${amount >= 50000}'],
    ['office', null],
  ]);
  expect(page.facts.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['amount', 'grade', 'param.limit', 'applicant.roles', 'based.score']),
  );
  expect(page.people.map(({ reference }) => reference).sort()).toEqual([
    'applicant',
    'role:board',
    'role:head@applicantDept^',
    'role:office',
  ]);
  expect(page.people.find(({ reference }) => reference === 'role:office')?.count).toBeGreaterThan(
    0,
  );
});

test('an edited list is judged and compared with the version in force, and nothing is stored', async () => {
  const { chain } = await read();
  if (!chain) throw new Error('the route is no list');
  const judged = await call<JudgedChainRow>('blade-flow/chain/judge', officer, {
    kind: 'request',
    chain: withStep(chain, board),
  });
  expect(judged.problems).toEqual([]);
  expect(judged.differences.map(({ nodeKey, change }) => [nodeKey, change])).toEqual([
    ['dean', 'added'],
  ]);
  expect(judged.xml).toContain('dean');
  const unknown = await call<JudgedChainRow>('blade-flow/chain/judge', officer, {
    kind: 'request',
    chain: withStep(chain, { ...board, condition: '${nothing > 1}' }),
  });
  expect(unknown.problems.map(({ text }) => text)).toEqual([
    expect.stringContaining('条件使用了未知的字段【nothing】'),
  ]);
  expect(await read()).toMatchObject({ version: 1 });
});

test('a record is tried along the edited list', async () => {
  const values = { subject: '试走', amount: '30000' };
  const { id: stored } = await program.engine.as(actorOf('31')).submit(testRequestKind, values);
  const { chain } = await read();
  if (!chain) throw new Error('the route is no list');
  const records = await call<readonly TrialRecordRow[]>('blade-flow/chain/records', officer, {
    kind: 'request',
  });
  expect(records.map(({ businessId }) => businessId)).toContain(stored);
  const forecast = await call<ForecastRow>('blade-flow/chain/try', officer, {
    kind: 'request',
    chain: withStep(chain, board),
    businessId: stored,
  });
  expect(forecast.steps.map(({ taskDefinitionKey }) => taskDefinitionKey)).toContain('dean');
  expect(forecast.steps.find(({ taskDefinitionKey }) => taskDefinitionKey === 'dean')?.why).toBe(
    '【金额】≥20,000',
  );
});

test('the time that steps took is counted by step, month, person, department and version', async () => {
  const [task] = await program.engine.database.read('000000', (session) =>
    session.query<{ id: string }>(
      "select id::text from wf_task where tenant_id = '000000' and node = 'head' and status = 'TODO'",
    ),
  );
  program.later(48);
  const head = { taskId: task?.id, flag: 'ok', comment: '同意' };
  await call('blade-flow/work/complete-task', '32', head);
  const counted = (group: string) =>
    call<EvidenceRow>('blade-flow/chain/evidence', officer, { kind: 'request', group });
  const { pace, backlog, slowest } = await counted('step');
  expect(pace).toEqual([{ key: 'head', name: '部门审核', count: 1, median: 2, p90: 2 }]);
  expect(backlog).toMatchObject([{ nodeKey: 'office', open: 1, late: 0 }]);
  expect(slowest).toMatchObject([{ running: true, days: 2 }]);
  expect((await counted('person')).pace).toMatchObject([{ name: '李敏', median: 2 }]);
  expect((await counted('version')).pace).toMatchObject([{ key: '1', median: 2 }]);
  for (const group of ['month', 'department']) {
    expect((await counted(group)).pace).toMatchObject([{ count: 1, median: 2 }]);
  }
});

test('a deployed list is the next version; who edited an older one is refused', async () => {
  const { chain, definitionId } = await read();
  if (!chain) throw new Error('the route is no list');
  const wish = { kind: 'request', chain: withStep(chain, board), baseId: definitionId };
  await call(deployPath, officer, wish);
  const next = await read();
  expect(next).toMatchObject({ version: 2, isMain: true });
  expect(next.chain).toEqual(wish.chain);
  // The name in the other language goes on with the route.
  const names = await database.query<{ name: string }>(
    "select distinct name_en as name from wf_definition where tenant_id = '000000' and kind = 'request'",
  );
  expect(names).toHaveLength(1);
  await expect(call(deployPath, officer, wish)).rejects.toThrow('编辑期间已有新版本 v2');
});

test('of two who deploy at once one is refused', async () => {
  const { chain, definitionId: baseId } = await read();
  const wish = { kind: 'request', chain, baseId };
  const ended = await Promise.allSettled([1, 2].map(() => call(deployPath, officer, wish)));
  expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await read()).version).toBe(3);
});

test('for several tenants at once or not at all: where one fails, none has the version', async () => {
  await database.query(
    `insert into tenant (tenant_id, tenant_name) values ($1, '一校'), ($2, '二校') on conflict do nothing`,
    [tenant, stranger],
  );
  const { chain, definitionId: baseId } = await read();
  const versions = () =>
    database.query(
      `select tenant_id, version from wf_definition
        where kind = 'request' and not deleted order by 1, 2`,
    );
  await call(deployPath, officer, { kind: 'request', chain, baseId });
  const before = await versions();
  // Another version came into force here meanwhile: the other tenant, which comes first, gets nothing either.
  const wish = { kind: 'request', chain, baseId, tenantIds: [stranger, tenant] };
  await expect(call(deployPath, '37', wish)).rejects.toThrow('编辑期间已有新版本');
  expect(await versions()).toEqual(before);
});

test('a drawing with a loop is shown with the reason why it is no list', async () => {
  const settings = { u1: { people: ['role:head'] } };
  const lines = ['s>a', 'a>u1', 'u1>x1', 'x1>a?${!pass}', 'x1>e!'];
  const xml = await writeBpmn({ ...diagramFromLines(lines, settings), key: 'request' });
  await call('blade-flow/manager/deploy-upload', officer, {}, { files: [xml] });
  const page = await read();
  expect(page.chain).toBeNull();
  expect(page.reasons.map(({ text }) => text)).toEqual([
    '节点【申请人】在回路中，列表不能表示回路',
  ]);
});

test('a drawing is judged while it is drawn, and deployed once', async () => {
  const page = await read();
  const { xml } = await call<{ xml: string }>('blade-flow/process/model-view', officer, {
    processDefinitionId: page.definitionId,
  });
  const judge = (text: string) =>
    call<JudgedChainRow>('blade-flow/drawing/judge', officer, {
      kind: 'request',
      xml: text,
      references: ['role:head'],
    });
  expect(await judge(xml)).toMatchObject({ problems: [], differences: [] });
  expect((await judge(xml)).people).toHaveLength(1);
  const changed = xml.replace('keyan:refuse="false"', 'keyan:refuse="true"');
  const other =
    changed === xml
      ? xml.replace('<bpmn:userTask id="head"', '<bpmn:userTask keyan:refuse="false" id="head"')
      : changed;
  expect((await judge(other)).differences).toHaveLength(1);
  expect((await judge('<x/>')).problems).toHaveLength(1);
  const wish = { kind: 'request', xml: other, baseId: page.definitionId };
  await call('blade-flow/drawing/deploy', officer, wish);
  expect((await read()).version).toBe(page.version + 1);
  await expect(call('blade-flow/drawing/deploy', officer, wish)).rejects.toThrow();
});

interface Listed {
  readonly id: string;
  readonly version: number;
  readonly isMain: boolean;
  readonly remark: string;
  readonly restored: number | null;
}

const versions = async (): Promise<readonly Listed[]> =>
  (
    await call<{ records: readonly Listed[] }>('blade-flow/manager/list', officer, {
      key: 'request',
      size: 50,
    })
  ).records;

const restorePath = 'blade-flow/manager/restore';

test('an earlier version comes back as the next one, with its reason; the one in force does not', async () => {
  const before = await versions();
  const [now] = before;
  const first = before.find(({ version }) => version === 1);
  const restore = (processDefinitionId: string | undefined, baseId: string | undefined) =>
    call(restorePath, officer, { processDefinitionId, baseId, reason: ' 院长审核取消 ' });
  await expect(restore(now?.id, now?.id)).rejects.toThrow(`v${now?.version} 正在使用，不需要恢复`);
  await expect(restore(first?.id, first?.id)).rejects.toThrow('编辑期间已有新版本');
  await expect(restore('999', now?.id)).rejects.toThrow('流程定义不存在');
  await expect(
    call(restorePath, officer, { processDefinitionId: first?.id, baseId: now?.id, reason: ' ' }),
  ).rejects.toThrow('请填写原因');
  expect(await versions()).toEqual(before);

  await restore(first?.id, now?.id);
  const [next] = await versions();
  expect(next).toMatchObject({
    version: Number(now?.version) + 1,
    isMain: true,
    remark: '院长审核取消',
    restored: 1,
  });
  const compared = { from: first?.id, to: next?.id };
  expect(await call('blade-flow/manager/compare', officer, compared)).toEqual([]);
  // It says the same as the version in force now.
  await expect(restore(first?.id, next?.id)).rejects.toThrow('内容相同，不需要恢复');
});

test('a version that was uploaded as GBK is restored as what it says', async () => {
  const gbk = (xml: string) => xml.replace('encoding="UTF-8"', 'encoding="GBK"');
  const [now] = await versions();
  // As the text of such a file is stored: its first line still names the other encoding.
  await database.query(
    `update wf_definition set xml = $2, graph = (select graph from wf_definition where id = $1)
      where tenant_id = '000000' and kind = 'request' and version = 1`,
    [
      now?.id,
      gbk(String((await call('blade-flow/model/detail', officer, { id: now?.id })).modelEditorXml)),
    ],
  );
  const first = (await versions()).find(({ version }) => version === 1);
  const wish = { processDefinitionId: first?.id, baseId: now?.id, reason: '编码' };
  await call(restorePath, officer, wish);
  const { nodes } = await read();
  expect(nodes.map(({ name }) => name)).toContain('部门审核');
});

test('a deployed version carries what its author says of it', async () => {
  const { chain, definitionId: baseId } = await read();
  await call(deployPath, officer, { kind: 'request', chain, baseId, remark: ' 按新办法 ' });
  expect((await versions())[0]).toMatchObject({ remark: '按新办法', restored: null });
});
