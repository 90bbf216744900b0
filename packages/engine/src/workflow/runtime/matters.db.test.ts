import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { timelineOf } from '../lists/timeline.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  tenant,
  testAssessmentKind,
  testRequestKind,
} from '../testing.ts';
import { loadSnapshot } from './rows.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);

const graph = compile(
  diagramFromLines(['s>a', 'a>u1', 'u1>w1', 'w1>u2', 'u2>e'], {
    u1: { people: ['role:head'] },
    w1: { matter: 'assessment', editable: ['grade'], name: '评估' },
    u2: { people: ['role:office'] },
  }),
);

beforeAll(async () => {
  await furnish(database, program);
  await program.engine.database.transaction(tenant, (tx) =>
    deploy(
      tx,
      program.engine.ids,
      { xml: '', graph, kind: 'request', category: 'flow_1' },
      { id: '36', now: new Date() },
    ),
  );
  program.workflow.cache.forget(tenant);
});
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});

const taskOf = async (business: string): Promise<string> => {
  const [task] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and status = 'TODO'`,
    [business],
  );
  return task?.id ?? '0';
};

const execute = (by: string, business: string, command: object) =>
  taskOf(business).then((task) =>
    program.workflow.execute(program.engine, actorOf(by), {
      on: { task },
      command: { task, comment: 'no', ...command } as never,
    }),
  );

/** A request whose head has agreed: its assessment is waited for. */
const waiting = async (): Promise<string> => {
  const values = { subject: '设备', amount: '600.00', unit: '21', grade: 'C' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  await execute('32', id as unknown as string, { is: 'agree' });
  return id as unknown as string;
};

const shown = async (id: string) => {
  const [row] = await database.query<Record<string, unknown>>(
    `select r.audit_status as status, r.current_node as node, r.grade, r.rank, r.version,
        r.process_instance_id::text as instance,
        array(select state from made_up_item i where i.business = r.id order by visit) as items
       from request r where r.id = $1`,
    [id],
  );
  return row ?? {};
};

/** Somebody of the office stores an assessment: with a score, it completes the matter. */
const assess = (requestId: string, score: number | null, grade = 'A') =>
  program.engine.as(actorOf('33')).save(testAssessmentKind, { requestId, score, grade } as never);

const assessments = async (requestId: string): Promise<number> => {
  const rows = await database.query('select 1 from assessment where request_id = $1', [requestId]);
  return rows.length;
};

test('another record completes the matter, and changes this one, in one transaction', async () => {
  const id = await waiting();
  expect(await shown(id)).toMatchObject({ status: '1', node: '评估', items: ['open'] });
  await assess(id, null);
  expect(await shown(id)).toMatchObject({ node: '评估', grade: 'C' });
  await assess(id, 86);
  // The grade is judged and computed from, like what a handler enters.
  expect(await shown(id)).toMatchObject({ status: '1', node: 'u2', grade: 'A', rank: 'top' });
  const [line] = await database.query(
    `select actor_id::text as actor, extra from wf_log
      where operation = 'complete' and instance_id = $1`,
    [(await shown(id)).instance],
  );
  expect(line).toEqual({ actor: '33', extra: { flows: [], facts: { score: 86 } } });
  const read = program.engine.database.read(tenant, (session) =>
    shown(id).then(({ instance }) => loadSnapshot(session, { instance: String(instance) })),
  );
  expect((await read)?.visits.find(({ node }) => node === 'w1')).toMatchObject({
    verdict: 'agree',
    outcome: { score: 86 },
    outcomeKey: `assessment ${id} 86`,
  });
});

test('the same completion again is accepted without effect; another is refused, with its record', async () => {
  const id = await waiting();
  await assess(id, 86);
  const before = await shown(id);
  await assess(id, 86, 'B');
  expect(await shown(id)).toEqual(before);
  await expect(assess(id, 90)).rejects.toThrow('该环节已处理');
  expect(await assessments(id)).toBe(2);
});

test('a value that the record cannot have undoes the completion and the record that made it', async () => {
  const id = await waiting();
  await expect(assess(id, 86, 'a grade that is far too long')).rejects.toMatchObject({
    faults: [{ path: 'grade' }],
  });
  expect(await shown(id)).toMatchObject({ node: '评估', grade: 'C' });
  expect(await assessments(id)).toBe(0);
});

test('against, the record is returned, and the next round waits for another assessment', async () => {
  const id = await waiting();
  await assess(id, 40);
  expect(await shown(id)).toMatchObject({ status: '3', items: ['open'] });
  await execute('31', id, { is: 'agree' });
  await execute('32', id, { is: 'agree' });
  expect(await shown(id)).toMatchObject({ status: '1', node: '评估', items: ['open', 'open'] });
});

test('after a return the outcome is used again', async () => {
  const id = await waiting();
  await assess(id, 86);
  await execute('33', id, { is: 'back', to: 'applicant' });
  await execute('31', id, { is: 'agree' });
  await execute('32', id, { is: 'agree' });
  expect(await shown(id)).toMatchObject({ node: 'u2', items: ['open'] });
});

test('a wait that is over without its matter is cancelled there; begun, it holds the record', async () => {
  const id = await waiting();
  const [task] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and actor_id = 32`,
    [id],
  );
  const withdraw = () =>
    program.workflow.execute(program.engine, actorOf('32'), {
      on: { task: task?.id ?? '' },
      command: { is: 'withdraw', task: task?.id ?? '' },
    });
  await database.query(`update made_up_item set state = 'begun' where business = $1`, [id]);
  await expect(withdraw()).rejects.toThrow('下一环节已处理，不能取回');
  await database.query(`update made_up_item set state = 'open' where business = $1`, [id]);
  await withdraw();
  expect(await shown(id)).toMatchObject({ node: 'u1', items: ['cancelled'] });
  await expect(assess(id, 86)).rejects.toThrow('该环节已处理');
});

test('a manager settles it with a reason; its items are cancelled', async () => {
  const id = await waiting();
  const { instance } = await shown(id);
  const [wait] = await database.query<{ id: string }>(
    `select id::text from wf_act where instance_id = $1 and status = 'ACTIVE'`,
    [instance],
  );
  const settle = (by: string, comment: string) =>
    program.workflow.execute(program.engine, actorOf(by), {
      on: { instance: String(instance) },
      command: { is: 'settle', visit: wait?.id ?? '', verdict: 'agree', comment },
    });
  await expect(settle('32', '已另行评估')).rejects.toThrow('您没有此操作权限');
  await expect(settle('36', '')).rejects.toThrow('请填写原因');
  await settle('36', '已另行评估');
  expect(await shown(id)).toMatchObject({ node: 'u2', items: ['cancelled'] });
});

test('whoever sees to it is told, and the timeline shows what is waited for', async () => {
  const id = await waiting();
  const messages = await database.query<{ to: string; title: string }>(
    `select receiver_id::text as to, title_zh as title from message where biz_id = $1 and receiver_id = 35`,
    [id],
  );
  expect(messages).toEqual([{ to: '35', title: '待处理：申请登记-设备' }]);
  const files = { givenWith: async () => new Map() } as never;
  const { instance } = await shown(id);
  const lines = await program.engine.database.read(tenant, (session) =>
    timelineOf({ files }, session, [String(instance)], graph, 'zh'),
  );
  expect(lines.at(-1)).toMatchObject({ nodeName: '评估', opinion: '等待结果' });
});

test('of several completions at once one counts', async () => {
  const id = await waiting();
  const results = await Promise.allSettled([61, 71, 81, 91].map((score) => assess(id, score)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await assessments(id)).toBe(1);
});
