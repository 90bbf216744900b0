import { countStaff } from '@keyan/product/scholar/staff-figures.server.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const teacher = actor('teacher');

const count = () =>
  countStaff.run(
    { tenantId: teacher.tenantId, signal: new AbortController().signal } as never,
    parts.engine,
  );

const figures = async () => {
  const [found] = await database.query<{ projects: number; outputs: number; version: number }>(
    `select on_going_num as projects, ach_num as outputs, version
       from personnel where user_id = ${teacher.id}`,
  );
  if (!found) throw new Error('the teacher has a file');
  return found;
};

/** The figures while a column of a record has another value. */
const whileSet = async (table: string, id: string, column: string, value: string) => {
  const [before] = await database.query<{ value: string | null }>(
    `select ${column}::text as value from ${table} where id = ${id}`,
  );
  const set = (text: string) =>
    database.query(`update ${table} set ${column} = '${text}' where id = ${id}`);
  await set(value);
  await count();
  const seen = await figures();
  await set(before?.value ?? '');
  await count();
  return seen;
};

const idOf = async (sql: string): Promise<string> => {
  const [found] = await database.query<{ id: string }>(sql);
  if (!found) throw new Error(`nothing: ${sql}`);
  return found.id;
};

test('a file says how many projects its person has under way and how much came out of them', async () => {
  await count();
  const before = await figures();
  expect(before.projects).toBeGreaterThan(0);
  expect(before.outputs).toBeGreaterThan(0);
  expect(await count()).toEqual({ done: 0 });
  const year = new Date().getFullYear();
  const paper = await idOf(
    `select p.id::text from paper p join paper_authors a on a.parent_id = p.id
      where a.user_id = ${teacher.id} and p.is_deleted = 0 and p.audit_status = '2'
        and p.secret_level = '0' and p.stat_year >= ${year - 2} limit 1`,
  );
  const project = await idOf(
    `select id::text from program where program_leader = ${teacher.id} and is_deleted = 0
        and status in ('20', '21', '22') limit 1`,
  );
  const lessOutputs = { ...before, outputs: before.outputs - 1 };
  expect(await whileSet('paper', paper, 'stat_year', String(year - 3))).toEqual(lessOutputs);
  expect(await whileSet('paper', paper, 'audit_status', '1')).toEqual(lessOutputs);
  expect(await whileSet('paper', paper, 'secret_level', '1')).toEqual(lessOutputs);
  const lessProjects = { ...before, projects: before.projects - 1 };
  expect(await whileSet('program', project, 'status', '30')).toEqual(lessProjects);
  // Nobody's open form is stale because of a figure.
  expect(await figures()).toEqual(before);
});
