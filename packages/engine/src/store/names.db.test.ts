import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnish, places, samples, startEngine } from '../testing/sample.ts';
import { Notifications } from './notifications.ts';

const database = await testDatabase();
const notifications = new Notifications(database.appUrl, { heartbeat: 500 });
const deaf = { isConnected: true, on: () => () => undefined, onGap: () => undefined };
const hearing = startEngine(database, 1, { hearing: notifications });
/** Takes itself for well informed, and hears nothing. */
const misled = startEngine(database, 2, { hearing: deaf });
const without = startEngine(database, 3);
const engines = [hearing, misled, without];

beforeAll(async () => {
  await notifications.start();
  await furnish(database, hearing);
});
afterAll(async () => {
  await notifications.close();
  await Promise.all(engines.map((engine) => engine.database.close()));
  await database.drop();
});

const writer = actorOf('31');
const manager = actorOf('35');

test('a name is remembered until a renaming is announced, by whatever statement it was done', async () => {
  const place = await hearing.as(manager).save(places, { name: '南楼', code: 'N' });
  const { id } = await hearing
    .as(writer)
    .save(samples, { title: '样品', placeId: place.id, parts: [{ userId: '32', label: '甲' }] });
  const named = async (engine: typeof hearing) => {
    const { row } = await engine.as(writer).read(samples, id);
    const read = row as unknown as Record<string, unknown> & { parts: Record<string, unknown>[] };
    return [read.placeIdName, read.createUserName, read.parts[0]?.userIdName];
  };
  const [, by, inLine] = await named(without);
  expect(inLine).toEqual(expect.any(String));
  for (const engine of engines) expect(await named(engine)).toEqual(['南楼', by, inLine]);

  await database.query(`update ${places.table} set name = '北楼' where id = $1`, [place.id]);
  expect(await named(without)).toEqual(['北楼', by, inLine]);
  expect(await named(misled)).toEqual(['南楼', by, inLine]);
  await expect.poll(() => named(hearing)).toEqual(['北楼', by, inLine]);

  // Whoever renames reads the new name at once, announced or not.
  const { version } = await misled.as(manager).save(places, {
    id: place.id,
    name: '东楼',
    code: 'N',
    version: 1,
  });
  expect(version).toBe(2);
  expect(await named(misled)).toEqual(['东楼', by, inLine]);
});

test('where there is no reference there is no name', async () => {
  const { row } = await hearing
    .as(writer)
    .read(samples, (await hearing.as(writer).save(samples, { title: '无地点' })).id);
  const read = row as unknown as Record<string, unknown>;
  expect(read.placeId).toBeNull();
  expect(read.placeIdName).toBeNull();
});
