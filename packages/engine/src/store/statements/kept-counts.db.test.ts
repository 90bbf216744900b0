import type { Actor } from '@keyan/kernel/access/actor.ts';
import {
  anyScope,
  departmentScope,
  own,
  withCode,
  withStatus,
} from '@keyan/kernel/access/scope.ts';
import { dept } from '@keyan/kernel/definition/field/base-fields.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import type { AggregateRow } from '@keyan/kernel/records/aggregate.ts';
import type { GroupCount, Query } from '@keyan/kernel/records/query.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AggregateQuestion } from '../../commands/port.ts';
import { mergeKeptCounts, repairKeptCounts } from '../../server/kept-counts.ts';
import { openClient, testDatabase } from '../../testing/database.ts';
import { actorOf, furnishSamples, startEngine, stranger, tenant } from '../../testing/sample.ts';
import { keptCountsOf } from './kept-counts.ts';

const colours = dictionary(
  'keptColour',
  ['颜色', 'Colour'],
  [
    ['r', '红', 'Red'],
    ['g', '绿', 'Green'],
  ],
);

const level = dictionary(
  'keptLevel',
  ['密级', 'Level'],
  [
    ['0', '公开', 'Open'],
    ['1', '内部', 'Internal'],
  ],
);

const find = defineResource({
  key: 'find',
  label: ['发现', 'Find'],
  path: 'sample/finds',
  title: 'title',
  fields: {
    title: f.text(['题名', 'Title']).requiredInDraft().max(100),
    made: f.year(['年度', 'Year']),
    tints: f.dicts(['颜色', 'Colours'], colours),
    level: f.dict(['密级', 'Level'], level).initial('0'),
    unitId: f.ref(['部门', 'Unit'], dept),
    dug: f.date(['出土日期', 'Dug on']),
    worth: f.money(['估价', 'Worth']),
  },
  list: {
    columns: ['title'],
    filters: ['made', 'tints'],
    sort: '-made',
    keptCounts: ['made', 'tints'],
    keptTotals: { by: ['made', 'dug'], sums: ['worth'], also: [['made', 'tints']] },
  },
  form: [
    {
      key: 'all',
      title: ['内容', 'Content'],
      fields: ['title', 'made', 'tints', 'level', 'dug', 'worth'],
    },
  ],
  views: {
    lib: {
      label: ['库', 'Library'],
      code: 'findLib',
      path: '/finds',
      scope: withStatus('2'),
      actions: ['view'],
    },
    audit: {
      label: ['全部', 'All'],
      code: 'find',
      path: '/allFinds',
      scope: anyScope(own(), departmentScope('unitId')),
      actions: ['view'],
    },
  },
  access: { read: anyScope(own(), departmentScope('unitId')), write: own(), copies: 'all' },
  secrecy: { open: withCode('level', '0'), readers: 'find_secret' },
  department: 'unitId',
  processes: [
    defineProcess(
      'find',
      ['发现登记', 'Find'],
      [{ key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] }],
    ),
  ],
});

const database = await testDatabase();
const engine = startEngine(database, 1, { resources: [find] });

beforeAll(async () => {
  await furnishSamples(database, engine, [find]);
  await database.query('alter table find owner to keyan_owner');
});
afterAll(async () => {
  await engine.database.close();
  await counter.database.close();
  await database.drop();
});

const reader = (
  id: string,
  departmentScope: Actor['departmentScope'],
  ...more: string[]
): Actor => ({
  ...actorOf(id),
  departmentScope,
  permissions: new Set(['find', 'findLib', ...more]),
});
const readers: readonly Actor[] = [
  reader('35', 'all', 'find_secret'),
  reader('35', 'all'),
  reader('31', ['21']),
  reader('31', ['21', '22'], 'find_secret'),
  reader('32', []),
];

const queries: readonly Query[] = ['lib', 'audit'].flatMap((view) => [
  { view, where: [], sort: [], page: 1, size: 10 },
  {
    view,
    where: [{ field: 'auditStatus', operator: 'anyOf', value: ['2', '3'] }],
    sort: [],
    page: 1,
    size: 10,
  },
]);

