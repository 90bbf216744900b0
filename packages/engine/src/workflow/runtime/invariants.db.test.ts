import { compile } from '@keyan/kernel/workflow/compile.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Session } from '../../store/connection/database.ts';
import { testDatabase } from '../../testing/database.ts';
import { deploy } from '../drawings/definitions.ts';
import { actorOf, furnish, startProgram, tenant, testRequestKind } from '../testing.ts';
import { listTroubles, recordTroubles } from '../troubles/troubles.ts';
import { invariants, recordTablesOf, violationsOf } from './invariants.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
const tables = recordTablesOf([testRequestKind]);
/** One whose record lies in a fork, and one that is approved. */
let running = '';
let approved = '';

beforeAll(async () => {
  await furnish(database, program);
  const graph = compile(
    diagramFromLines(['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'], {
      u1: { people: ['role:head'] },
      u2: { people: ['role:board'] },
      u3: { people: ['role:head'] },
    }),
  );
  await program.engine.database.transaction(tenant, (tx) =>
    deploy(
      tx,
      program.engine.ids,
      { xml: '', graph, kind: 'request', category: 'flow_1' },
      { id: '36', now: new Date() },
    ),
  );
  program.workflow.cache.forget(tenant);
  running = await submit();
  approved = await submit();
  for (const by of ['32', '35', '32']) await agree(approved, by);
});
afterAll(async () => {
  await program.close();
  await database.drop();
});

const submit = async (): Promise<string> => {
  const values = { subject: '设备', amount: '100.00', unit: '21' };
  const { id } = await program.engine.as(actorOf('31')).submit(testRequestKind, values as never);
  const [row] = await database.query<{ id: string }>(
    'select process_instance_id::text as id from request where id = $1',
    [id],
  );
  return row?.id ?? '';
};

const agree = async (instance: string, by: string): Promise<void> => {
  const [task] = await database.query<{ id: string }>(
    `select id::text from wf_task where instance_id = $1 and assignee_id = $2 and status = 'TODO'`,
    [instance, by],
  );
  const command = { is: 'agree', task: task?.id ?? '', comment: '' } as const;
  await program.workflow.execute(program.engine, actorOf(by), {
    on: { task: command.task },
    command,
  });
};

/** Past the row-level policies, and inside the transaction that is rolled back. */
const session = { tenantId: tenant, query: database.query } as unknown as Session;

const live = `where instance_id = $1 and status = 'ACTIVE'`;
const todo = `where instance_id = $1 and status = 'TODO'`;
const damages: readonly (readonly [number: number, what: string, sql: string])[] = [
  [1, 'open tasks are lost', `update wf_task set status = 'CANCEL' ${todo}`],
  [1, 'an ended process has an open step', `update wf_instance set status = 'DONE' where id = $1`],
  [2, 'a second token', `update wf_act set scope_id = null ${live}`],
  [2, 'no token', `update wf_scope set status = 'CANCEL' where instance_id = $1`],
  [3, 'one branch too many', 'update wf_scope set expected = 3 where instance_id = $1'],
  [4, 'a step outside its fork', `update wf_act set node = 'u3' ${live} and node = 'u1'`],
  [5, 'a vote is lost', `update wf_act set total = 2 ${live}`],
  [6, 'a task of a closed step', `update wf_act set status = 'DONE' ${live} and node = 'u1'`],
  [
    6,
    'one person twice in a step',
    `insert into wf_task (tenant_id, id, instance_id, act_id, business_id, applicant_id, node,
        node_name, node_name_en, assignee_id, candidates, status, comment, created, concerned_ids)
       select tenant_id, 1, instance_id, act_id, business_id, applicant_id, node, node_name,
           node_name_en, assignee_id, candidates, status, comment, created, concerned_ids
         from wf_task ${todo} limit 1`,
  ],
  [
    7,
    'a line of history is lost',
    `delete from wf_log where instance_id = $1 and operation = 'start'`,
  ],
  [8, 'no approval is left', 'update wf_act set void = true where instance_id = $1'],
  [8, 'the applicant alone', 'update wf_task set actor_id = 31 where instance_id = $1'],
  [
    9,
    'an approver is concerned',
    `update wf_task set concerned_ids = '{32}' where instance_id = $1`,
  ],
  [
    10,
    'a status of its own',
    `update request set audit_status = '3' where process_instance_id = $1`,
  ],
  [10, 'no record', `delete from request where process_instance_id = $1`],
  [17, 'suspended by half', 'update wf_instance set suspended = true where id = $1'],
  [
    20,
    'its assignee is stopped',
    `update users set status = '0' where id in
       (select assignee_id from wf_task ${todo})`,
  ],
  [
    21,
    'nobody was told',
    'delete from message where biz_id in (select business_id from wf_instance where id = $1)',
  ],
  [
    22,
    'an applicant with the record who has left',
    `with left_now as (update users set status = '0' where id = 31)
     update wf_task set assignee_id = applicant_id where instance_id = $1 and status = 'TODO'`,
  ],
  [
    24,
    'a revision without a command',
    'update wf_instance set revision = revision + 1 where id = $1',
  ],
];

