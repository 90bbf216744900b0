import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { furnish, places, samples, startEngine, stranger, tenant } from '../testing/sample.ts';
import { leaseIds } from './ids.ts';
import { createNumbers } from './numbers.ts';
import { planMigration } from './plan.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnish(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

test('every process leases a worker number of its own and gives it back', async () => {
  const first = await leaseIds(engine.database);
  const second = await leaseIds(engine.database);
  const worker = (id: string): bigint => (BigInt(id) >> 12n) & 1023n;
  expect(worker(first.next())).not.toBe(worker(second.next()));
  await first.close();
  expect(() => first.next()).toThrow();
  await second.close();
  const [row] = await database.query<{ held: number }>(
    'select count(*)::int as held from id_worker where until > now()',
  );
  expect(row?.held).toBe(0);
});

test('numbers run without gaps for one process, apart per tenant, and come back unused', async () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const numbers = createNumbers(engine.database);
  const take = async (tenantId = tenant) => numbers.reserve(tenantId, 'T${yyyy}${seq3}', now);
  const texts = [];
  for (let index = 0; index < 5; index += 1) texts.push((await take()).text);
  expect(texts).toEqual(['T2026001', 'T2026002', 'T2026003', 'T2026004', 'T2026005']);
  const unused = await take();
  unused.release();
  expect((await take()).text).toBe(unused.text);
  expect((await take(stranger)).text).toBe('T2026001');
});

test('numbers of many processes never meet', async () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const processes = Array.from({ length: 4 }, () => createNumbers(engine.database));
  const texts = await Promise.all(
    Array.from({ length: 400 }, async (_, index) => {
      const numbers = processes[index % 4] as (typeof processes)[number];
      return (await numbers.reserve(tenant, 'P${seq4}', now)).text;
    }),
  );
  expect(new Set(texts).size).toBe(400);
});

test('a migrated database leaves nothing to plan, and a changed one says what', async () => {
  const plan = () => planMigration([places, samples], database.query);
  expect(await plan()).toBe('');
  await database.query('alter table sample drop column ratio');
  await database.query('alter table sample alter column count type bigint');
  await database.query('drop index sample_mark_unique');
  await database.query("comment on column sample.search_text is 'else'");
  await database.query('alter table sample add column foreign_thing text not null');
  await database.query('drop table sample_parts');
  const sql = await plan();
  expect(sql).toContain('alter table sample add column ratio numeric(13,4);');
  expect(sql).toContain('alter table sample alter column count type integer;');
  expect(sql).toContain('create unique index sample_mark_unique');
  expect(sql).toContain('alter table sample alter column foreign_thing drop not null;');
  expect(sql).toContain('create table sample_parts');
  await database.query(sql);
  expect(await plan()).toBe('');
});