/** The definition without kept counts. */
const { keptTotals: _totals, ...uncounted } = find.list;
const counting = { ...find, list: { ...uncounted, keptCounts: [] } };
// An engine of its own: statements are kept by the keys of resources.
const counter = startEngine(database, 2, { resources: [counting] });

const since = (value: string) => ({ field: 'dug', operator: 'atLeast' as const, value });
const until = (value: string) => ({ field: 'dug', operator: 'atMost' as const, value });

/** Questions of figures: by what, of which rows, and what is aggregated of them. */
const asked: readonly Omit<AggregateQuestion, 'resource' | 'view'>[] = [
  { by: [], where: [], of: [{}, { sum: 'worth' }] },
  { by: [{ field: 'made' }, { field: 'unitId' }], where: [], of: [{ sum: 'worth' }, {}] },
  {
    by: [{ field: 'dug', part: 'month' }],
    where: [since('2024-02-01'), until('2025-02-28')],
    of: [{}, { sum: 'worth', where: [{ field: 'made', operator: 'equals', value: 2024 }] }],
  },
  {
    by: [{ field: 'dug', part: 'year' }],
    where: [{ field: 'unitId', operator: 'anyOf', value: ['21'] }],
    of: [
      { where: [until('2024-02-29')] },
      { where: [{ field: 'dug', operator: 'empty', value: null }] },
    ],
  },
  // Whole months of these are kept, and the days of the last one are counted.
  {
    by: [{ field: 'made' }],
    where: [],
    of: [{}, { where: [until('2024-02-10')] }, { sum: 'worth', where: [until('2024-02-10')] }],
  },
  // A record stands under each of its codes, and once in the total.
  { by: [{ field: 'tints' }, { field: 'made' }], where: [], of: [{}] },
  {
    by: [{ field: 'made' }],
    where: [{ field: 'tints', operator: 'filled', value: null }],
    of: [{}, { where: [{ field: 'tints', operator: 'anyOf', value: ['g'] }] }],
  },
  {
    by: [{ field: 'unitId' }],
    where: [{ field: 'tints', operator: 'empty', value: null }],
    of: [{}, { where: [{ field: 'made', operator: 'atLeast', value: 2025 }] }],
  },
  // No month ends here: these are counted row by row.
  { by: [{ field: 'made' }], where: [since('2024-02-02')], of: [{}, { sum: 'worth' }] },
  { by: [{ field: 'dug', part: 'day' }], where: [], of: [{}] },
  { by: [], where: [{ field: 'level', operator: 'equals', value: '1' }], of: [{ sum: 'worth' }] },
];

const lines = (found: readonly (readonly AggregateRow[] | string)[]) =>
  found.map((one) =>
    typeof one === 'string'
      ? one
      : one
          .filter(({ values }) => values.some((value) => Number(value) !== 0))
          .map(({ keys, values }) => JSON.stringify([keys, values]))
          .sort(),
  );

const sorted = (counts: readonly GroupCount[]) =>
  counts.map(({ keys, total }) => [keys[0], total]).sort();

/** Compares what is kept with what is counted, for every reader and question. */
const compare = async (): Promise<void> => {
  for (const actor of readers) {
    const commands = engine.as(actor);
    const counts = counter.as(actor);
    for (const view of ['lib', 'audit']) {
      const kept = await commands.aggregates(
        asked.map((one) => ({ ...one, resource: find, view })),
      );
      const live = asked.map((one) => ({ ...one, resource: counting, view }));
      expect(lines(kept)).toEqual(lines(await counts.aggregates(live)));
    }
    for (const query of queries) {
      expect(await commands.counts(find, query)).toEqual(await counts.counts(counting, query));
      for (const field of ['made', 'tints']) {
        const kept = await commands.groupCounts(find, query, [field]);
        expect(sorted(kept)).toEqual(sorted(await counts.groupCounts(counting, query, [field])));
      }
    }
  }
};

