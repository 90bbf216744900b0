import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  tenant,
} from '../testing/sample.ts';
import { entrySourceOf, searchShapeOf, termPrefixOf } from './entry.ts';
import { fillSearch } from './fill.ts';
import { loadReadings } from './readings.ts';
import { termMaker } from './terms.ts';
import { searchVectorOf } from './vector.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const terms = termMaker(await loadReadings());
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

type Row = RowLike & { readonly id: string; readonly tenantId: string };

/** Entries of these records in the table of searches, and the entries that their rows require. */
const bothOf = async (resource: typeof samples | typeof places) => {
  const shape = searchShapeOf(resource);
  const stored = await database.query<object>(
    `select record_id::text as id, scheme, department_id::text as department,
            tsvector_to_array(terms) as terms
       from search_entry where resource = $1 order by record_id`,
    [resource.key],
  );
  const ids = await database.query<{ id: string }>(
    `select id::text as id from ${resource.table} where is_deleted = 0 order by id`,
  );
  const meant = await Promise.all(
    ids.map(async ({ id }) => {
      const row = (await engine.asSystem('test', tenant).read(resource, id)).row as unknown as Row;
      const source = entrySourceOf(shape, row);
      const vector = searchVectorOf(termPrefixOf(tenant, resource), source, terms);
      return {
        id,
        scheme: shape.scheme,
        department: source.departments[0] ?? null,
        terms: [...new Set(vector.slice(1, -1).split("' '"))].sort(),
      };
    }),
  );
  return {
    stored: stored.map((one) => ({ ...one, terms: [...(one as (typeof meant)[0]).terms].sort() })),
    meant,
  };
};

const writer = actorOf('35');
const title = fc.constantFrom('科研管理', '曾明 report', '重庆', '数据 Data 2026', 'LW-77');
const person = fc.constantFrom('31', '33', null);
const step = fc.oneof(
  fc.record({ kind: fc.constant('save' as const), title, person }),
  fc.record({ kind: fc.constant('change' as const), title, person, at: fc.nat(9) }),
  fc.record({ kind: fc.constant('submit' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
  fc.record({ kind: fc.constant('restore' as const), at: fc.nat(9) }),
);

test('after any sequence of writes each living record has the entry that its row says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const ids: string[] = [];
      const commands = engine.as(writer);
      for (const one of steps) {
        const id = 'at' in one ? ids[one.at % Math.max(1, ids.length)] : undefined;
        if (one.kind === 'save') {
          const parts = one.person ? [{ userId: one.person, label: 'p' }] : [];
          const { id: made } = await commands.save(samples, {
            title: one.title,
            price: '1',
            parts,
          });
          ids.push(made);
        } else if (id !== undefined) {
          // A command that the record's status refuses changes nothing, also here.
          await (one.kind === 'change'
            ? commands.save(samples, { id, version: await versionOf(id), title: one.title })
            : one.kind === 'submit'
              ? commands.submit(samples, { id, version: await versionOf(id) })
              : commands[one.kind](samples, [id])
          ).catch(() => undefined);
        }
      }
      const { stored, meant } = await bothOf(samples);
      expect(stored).toEqual(meant);
    }),
    { numRuns: 12 },
  );
});

const versionOf = async (id: string): Promise<number> =>
  (await database.query<{ version: number }>('select version from sample where id = $1', [id]))[0]
    ?.version ?? 0;

test('filling makes what is missing or of an older definition, and drops what is gone', async () => {
  const commands = engine.as(writer);
  const kept: string[] = [];
  for (const name of ['甲地', '乙地', '丙地']) {
    kept.push((await commands.save(places, { name, code: name })).id);
  }
  await database.query('delete from search_entry where record_id = $1', [kept[0]]);
  await database.query(`update search_entry set scheme = 7, terms = 'old' where record_id = $1`, [
    kept[1],
  ]);
  await database.query('update sample_place set is_deleted = 1 where id = $1', [kept[2]]);
  expect(await fillSearch(engine, tenant)).toBeGreaterThanOrEqual(2);
  for (const resource of [places, samples]) {
    const { stored, meant } = await bothOf(resource);
    expect(stored).toEqual(meant);
  }
  expect(await fillSearch(engine, tenant)).toBe(0);
});

const found = async (actor: Actor, typed: string) =>
  (await engine.as(actor).search([samples], typed, 5)).flatMap(({ records }) =>
    records.map((one) => one.title.text),
  );

