import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { waitCommands } from '../runtime/waits.ts';
import { actorOf, brokenRows, furnish, startProgram, tenant, testRequestKind } from '../testing.ts';
import { listTroubles } from './troubles.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);

/** Large requests go to the board; what the grade comes to decides after a day. */
const graph = compile(
  diagramFromLines(
    [
      ...['s>a', 'a>u1', 'u1>x1', 'x1>u2?${amount > 1000}'],
      ...['x1>w1?${amount <= 1000 && amount > 0}', 'u2>w1'],
      ...['w1>x2', "x2>u4?${size(grade) > 0 && rank != 'top'}", 'x2>u3!', 'u3>e', 'u4>e'],
    ],
    {
      u1: { people: ['role:head'] },
      u2: { people: ['role:board'] },
      w1: { period: 'P1D' },
      u3: { people: ['role:leader'] },
      u4: { people: ['role:office'] },
    },
  ),
);

beforeAll(async () => {
  await furnish(database, program);
  const deployment = { xml: '', graph, kind: 'request', category: 'flow_1' };
  await program.engine.database.transaction(tenant, (tx) =>
    deploy(tx, program.engine.ids, deployment, { id: '36', now: new Date() }),
  );
  program.workflow.cache.forget(tenant);
});
afterAll(async () => {
  expect(await brokenRows(program)).toEqual([]);
  await program.close();
  await database.drop();
});

const submitted = async (): Promise<string> => {
  const values = { subject: '设备', amount: '600.00', unit: '21', grade: 'C' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  return id as unknown as string;
};

/** Changes the stored record, as a release or an import may have left it. */
const store = (id: string, field: 'amount' | 'grade', value: string | null) =>
  database.query(`update request set ${field} = $2 where id = $1`, [id, value]);

const agree = async (by: string, business: string): Promise<void> => {
  const [{ id: task } = { id: '0' }] = await database.query<{ id: string }>(
    `select id::text from wf_task where business_id = $1 and status = 'TODO'`,
    [business],
  );
  await program.workflow.execute(program.engine, actorOf(by), {
    on: { task },
    command: { is: 'agree', task, comment: '' },
  });
};

const troubles = async (business: string, solved = false) => {
  const found = await program.engine.database.read(tenant, (session) =>
    listTroubles(session, 'all', { current: 1, size: 20, solved }),
  );
  return found.troubles
    .filter((trouble) => trouble.business === business)
    .map(({ node, text: [zh], count }) => `${node} ${zh} ${count}`);
};

const noAmount = '流程条件【x1】无法判断：【金额】没有值，请联系管理员';

test('a condition without a value refuses the command, and managers see why until it goes on', async () => {
  const id = await submitted();
  await store(id, 'amount', null);
  await expect(agree('32', id)).rejects.toThrow(noAmount);
  expect(await troubles(id)).toEqual([`x1 ${noAmount} 1`]);
  await expect(agree('32', id)).rejects.toThrow(noAmount);
  expect(await troubles(id)).toEqual([`x1 ${noAmount} 2`]);
  expect(
    await database.query('select revision from wf_instance where business_id = $1', [id]),
  ).toEqual([{ revision: 1 }]);
  await store(id, 'amount', '2000.00');
  await agree('32', id);
  expect(await troubles(id)).toEqual([]);
  expect(await troubles(id, true)).toEqual([`x1 ${noAmount} 2`]);
});

test('a gateway of which no branch is open refuses the command, and managers see it', async () => {
  const id = await submitted();
  await store(id, 'amount', '-5.00');
  const noBranch = '流程条件【x1】无法判断：没有满足条件的分支，请联系管理员';
  await expect(agree('32', id)).rejects.toThrow(noBranch);
  expect(await troubles(id)).toEqual([`x1 ${noBranch} 1`]);
});

test('a wait whose time is over tries again until the value is there', async () => {
  const id = await submitted();
  await agree('32', id);
  await store(id, 'grade', null);
  program.later(25);
  const complete = () => program.workflow.completeWaits(program.engine, tenant);
  expect(await complete()).toEqual({ completed: 0, left: 1 });
  expect(await troubles(id)).toEqual(['x2 流程条件【x2】无法判断：【级别】没有值，请联系管理员 1']);
  await store(id, 'grade', 'B');
  expect(await complete()).toEqual({ completed: 1, left: 0 });
  expect(await troubles(id)).toEqual([]);
});

test('more waits than are read at once, which cannot go on, keep nobody else waiting', async () => {
  const waiting: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const id = await submitted();
    await agree('32', id);
    waiting.push(id);
  }
  const stuck = waiting.slice(0, 3);
  for (const id of stuck) await store(id, 'grade', null);
  program.later(25);
  const { completeWaits } = waitCommands(program.workflow.execute, 2);
  expect(await completeWaits(program.engine, tenant)).toEqual({ completed: 1, left: 3 });
  for (const id of stuck) await store(id, 'grade', 'B');
  expect(await completeWaits(program.engine, tenant)).toEqual({ completed: 3, left: 0 });
});

test('a record whose first submission cannot be judged has no process to be in trouble', async () => {
  await database.query("update request set amount = null where subject = '设备'");
  const before = await database.query('select count(*) from wf_trouble');
  const first = compile(
    diagramFromLines(['s>a', 'a>x1', 'x1>u1?${size(basis) > 0}', 'x1>u2!', 'u1>e', 'u2>e'], {
      u1: { people: ['role:head'] },
      u2: { people: ['role:board'] },
    }),
  );
  const deployment = { xml: '', graph: first, kind: 'request', category: 'flow_1' };
  await program.engine.database.transaction(tenant, (tx) =>
    deploy(tx, program.engine.ids, deployment, { id: '36', now: new Date() }),
  );
  program.workflow.cache.forget(tenant);
  await expect(submitted()).rejects.toThrow('流程条件【x1】无法判断：【依据】没有值');
  expect(await database.query('select count(*) from wf_trouble')).toEqual(before);
});
