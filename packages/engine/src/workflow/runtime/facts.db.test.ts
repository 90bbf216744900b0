import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import {
  actorOf,
  brokenRows,
  furnish,
  startProgram,
  tenant,
  testAssessmentKind,
  testRequestKind,
} from '../testing.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);

/** Heads decide twice; between them the board, if the assessment or the amount asks for it. */
const graph = compile(
  diagramFromLines(
    [
      ...['s>a', 'a>u1', 'u1>x1', 'x1>u2?${!empty based.score && based.score > 50}'],
      ...["x1>u3!?${unit == '21'}", 'u2>u3', 'u3>u4', 'u4>e'],
    ],
    {
      u1: { people: ['role:head'] },
      u2: { people: ['role:board'] },
      u3: { people: ['role:leader'] },
      u4: { people: ['role:office'] },
    },
  ),
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

const tasks = (business: string) =>
  database.query<{ id: string; node: string }>(
    `select id::text, node from wf_task where business_id = $1 and status = 'TODO'`,
    [business],
  );

const open = async (business: string): Promise<string> =>
  (await tasks(business)).map(({ node }) => node).join();

const execute = async (by: string, business: string, command: object): Promise<void> => {
  const [{ id: task } = { id: '0' }] = await tasks(business);
  await program.workflow.execute(program.engine, actorOf(by), {
    on: { task },
    command: { task, comment: 'no', ...command } as never,
  });
};

/** A request that is based on an assessment, which has its score or none yet. */
const submitted = async (score: number | null) => {
  const parent = await program.engine
    .as(actorOf('33'))
    .save(testAssessmentKind, { requestId: 'none', grade: 'B' } as never);
  const parentId = parent.id as unknown as string;
  const know = (to: number | null): Promise<unknown> =>
    database.query('update assessment set score = $2 where id = $1', [parentId, to]);
  await know(score);
  const values = { subject: '设备', amount: '600.00', unit: '21', grade: 'C', basis: parentId };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  return { id: id as unknown as string, know };
};

test('conditions see what the parent says at the moment of the command', async () => {
  const low = await submitted(40);
  await execute('32', low.id, { is: 'agree' });
  expect(await open(low.id)).toBe('u3');
  const { id, know } = await submitted(40);
  await know(80);
  await execute('32', id, { is: 'agree' });
  expect(await open(id)).toBe('u2');
  const [line] = await database.query(
    `select l.extra -> 'facts' as facts from wf_log l join wf_instance i on i.id = l.instance_id
      where i.business_id = $1 and l.operation = 'route'`,
    [id],
  );
  expect(line).toEqual({ facts: { based: { score: 80 }, unit: '21' } });
});

test('without a parent nothing is known of it', async () => {
  const values = { subject: '设备', amount: '600.00', unit: '21', grade: 'C' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  await execute('32', id as unknown as string, { is: 'agree' });
  expect(await open(id as unknown as string)).toBe('u3');
});

test('an approval stands on the values of several facts, and falls when the parent changes', async () => {
  for (const [after, reached] of [
    [80, 'u4'],
    [90, 'u2'],
  ] as const) {
    const { id, know } = await submitted(80);
    await execute('32', id, { is: 'agree' });
    await execute('35', id, { is: 'agree' });
    await execute('37', id, { is: 'agree' });
    expect(await open(id)).toBe('u4');
    await execute('33', id, { is: 'back', to: 'u1', direct: true });
    await know(after);
    await execute('32', id, { is: 'agree' });
    expect(await open(id)).toBe(reached);
  }
});