test('a frequent word is found within reach of each reader, the best and newest first', async () => {
  // 31 writes, 33 is named in a part, 34 oversees unit 22, 35 everything.
  for (let n = 0; n < 60; n += 1) {
    await engine.as(actorOf(n % 2 ? '31' : '33')).save(samples, {
      title: `普遍研究 ${String(n).padStart(2, '0')}`,
      price: '1',
      parts: n === 1 ? [{ userId: '33', label: 'p' }] : [],
    });
  }
  await engine.as(actorOf('31')).save(samples, { title: '研究', price: '1' });
  await engine.as(actorOf('31')).save(samples, { title: '研究 草稿', price: '1' });
  await database.query(
    `update sample set audit_status = '2' where title like '普遍%' or title = '研究'`,
  );
  expect(await found(actorOf('35'), '研究')).toEqual([
    '研究',
    '普遍研究 59',
    '普遍研究 58',
    '普遍研究 57',
    '普遍研究 56',
  ]);
  expect((await found(actorOf('31'), '研究'))[1]).toBe('研究 草稿');
  const own = await found(actorOf('33'), 'pbyj');
  expect(own).toEqual(['58', '56', '54', '52', '50'].map((n) => `普遍研究 ${n}`));
  expect(await found(actorOf('33'), '普遍 01')).toEqual(['普遍研究 01']);
  expect(await found(actorOf('33'), '普遍 03')).toEqual([]);
  const overseen = await found(actorOf('34'), '普遍');
  expect(overseen[0]).toBe('普遍研究 58');
  expect(await found({ ...actorOf('34'), departmentScope: [] }, '普遍')).toEqual([]);
});

test('what lies behind records that the reader may not read is found', async () => {
  for (let n = 0; n < 68; n += 1) {
    await engine.as(actorOf('31')).save(samples, { title: `遮住的 ${n}`, price: '1' });
    if (n === 7)
      await database.query(`update sample set audit_status = '2' where title like '遮住%'`);
  }
  expect(await found(actorOf('35'), '遮住的')).toEqual([7, 6, 5, 4, 3].map((n) => `遮住的 ${n}`));
});

test('records of one`s tasks are found also outside the departments that one oversees', async () => {
  const { id } = await engine.as(actorOf('31')).submit(samples, { title: '待办事项', price: '1' });
  const approver = { ...actorOf('34'), departmentScope: [] };
  expect(await found(approver, 'daiban')).toEqual(['待办事项']);
  expect(await found({ ...approver, id: '32', roles: [] }, 'daiban')).toEqual([]);
  await engine.as(actorOf('31')).recall(samples, id);
  expect(await found(approver, 'daiban')).toEqual([]);
});

/** Statements of a search, as they are sent: separate statements, and short ones that leave together. */
const sentBy = async (actor: Actor, kinds: readonly Resource[], typed: string) => {
  const sent = { heavy: 0, short: 0 };
  const { heavy, short } = engine.database;
  engine.database.heavy = (...asked) => {
    sent.heavy += 1;
    return heavy.apply(engine.database, asked) as never;
  };
  engine.database.short = (...asked) => {
    sent.short += 1;
    return short.apply(engine.database, asked) as never;
  };
  try {
    return { sent, found: await engine.as(actor).search(kinds, typed, 5) };
  } finally {
    Object.assign(engine.database, { heavy, short });
  }
};

test('all kinds are asked in one statement, and those that hold something are judged together', async () => {
  const many = Array.from({ length: 30 }, (_, number) => ({
    ...places,
    key: `samplePlace${number}`,
  }));
  const everywhere = { ...actorOf('35'), departmentScope: 'all' } as const;
  await engine.as(everywhere).save(places, { name: '独有之地', code: 'unique' });
  await database.query(
    `insert into search_entry (tenant_id, resource, record_id, scheme, terms)
     select e.tenant_id, k.key, e.record_id, e.scheme,
            (select array_to_tsvector(array_agg(k.code || substr(t.term, 4))) from unnest(tsvector_to_array(e.terms)) t(term))
       from search_entry e, json_to_recordset($1) k(key text, code text)
      where e.resource = $2 and e.record_id = (select id from sample_place where code = 'unique')`,
    [
      JSON.stringify(many.map((kind) => ({ key: kind.key, code: termPrefixOf(tenant, kind) }))),
      places.key,
    ],
  );
  await sentBy(everywhere, [places], '独有之地');
  const one = await sentBy(everywhere, [places], '独有之地');
  expect([one.found.length, one.sent]).toEqual([1, { heavy: 1, short: 1 }]);
  const all = await sentBy(everywhere, [places, ...many], '独有之地');
  expect([all.found.length, all.sent]).toEqual([31, { heavy: 1, short: 31 }]);
  const none = await sentBy(everywhere, [places, ...many], '无处可寻');
  expect([none.found, none.sent]).toEqual([[], { heavy: 1, short: 0 }]);
});
