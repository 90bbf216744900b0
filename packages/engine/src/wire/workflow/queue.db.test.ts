import type { AbsenceRow, RepresentedRow } from '@keyan/kernel/wire/absences.ts';
import type {
  ApprovalSheet,
  TaskPageData,
  WorkKindRow,
  WorkRow,
} from '@keyan/kernel/wire/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { notifyWatchers } from '../../watching/watching.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  tenant,
  testRequestKind,
} from '../../workflow/testing.ts';
import { testCalls } from './testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(() => furnish(database, program));
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});

const { call } = testCalls(program);
const list = 'kh-edu-research/mywork/todo/page';
const urge = 'kh-edu-research/mywork/todo/urge';

const work = (by: string, query: object = {}) =>
  call<{ readonly total: number; readonly records: readonly WorkRow[] }>(list, by, query);

const submit = async (subject: string): Promise<string> => {
  const values = { subject, amount: '1.00', unit: '21' };
  const row = await program.engine.as(actorOf('31')).submit(testRequestKind, values);
  return row.id as unknown as string;
};

const titles = async (query: object): Promise<readonly string[]> =>
  (await work('32', query)).records.map((row) => row.businessName.replace('申请登记-', ''));

test('what waits longest comes first, and is found by stay, by return, by record', async () => {
  const first = await submit('先到');
  program.later(8 * 24);
  await submit('后到');
  expect(await titles({})).toEqual(['先到', '后到']);
  expect(await titles({ order: 'newest' })).toEqual(['后到', '先到']);
  expect(await titles({ stayDays: 7 })).toEqual(['先到']);
  expect(await titles({ businessIds: first })).toEqual(['先到']);
  expect(await titles({ again: '1' })).toEqual([]);
  const [waiting] = (await work('32', { businessIds: first })).records;
  await call('blade-flow/work/complete-task', '32', {
    taskId: waiting?.taskId,
    flag: 'back',
    comment: '请补材料',
  });
  const [returned] = (await work('31', { type: 'todo' })).records;
  expect(returned).toMatchObject({ isApply: true, returnReason: '请补材料' });
  await call('blade-flow/work/complete-task', '31', { taskId: returned?.taskId, flag: 'ok' });
  expect(await titles({ again: '1' })).toEqual(['先到']);
  expect(await titles({ again: '0' })).toEqual(['后到']);
});

test('rows are counted by kind under the other conditions', async () => {
  const kinds = (query: object) =>
    call<readonly WorkKindRow[]>('kh-edu-research/mywork/todo/kinds', '32', query);
  const requestKind = testRequestKind.processes[0]?.kind;
  const id = await submit('按业务计数');
  const { total } = await work('32', { type: 'todo' });
  const [all, ...others] = await kinds({ type: 'todo' });
  expect(all).toEqual({ kind: requestKind, kindName: '申请登记', total });
  expect(others).toEqual([]);
  expect(await kinds({ type: 'todo', businessIds: id })).toMatchObject([{ total: 1 }]);
  // The kind that the list is narrowed to counts beside the others.
  expect(await kinds({ type: 'todo', kind: 'another', businessIds: id })).toMatchObject([
    { kind: requestKind, total: 1 },
  ]);
  expect(await kinds({ type: 'todo', businessName: '没有这一条' })).toEqual([]);
});

test('a department is found with those below it', async () => {
  const id = await submit('在学院');
  const within = (deptIds: string) => titles({ businessIds: id, deptIds });
  expect(await within('21')).toEqual(['在学院']);
  expect(await within('20')).toEqual(['在学院']);
  expect(await within('22')).toEqual([]);
  expect(await within('22,20')).toEqual(['在学院']);
});

test('rows have the facts of their records only where they are asked for', async () => {
  const id = await submit('有事实');
  const [plain] = (await work('32', { businessIds: id })).records;
  const [told] = (await work('32', { businessIds: id, facts: '1' })).records;
  expect(plain?.facts).toEqual([]);
  expect(told?.facts).toEqual([{ field: 'amount', label: '金额', text: '1.00' }]);
});