const ofApproved = new Set([8, 9]);

test('every invariant holds of processes that only the program has touched', async () => {
  expect(await violationsOf(session, tables)).toEqual([]);
});

test('every invariant is damaged below', () => {
  expect(new Set(damages.map(([number]) => number))).toEqual(
    new Set(invariants.map(({ number }) => number)),
  );
});

test('a returned record that its applicant deleted is no trouble (the record says nothing any more)', async () => {
  await database.query('begin');
  try {
    await database.query(`update wf_instance set status = 'DELETED', ended = now() where id = $1`, [
      approved,
    ]);
    await database.query(
      `update request set audit_status = '3', is_deleted = 1 where process_instance_id = $1`,
      [approved],
    );
    const found = await violationsOf(session, tables);
    expect(found.filter(({ invariant }) => invariant.number === 10)).toEqual([]);
  } finally {
    await database.query('rollback');
  }
});

test.each(damages)('invariant %i notices: %s', async (number, _what, sql) => {
  const instance = ofApproved.has(number) ? approved : running;
  await database.query('begin');
  try {
    await database.query(sql, [instance]);
    const found = await violationsOf(session, tables);
    expect(
      found.filter((item) => item.instance === instance).map(({ invariant }) => invariant.number),
    ).toContain(number);
  } finally {
    await database.query('rollback');
  }
});

test('a violation is a trouble that is counted, until it is solved', async () => {
  const { engine } = program;
  const look = (hour: number) =>
    engine.database.transaction(tenant, (tx) =>
      recordTroubles(tx, engine.ids, tables, new Date(Date.UTC(2026, 0, 1, hour))),
    );
  const open = async () => {
    const query = { current: 1, size: 10, solved: false };
    return (await engine.database.read(tenant, (session) => listTroubles(session, 'all', query)))
      .troubles;
  };
  const suspend = (at: string) =>
    database.query(`update wf_instance set suspended_at = ${at} where id = $1`, [running]);
  expect(await look(1)).toBe(0);
  await suspend('now()');
  expect([await look(2), await look(3)]).toEqual([1, 1]);
  const [text] = invariants.flatMap(({ number, name }) => (number === 17 ? [name] : []));
  expect(await open()).toMatchObject([{ instance: running, kind: 'request', text, count: 2 }]);
  await suspend('null');
  expect(await look(4)).toBe(0);
  expect(await open()).toEqual([]);
  // The row stays, with the time at which it was solved.
  const rows = await database.query<{ solved: Date }>('select solved_at as solved from wf_trouble');
  expect(rows).toEqual([{ solved: new Date(Date.UTC(2026, 0, 1, 4)) }]);
});
