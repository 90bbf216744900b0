import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { NamedRule } from '@keyan/product/scoring/compute.ts';
import { scoredKinds } from '@keyan/product/scoring/objects.ts';
import { approvedOutputs } from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, expect, test } from 'vitest';
import { home, startApplication } from '../support/application.ts';
import { complete, sample } from '../support/inputs.ts';

/** Projects, their money and activities score as achievements do, by what their definitions say (R-601, R-608). */
const app = await startApplication();
afterAll(() => app.close());

const teacher = (await app.as('teacher')).id;
const colleague = (await app.as('teacher2')).id;

/** A record of the kind, approved, with these values in its columns. */
const approved = async (resource: Resource, columns: Readonly<Record<string, string>>) => {
  const [input = {}] = sample(complete(resource, app.targets()), 1);
  const { id } = await app.parts.engine.asSystem('law', home).save(resource, input);
  const set = Object.keys(columns).map((name, at) => `${name} = $${at + 2}`);
  await app.database.query(
    `update ${resource.table} set audit_status = '2'${set.map((one) => `, ${one}`).join('')} where id = $1`,
    [id, ...Object.values(columns)],
  );
  return id;
};

const rule = (object: string): NamedRule => ({
  id: object,
  name: object,
  object,
  conditions: [],
  unit: '1',
  base: '50',
  least: null,
  most: null,
  coefficients: new Map([['1', '1']]),
  table: null,
  mode: '1',
  ownOnly: true,
  priority: 1,
  group: null,
});

const found = (object: string, more: { subjectClass?: '01' | '02'; batchYear?: number } = {}) => {
  const range = {
    batchYear: 2025,
    subjectClass: null,
    startDate: null,
    endDate: null,
    countsLate: '0' as const,
    lateFrom: null,
    ...more,
  };
  const asking = { range, rules: [rule(object)], favoursMentor: false };
  return approvedOutputs(app.parts.engine.asSystem('law', home), asking);
};

const kindOf = (object: string): Resource => scoredKinds[object]?.resource as Resource;

test.each([
  ['conclusion', { real_end_date: '2025-06-30', program_leader: teacher }],
  ['arrive', { arrive_date: '2025-03-02', program_leader: teacher, divide_amount: '50000' }],
  ['activityHold', { stat_year: '2025', leader_id: teacher }],
  ['activityJoin', { stat_year: '2025', user_id: teacher }],
])('%s is worth something for whom it names, in its year', async (object, columns) => {
  const id = await approved(kindOf(object), columns);
  const [output] = (await found(object)).filter((one) => one.id === id);
  expect(output).toMatchObject({
    object,
    sign: '1',
    isSecret: false,
    contributors: [{ person: teacher, rank: 1, isOurs: true, contribution: '100' }],
  });
  if (object === 'arrive') expect(output?.quantities['2']).toMatch(/^5\.0/);
  expect((await found(object, { batchYear: 2024 })).some((one) => one.id === id)).toBe(false);
  // None of them has a statistical category.
  expect((await found(object, { subjectClass: '01' })).some((one) => one.id === id)).toBe(false);
});

test('an approved project is worth something for its members, by their place', async () => {
  const kind = kindOf('vertical');
  const id = await approved(kind, { approval_date: '2025-02-01', subject_class: '02' });
  await app.database.query(`delete from ${kind.table}_members where parent_id = $1`, [id]);
  for (const [at, person] of [teacher, colleague].entries()) {
    await app.database.query(
      `insert into ${kind.table}_members (tenant_id, id, parent_id, sort_order, sort, user_id, person_type)
       values ($1, $2, $3, $4, $5, $6, '01')`,
      [home, `${900 + at}`, id, at, at + 1, person],
    );
  }
  const [output] = (await found('vertical', { subjectClass: '02' })).filter((one) => one.id === id);
  expect(output?.contributors.map(({ person, rank }) => [person, rank])).toEqual([
    [teacher, 1],
    [colleague, 2],
  ]);
  expect((await found('vertical', { subjectClass: '01' })).some((one) => one.id === id)).toBe(
    false,
  );
});