test('the applicant urges after the promised days, once a day; holders are told, history keeps it', async () => {
  const id = await submit('等了很久');
  const own = async (): Promise<WorkRow | undefined> =>
    (await work('31', { type: 'send', businessIds: id })).records[0];
  const early = await own();
  expect(early).toMatchObject({ holderName: '李敏', can: [] });
  const named = { processInstanceId: early?.processInstanceId };
  await expect(call(urge, '31', named)).rejects.toThrow('停留满 3 天后可以催办');
  program.later(3 * 24 + 1);
  expect((await own())?.can).toEqual(['urge']);
  await expect(call(urge, '32', named)).rejects.toThrow('流程实例不存在');
  await call(urge, '31', named);
  expect((await own())?.urged).not.toBe('');
  await expect(call(urge, '31', named)).rejects.toThrow('今天已经催办过，请明天再试');
  const messages = await database.query<{ receiver: string; text: string }>(
    `select receiver_id::text as receiver, content_zh as text from message
      where tenant_id = $1 and msg_type = '14'`,
    [tenant],
  );
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({ receiver: '32' });
  expect(messages[0]?.text).toContain('【申请登记-等了很久】在环节【部门审核】已停留 3 天');
  const records = await call<readonly { action: string; targetName: string }[]>(
    'kh-edu-research/audit/detail',
    '31',
    { businessId: id },
  );
  expect(records.filter(({ action }) => action === 'urge')).toMatchObject([{ targetName: '李敏' }]);
  // Urging decided nothing: the task is still handled as before.
  const [task] = (await work('32', { businessIds: id })).records;
  await call('blade-flow/work/complete-task', '32', { taskId: task?.taskId, flag: 'ok' });
});

const absence = (part: string) => `kh-edu-research/mywork/absence/${part}`;

test('while somebody is absent their proxy decides in their name, and both see it', async () => {
  const before = await submit('此前到达');
  const period = { proxyId: '33', fromTime: '2020-01-01 00:00:00', toTime: '2099-12-31' };
  await expect(call(absence('submit'), '32', { ...period, proxyId: '32' })).rejects.toThrow(
    '代理人不能是本人',
  );
  await expect(call(absence('submit'), '31', { ...period, personId: '32' })).rejects.toThrow();
  await call(absence('submit'), '32', period);
  await expect(call(absence('submit'), '32', period)).rejects.toThrow('代理期间有重叠');
  await program.workflow.beginAbsences(program.engine, tenant);
  // The proxy got the tasks that lay with the absent person, and gets those that arrive.
  const after = await submit('此后到达');
  const given = (await work('33', { businessIds: `${before},${after}` })).records;
  expect(given).toMatchObject([
    { ownerName: '李敏', nodeName: '部门审核' },
    { ownerName: '李敏', nodeName: '部门审核' },
  ]);
  expect((await work('32', { businessIds: `${before},${after}` })).records).toEqual([]);
  const represented = await call<readonly RepresentedRow[]>(absence('tasks'), '32', {});
  const mine = [before, after].map((record) => {
    return represented.find(({ businessId }) => businessId === record);
  });
  // The owner takes one back; the proxy decides the other in the owner's name.
  await call(absence('reclaim'), '32', { taskId: mine[0]?.taskId });
  expect((await work('32', { businessIds: before })).records).toMatchObject([{ ownerName: '' }]);
  await call('blade-flow/work/complete-task', '33', { taskId: mine[1]?.taskId, flag: 'ok' });
  const lines = await call<readonly { userName: string; action: string }[]>(
    'kh-edu-research/audit/detail',
    '32',
    { businessId: after },
  );
  expect(lines.filter(({ action }) => action === 'approve')).toMatchObject([
    { userName: expect.stringMatching(/^.+（代李敏）$/) },
  ]);
  const done = await work('32', { type: 'done', businessIds: after });
  expect(done.records).toMatchObject([{ ownerName: '李敏' }]);
  // The period ends: what arrives then is the person's own again.
  const list = await call<{ readonly records: readonly AbsenceRow[] }>(absence('page'), '32', {});
  expect(list.records).toMatchObject([{ state: 'now', revocable: true, proxyId: '33' }]);
  await expect(call(absence('revoke'), '31', { id: list.records[0]?.id })).rejects.toThrow();
  await call(absence('revoke'), '32', { id: list.records[0]?.id });
  const late = await submit('结束之后');
  expect((await work('32', { businessIds: late })).records).toHaveLength(1);
});