let next = 1000;
type Write = readonly [
  what: 'insert' | 'update' | 'remove' | 'delete' | 'fold',
  at: number,
  values: readonly unknown[],
];

const writes: fc.Arbitrary<Write> = fc.tuple(
  fc.constantFrom('insert', 'insert', 'insert', 'update', 'remove', 'delete', 'fold'),
  fc.nat(30),
  fc.tuple(
    fc.constantFrom('0', '1', '2', '3', '5'),
    fc.constantFrom(2024, 2025, null),
    fc.constantFrom(['r'], ['r', 'g'], [], null),
    fc.constantFrom('0', '1', null),
    fc.constantFrom('21', '22', null),
    fc.constantFrom('31', '32'),
    fc.constantFrom('2024-02-01', '2024-02-29', '2025-01-31', null),
    fc.constantFrom('10.05', '-0.01', '123456789012.34', '0.00', null),
  ),
);

const write = async ([what, at, values]: Write, tenantId: string): Promise<void> => {
  const columns = 'audit_status, made, tints, level, unit_id, create_user, dug, worth';
  const place = `tenant_id = $1 and id = (select id from find where tenant_id = $1 order by id offset $2 limit 1)`;
  switch (what) {
    case 'insert':
      next += 1;
      await database.query(
        `insert into find (tenant_id, id, title, create_time, update_user, update_time, ${columns})
         values ($1, $2, 'x', now(), 31, now(), $3, $4, $5, $6, $7, $8, $9, $10)`,
        [tenantId, next, ...values],
      );
      break;
    case 'update':
      await database.query(
        `update find set (${columns}) = ($3, $4::smallint, $5::text[], $6, $7::bigint, $8::bigint, $9::date, $10::numeric) where ${place}`,
        [tenantId, at, ...values],
      );
      break;
    case 'remove':
      await database.query(`update find set is_deleted = 1 - is_deleted where ${place}`, [
        tenantId,
        at,
      ]);
      break;
    case 'delete':
      await database.query(`delete from find where ${place}`, [tenantId, at]);
      break;
    case 'fold':
      await mergeKeptCounts(engine.database, tenantId);
      break;
  }
};

test('whatever is written, kept counts are what counting gives, for every reader', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(writes, { minLength: 20, maxLength: 60 }), async (all) => {
      await write(
        ['insert', 0, ['2', 2025, ['r'], '0', '21', '31', '2025-01-31', '7.00']],
        stranger,
      );
      for (const one of all) await write(one, tenant);
      await compare();
      await mergeKeptCounts(engine.database, tenant);
      const left = await database.query('select 1 from kept_change where tenant_id = $1', [tenant]);
      expect(left).toEqual([]);
      await compare();
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('writers that fold at once lose no change', async () => {
  const one: Write = ['insert', 0, ['2', 2025, ['r'], '0', '21', '31', '2025-01-31', '7.00']];
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      await write(one, tenant);
      if (index % 3 === 0) await mergeKeptCounts(engine.database, tenant);
    }),
  );
  await compare();
});

test('a migration that writes records of every tenant keeps their counts', async () => {
  const owner = await openClient(database.ownerUrl);
  try {
    await owner.query('alter table find no force row level security');
    const { rowCount } = await owner.query('update find set made = coalesce(made, 2000) + 1');
    expect(rowCount).toBeGreaterThan(0);
    await owner.query('alter table find force row level security');
  } finally {
    await owner.end();
  }
  await compare();
});

test('a wrong count is found and made anew', async () => {
  const kept = keptCountsOf(find);
  if (!kept) throw new Error('no counts are kept');
  expect(await repairKeptCounts(engine.database, tenant, kept)).toBe(false);
  await database.query(`update kept_count set amount = amount + 1 where tenant_id = $1`, [tenant]);
  expect(await repairKeptCounts(engine.database, tenant, kept)).toBe(true);
  expect(await repairKeptCounts(engine.database, tenant, kept)).toBe(false);
  await compare();
});
