import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { writeBpmn } from '@keyan/engine/workflow/drawings/bpmn.ts';
import { loadSnapshot } from '@keyan/engine/workflow/runtime/rows.ts';
import { actorOf, furnish, startProgram, tenant } from '@keyan/engine/workflow/testing.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { compile } from '@keyan/kernel/workflow/compile.ts';
import type { Decision } from '@keyan/kernel/workflow/decide.ts';
import type { Diagram, DiagramUser } from '@keyan/kernel/workflow/diagram.ts';
import type { Snapshot, Task } from '@keyan/kernel/workflow/state.ts';
import { arrivedBranches } from '@keyan/kernel/workflow/state.ts';
import { diagramFromLines } from '@keyan/kernel/workflow/testing/drawn.ts';
import { stageOf } from '@keyan/kernel/workflow/testing/stage.ts';
import { afterAll, expect, test } from 'vitest';

/**
 * Processes that the last release left behind, in every state, are migrated and played to their end.
 * Their rows are those of today's engine in the columns of then.
 */

const before = '0110';
const database = await testDatabase({ empty: true });
afterAll(() => database.drop());

/** 31 applies; the others hold one role each. */
const cast = { head: ['32'], office: ['33', '34'], board: ['35'] };

const role = (...names: readonly string[]): Partial<DiagramUser> => ({
  people: names.map((name) => `role:${name}`),
});
const steps = { u1: role('head'), u2: role('board'), u3: role('office') };
const row: readonly string[] = ['s>a', 'a>u1', 'u1>u2', 'u2>u3', 'u3>e'];
const fork = ['s>a', 'a>p1', 'p1>u1', 'p1>u2', 'u1>p2', 'u2>p2', 'p2>u3', 'u3>e'];
const withEmptyBranch = [
  's>a',
  'a>p1',
  'p1>u1',
  'p1>u2',
  'p1>p2',
  'u1>p2',
  'u2>p2',
  'p2>u3',
  'u3>e',
];
const all = { u3: { ...role('office', 'board'), multi: { sequential: false } } };
const turns = { u3: { ...role('office', 'board'), multi: { sequential: true } } };

type Stage = ReturnType<typeof stageOf>;

interface Case {
  readonly lines: readonly string[];
  readonly nodes?: Readonly<Record<string, Partial<DiagramUser>>>;
  /** Moves of the process so far. */
  readonly moves: (at: Stage) => void;
}

const cases: Readonly<Record<string, Case>> = {
  'at its first step': { lines: row, moves: () => undefined },
  'in the pool of two people': {
    lines: row,
    moves: (at) => {
      at.agree('32');
      at.agree('35');
    },
  },
  claimed: {
    lines: row,
    moves: (at) => {
      at.agree('32');
      at.agree('35');
      at.tell({ is: 'claim', task: at.task() }, '34');
    },
  },
  'returned to its applicant': {
    lines: row,
    moves: (at) => {
      at.agree('32');
      at.back('35', 'applicant');
    },
  },
  'submitted a second time': {
    lines: row,
    moves: (at) => {
      at.back('32', 'applicant');
      at.agree('31');
      at.agree('32');
    },
  },
  'returned with approvals that are still valid': {
    lines: row,
    moves: (at) => {
      at.agree('32');
      at.agree('35');
      at.backFrom('u3', '33', 'applicant', true);
    },
  },
  suspended: {
    lines: row,
    moves: (at) => at.tell({ is: 'suspend' }, 'admin'),
  },
  'in two branches': { lines: fork, moves: () => undefined },
  'with one branch of two arrived': { lines: fork, moves: (at) => at.agreeOn('u1', '32') },
  'with an empty branch arrived': {
    lines: withEmptyBranch,
    moves: (at) => at.agreeOn('u2', '35'),
  },
  'back in a finished fork': {
    lines: fork,
    moves: (at) => {
      at.agreeOn('u1', '32');
      at.agreeOn('u2', '35');
      at.backFrom('u3', '33', 'u1');
    },
  },
  'with one vote of three': {
    lines: row,
    nodes: all,
    moves: (at) => {
      at.agree('32');
      at.agree('35');
      at.agreeOn('u3', '33');
    },
  },
  'in the second of three turns': {
    lines: row,
    nodes: turns,
    moves: (at) => {
      at.agree('32');
      at.agree('35');
      at.agreeOn('u3', '33');
    },
  },
};

const settings = { skipSame: 'none' } as const;

/** Ids of one case lie together; of different cases apart. */
const idsOf = (index: number) => (index + 1) * 1000;