const sentTo = async (since: string) =>
  database.query<{ receiver: string; title: string; text: string }>(
    `select receiver_id::text as receiver, title_zh as title, content_zh as text from message
      where tenant_id = $1 and msg_type = '14' and id > $2 order by id`,
    [tenant, since],
  );

test('who holds what is overdue is reminded once a work day, and those above them hear of it once', async () => {
  const id = await submit('无人办理');
  const [{ last = '0' } = {}] = await database.query<{ last: string }>(
    'select coalesce(max(id), 0)::text as last from message where tenant_id = $1',
    [tenant],
  );
  // Twelve days have seven work days and no less, wherever they begin.
  program.later(12 * 24);
  for (let day = 0; !(await program.workflow.remindHolders(program.engine, tenant)); day += 1) {
    expect(day).toBeLessThan(9);
    program.later(24);
  }
  const sent = await sentTo(last);
  const reminders = sent.filter(({ title }) => title.startsWith('待办提醒'));
  const own = reminders.filter(({ receiver }) => receiver === '32');
  expect(own).toHaveLength(1);
  const above = sent.filter(({ title }) => title.startsWith('督办'));
  expect(above.length).toBeGreaterThan(0);
  expect(above.every(({ receiver }) => receiver !== '32')).toBe(true);
  // Two at once, or a second run on the same day, send nothing twice.
  const again = await Promise.all(
    [1, 2].map(() => program.workflow.remindHolders(program.engine, tenant)),
  );
  expect(again).toEqual([0, 0]);
  const [task] = (await work('32', { businessIds: id })).records;
  await call('blade-flow/work/complete-task', '32', { taskId: task?.taskId, flag: 'ok' });
});

test('who follows a record hears of each new step once, while they may read it', async () => {
  const watching = (part: string) => `kh-edu-research/mywork/watch/${part}`;
  const personNow = async (_: unknown, { id: person }: { readonly id: string }) => actorOf(person);
  const tell = () => notifyWatchers(program.engine, tenant, personNow);
  const id = await submit('被关注');
  const unknown = { businessId: '987654321', on: true };
  await expect(call(watching('set'), '31', unknown)).rejects.toThrow('流程实例不存在');
  await call(watching('set'), '31', { businessId: id, on: true });
  expect(await call(watching('state'), '31', { businessId: id })).toEqual({ watched: true });
  expect(await call(watching('list'), '31', {})).toMatchObject([
    { businessId: id, nodeName: '部门审核', status: 'RUN' },
  ]);
  expect(await tell()).toBe(0);
  const [task] = (await work('32', { businessIds: id })).records;
  await call('blade-flow/work/complete-task', '32', { taskId: task?.taskId, flag: 'ok' });
  const told = await Promise.all([1, 2].map(() => tell()));
  expect(told.toSorted()).toEqual([0, 1]);
  const messages = await database.query<{ receiver: string; text: string }>(
    `select receiver_id::text as receiver, content_zh as text from message
      where tenant_id = $1 and title_zh like '关注：%'`,
    [tenant],
  );
  expect(messages).toMatchObject([{ receiver: '31', text: expect.stringContaining('已到达【') }]);
  await call(watching('set'), '31', { businessId: id, on: false });
  expect(await call(watching('list'), '31', {})).toEqual([]);
});

