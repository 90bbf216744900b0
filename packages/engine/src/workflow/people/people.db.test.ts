import type { Graph } from '@keyan/kernel/workflow/graph.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../../testing/database.ts';
import { furnish, startProgram, tenant } from '../testing.ts';
import { loadDirectory } from './people.ts';

const database = await testDatabase();
const program = await startProgram(database, 1);
beforeAll(async () => {
  await furnish(database, program);
  // 24 went into 23, and 23 into 21; 李敏 (32) leads and heads 21 now.
  await database.query(
    `insert into dept (tenant_id, id, dept_name, full_name, dept_code, parent_id, dept_category, merged_into, leader_id)
     values ($1, 23, '旧学院', '旧学院', '311', 21, '2', 21, 33), ($1, 24, '老学院', '老学院', '312', 23, '2', 23, 34)`,
    [tenant],
  );
  await database.query(`update dept set leader_id = 32 where tenant_id = $1 and id = 21`, [tenant]);
  await database.query(`update users set dept_id = 21 where tenant_id = $1 and id = 32`, [tenant]);
});
afterAll(async () => {
  await program.close();
  await database.drop();
});

const graph = { nodes: {} } as unknown as Graph;
const fallbacks = {
  substitutes: [],
  deputies: [],
  escalation: ['head'],
  administrators: 'role:manager',
  outside: ['4'],
  platform: { tenantId: tenant, role: 'manager' },
};

const at = { kind: 'papersapp', now: new Date() };

const resolved = (reference: string, department: string) =>
  program.engine.database.read(tenant, async (session) => {
    const directory = await loadDirectory(
      session,
      program.workflow.cache,
      graph,
      fallbacks,
      department,
      '31',
      new Set(),
      [],
      [reference],
      at,
    );
    return directory.resolve(reference);
  });

test('the leader of an office is who leads the department of its people', async () => {
  const leaders = await program.engine.database.read(tenant, async (session) => {
    const more = ['role:head', 'role:office'];
    const asked = [session, program.workflow.cache, graph, fallbacks, '21', '31'] as const;
    const directory = await loadDirectory(...asked, new Set(), [], more, at);
    return more.map((reference) => directory.officeLeaders(reference));
  });
  expect(leaders).toEqual([[{ reference: 'user:32', users: ['32'] }], []]);
});

test.each(['23', '24'])(
  'a step of a merged department (%s) asks the people of the one that it went into',
  async (department) => {
    const head = { reference: 'role:head@dept:21', users: ['32'] };
    expect(await resolved('role:head@applicantDept', department)).toEqual(head);
    expect(await resolved('role:head@applicantDept^', department)).toEqual(head);
    expect(await resolved(`role:head@dept:${department}`, department)).toEqual(head);
    expect(await resolved('leader@applicantDept', department)).toEqual({
      reference: 'leader@dept:21',
      users: ['32'],
    });
    expect(await resolved('leaders:1', department)).toMatchObject({ users: ['32'] });
    expect(await resolved(`dept:${department}`, '22')).toEqual({
      reference: 'dept:21',
      users: ['31', '32'],
    });
    // Nobody holds it there yet: whoever will, is of the department that there is.
    expect(await resolved('role:board@applicantDept', department)).toEqual({
      reference: 'role:board@dept:21',
      users: [],
    });
  },
);

test('a department by itself is asked as before', async () => {
  expect(await resolved('role:office@applicantDept', '22')).toMatchObject({
    reference: 'role:office@dept:22',
  });
  expect(await resolved('dept:22', '21')).toMatchObject({ reference: 'dept:22' });
});