const insert = async (table: string, values: RowLike): Promise<void> => {
  const names = Object.keys(values);
  await database.query(
    `insert into ${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(values).map((value) =>
      typeof value === 'object' &&
      value !== null &&
      !(value instanceof Date) &&
      !Array.isArray(value)
        ? JSON.stringify(value)
        : value,
    ),
  );
};

/** Writes a process as the last release stored it. */
const storeAsBefore = async (
  { instance, scopes, visits, tasks }: Snapshot,
  diagram: Diagram,
  ids: number,
): Promise<void> => {
  const common = { tenant_id: tenant, instance_id: instance.id };
  const key = `old/kind${ids}`;
  await insert('wf_definition', {
    tenant_id: tenant,
    id: instance.definition,
    key,
    version: 1,
    name: key,
    name_en: key,
    category: 'flow_1',
    xml: await writeBpmn(diagram),
    graph: { ...compile(diagram), key, warnings: [] },
    deployed_at: new Date(0),
  });
  await insert('wf_instance', {
    tenant_id: tenant,
    id: instance.id,
    definition_id: instance.definition,
    kind: 'request',
    business_id: instance.business,
    title: 't',
    applicant_id: instance.applicant,
    department_id: instance.department,
    variables: {},
    status: instance.status,
    suspended: instance.suspended,
    revision: instance.revision,
    started: instance.started,
  });
  for (const scope of scopes) {
    await insert('wf_scope', {
      ...common,
      id: scope.id,
      fork: scope.fork,
      parent_id: scope.parent,
      expected: scope.expected,
      arrived: arrivedBranches(scope),
      // A fork gone back into kept the arrivals of its other branches.
      arrivals: scope.partial
        ? visits.filter(({ node, void: isVoid }) => node === 'u2' && !isVoid).map(({ id }) => id)
        : [...new Set(scope.arrivals.map(({ act }) => act))],
      status: scope.status,
    });
  }
  for (const visit of visits) {
    await insert('wf_act', {
      ...common,
      id: visit.id,
      seq: visit.seq,
      node: visit.node,
      scope_id: visit.scope,
      previous_ids: visit.previous,
      status: visit.status,
      total: visit.total,
      done: visit.done,
      people: JSON.stringify(visit.people),
      flows: JSON.stringify(visit.flows),
      verdict: visit.verdict,
      basis: visit.basis,
      void: visit.void,
      entered: visit.entered,
      left_at: visit.left,
    });
  }
  for (const task of tasks) {
    await insert('wf_task', {
      ...common,
      id: task.id,
      act_id: task.visit,
      business_id: instance.business,
      applicant_id: instance.applicant,
      node: task.node,
      node_name: task.node,
      node_name_en: task.node,
      assignee_id: task.assignee,
      candidates: task.candidates,
      status: task.status,
      actor_id: task.actor,
      comment: task.comment,
      created: task.created,
      claimed: task.claimed,
      finished: task.finished,
    });
  }
};

/** Person who can act on a task. */
const ableTo = (task: Task): string =>
  task.assignee ??
  Object.entries(cast).find(([name]) => task.candidates.includes(`role:${name}`))?.[1][0] ??
  '';

test('processes under way survive the migration and come to their end', async () => {
  const migrations = await readMigrations(join(import.meta.dirname, '../apps/api/migrations'));
  await migrate(
    database.ownerUrl,
    migrations.filter(({ name }) => name < before),
  );
  const stored = new Map<string, Snapshot>();
  for (const [index, [name, { lines, nodes, moves }]] of Object.entries(cases).entries()) {
    const ids = idsOf(index);
    const diagram = diagramFromLines(lines, { ...steps, ...nodes });
    const at = stageOf(compile(diagram), { people: cast, settings, firstId: ids });
    const start = {
      ...at.startCommand,
      definition: String(ids),
      business: String(ids),
      department: '22',
    };
    at.tell({ ...start, kind: 'request' }, '31');
    moves(at);
    const { snapshot } = at.now() as Decision;
    expect([name, snapshot.instance.status]).toEqual([name, 'RUN']);
    await storeAsBefore(snapshot, diagram, ids);
    stored.set(name, snapshot);
  }
  await migrate(database.ownerUrl, migrations);
  const program = await startProgram(database, 1);
  await furnish(database, program);
  const load = async (instance: string): Promise<Snapshot> =>
    (await program.engine.database.read(tenant, (session) =>
      loadSnapshot(session, { instance }),
    )) as Snapshot;

  for (const [name, snapshot] of stored) {
    // Since when a process is suspended was not stored before: the migration's own moment counts.
    const { id, business, suspendedAt } = snapshot.instance;
    const seen = await load(id);
    expect([name, { ...seen, instance: { ...seen.instance, title: 't', suspendedAt } }]).toEqual([
      name,
      snapshot,
    ]);
    const returned = snapshot.tasks.some(({ status, node }) => status === 'TODO' && node === 'a');
    await insert('request', {
      tenant_id: tenant,
      id: business,
      subject: name,
      amount: '1',
      unit: '22',
      audit_status: returned ? '3' : '1',
      process_instance_id: id,
      create_user: '31',
      create_time: new Date(0),
      update_time: new Date(0),
      update_user: '31',
    });
    const execute = (by: string, command: Parameters<Stage['tell']>[0]): Promise<void> =>
      program.workflow.execute(program.engine, actorOf(by), { on: { instance: id }, command });
    if (snapshot.instance.suspended) await execute('36', { is: 'activate' });
    for (let turn = 0; turn < 20; turn += 1) {
      const { instance, tasks } = await load(id);
      if (instance.status !== 'RUN') break;
      const task = tasks.find(({ status }) => status === 'TODO') as Task;
      await execute(ableTo(task), { is: 'agree', task: task.id, comment: '' });
    }
    expect([name, (await load(id)).instance.status]).toEqual([name, 'DONE']);
  }
  expect(await database.query('select distinct audit_status as status from request')).toEqual([
    { status: '2' },
  ]);
  expect(await database.query(`select key, kind from wf_definition where id = 1000`)).toEqual([
    { key: 'old_kind1000', kind: 'old/kind1000' },
  ]);
  await program.close();
});