test('who follows a record of a kind with own states hears of a state that an action gave it', async () => {
  const personNow = async (_: unknown, { id: person }: { readonly id: string }) => actorOf(person);
  const tell = () => notifyWatchers(program.engine, tenant, personNow);
  const id = await submit('状态被关注');
  await call('kh-edu-research/mywork/watch/set', '31', { businessId: id, on: true });
  const moveTo = (stage: string, by: string) =>
    database.query('update request set stage = $2, update_user = $3 where id = $1', [
      id,
      stage,
      by,
    ]);
  await moveTo('7', '36');
  const told = await Promise.all([1, 2].map(() => tell()));
  expect(told.toSorted()).toEqual([0, 1]);
  const [message] = await database.query<{ text: string }>(
    'select content_zh as text from message where tenant_id = $1 and biz_id = $2 order by id desc limit 1',
    [tenant, id],
  );
  expect(message?.text).toMatch(/^您关注的【.*状态被关注.*】状态变为【.+】。$/);
  // Their own change is no news, nor is a state that nobody had looked at.
  await moveTo('5', '31');
  expect(await tell()).toBe(0);
  await database.query('update wf_watch set state = null where business_id = $1', [id]);
  expect(await tell()).toBe(0);
  expect(await tell()).toBe(0);
});

test('a holder asks others; the task waits for them, is not lost, and comes back', async () => {
  const id = await submit('请人先看');
  const taskOf = async (by: string) => (await work(by, { businessIds: id })).records[0]?.taskId;
  const page = (by: string) =>
    call<TaskPageData>('kh-edu-research/mywork/todo/detail', by, { businessId: id });
  const taskId = await taskOf('32');
  expect((await page('32')).canAsk).toEqual(['P', 'B', 'D']);
  await call('blade-flow/work/add-sign', '32', {
    taskId,
    how: 'B',
    userIds: '34',
    comment: '请核对',
  });
  expect(await taskOf('32')).toBe(undefined);
  const [kept] = (await work('32', { type: 'done', businessIds: id })).records;
  expect(kept?.taskId).toBe(taskId);
  expect((await page('32')).asked).toMatchObject([{ name: '赵强', how: 'B' }]);
  expect(await page('34')).toMatchObject({ askedFor: 'B', editable: [] });
  const complete = { taskId: await taskOf('34'), flag: 'ok', comment: '已核对' };
  await call('blade-flow/work/complete-task', '34', complete);
  expect(await taskOf('32')).toBe(taskId);
  const again = { taskId, how: 'P', userIds: 'taskUser_34' };
  await expect(call('blade-flow/work/add-sign', '32', again)).rejects.toThrow(
    '加签人与现有审批人重复',
  );
  await call('blade-flow/work/add-sign', '32', { taskId, how: 'P', userIds: '35' });
  await call('blade-flow/work/complete-task', '32', { taskId, flag: 'ok' });
  const [beside] = (await page('32')).asked;
  await call('blade-flow/work/remove-sign', '32', { taskId: beside?.taskId });
  const lines = await call<readonly { action: string }[]>('kh-edu-research/audit/detail', '31', {
    businessId: id,
  });
  expect(lines.map(({ action }) => action)).toEqual([
    'start',
    'addSign',
    'opinion',
    'addSign',
    'approve',
    'removeSign',
    'waiting',
  ]);
  // The sheet has each word that counts, and none of who was done without.
  const sheet = await call<ApprovalSheet>('kh-edu-research/audit/sheet', '31', { businessId: id });
  expect(sheet.rows.map(({ person, verdict, opinion }) => [person, verdict, opinion])).toEqual([
    ['张明', '发起', ''],
    ['赵强', '加签意见', '已核对'],
    ['李敏', '同意', ''],
  ]);
  const [next] = (await work('33', { businessIds: id })).records;
  // Whoever is asked for an opinion is offered that alone, and no return.
  await call('blade-flow/work/claim-task', '33', { taskId: next?.taskId });
  await call('blade-flow/work/add-sign', '33', { taskId: next?.taskId, how: 'D', userIds: '35' });
  expect(await page('35')).toMatchObject({ askedFor: 'D', against: 'opinion', canRefuse: false });
  const [opinion] = (await page('33')).asked;
  await call('blade-flow/work/remove-sign', '33', { taskId: opinion?.taskId });
  await call('blade-flow/work/complete-task', '33', {
    taskId: next?.taskId,
    flag: 'back',
    backTo: 'applicant',
    comment: '请补材料',
  });
  const after = await call<ApprovalSheet>('kh-edu-research/audit/sheet', '31', { businessId: id });
  expect(after.rows).toEqual([]);
  expect(after.rounds).toMatchObject([{ person: '王芳', opinion: '请补材料' }]);
});
