import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, samples, startEngine, tenant } from '../testing/sample.ts';
import { lockRow } from './lock.ts';

const database = await testDatabase();
const one = startEngine(database, 1);
const two = startEngine(database, 2);
beforeAll(() => furnishSamples(database, one));
afterAll(async () => {
  await one.database.close();
  await two.database.close();
  await database.drop();
});

const waiting = async (): Promise<boolean> => {
  const rows = await database.query(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length > 0;
};

test('whoever waited for a record sees its lines as they are now', async () => {
  const parts = [{ userId: '33', label: '甲', tags: [] }];
  const { id } = await one.as(actorOf('31')).save(samples, { title: '样品', parts });
  const second = { done: Promise.resolve<unknown>(null) };
  await one.database.transaction(tenant, async (tx) => {
    const before = await lockRow({ engine: one, tx }, samples, id);
    expect(before.parts).toHaveLength(1);
    second.done = two.database.transaction(tenant, (other) =>
      lockRow({ engine: two, tx: other }, samples, id),
    );
    await expect.poll(waiting, { timeout: 20_000 }).toBe(true);
    await tx.query('update sample set title = $2 where id = $1', [id, '新']);
    await tx.query('delete from sample_parts where parent_id = $1', [id]);
  });
  expect(await second.done).toMatchObject({ title: '新', parts: [] });
});
