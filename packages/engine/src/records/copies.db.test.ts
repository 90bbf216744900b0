import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  places,
  samples,
  startEngine,
  tenant,
} from '../testing/sample.ts';
import { currentCopies } from './copies.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as(actorOf('31'));
const manager = engine.as(actorOf('35'));
const full = { title: '样品', price: '12.50', colour: 'g' };

const renamed = async (place: { readonly id: string }, code: string): Promise<void> => {
  const { row } = await manager.read(places, place.id);
  await manager.save(places, { id: place.id, version: row.version, code });
};

describe('a copy', () => {
  test('has what the chosen record has, whatever was sent for it', async () => {
    const place = await manager.save(places, { name: '北楼', code: 'N1' });
    const saved = await writer.save(samples, { ...full, placeId: place.id, placeCode: 'mine' });
    expect(saved.placeCode).toBe('N1');
    const emptied = await writer.save(samples, {
      id: saved.id,
      version: saved.version,
      placeId: null,
    });
    expect(emptied.placeCode).toBeNull();
  });

  test('follows the record while it may be edited, and stays from submission on', async () => {
    const place = await manager.save(places, { name: '南楼', code: 'S1' });
    const draft = await writer.save(samples, { ...full, placeId: place.id });
    await renamed(place, 'S2');
    const { id, version } = draft;
    const submitted = await writer.submit(samples, { id, version, note: '再看' });
    expect(submitted.placeCode).toBe('S2');
    await renamed(place, 'S3');
    expect((await writer.read(samples, id)).row.placeCode).toBe('S2');
    const recalled = await writer.recall(samples, id);
    expect(recalled.placeCode).toBe('S2');
    const again = await writer.save(samples, { id, version: recalled.version, note: '三看' });
    expect(again.placeCode).toBe('S3');
  });

  test('shows nothing of a record that may not be chosen, and keeps what was chosen', async () => {
    const desk = await manager.save(places, { name: '西楼', code: 'W1' });
    const copiesOf = (row: object, before: object | null, by = '31') =>
      engine.database.read(tenant, (session) =>
        currentCopies({ engine, actor: actorOf(by) }, session, samples, { ...row }, { ...before }),
      );
    const chosen = { deskId: desk.id };
    expect(await copiesOf(chosen, null)).toMatchObject({ deskCode: null });
    expect(await copiesOf(chosen, { deskId: '1' })).toMatchObject({ deskCode: null });
    expect(await copiesOf(chosen, chosen)).toMatchObject({ deskCode: 'W1' });
    expect(await copiesOf(chosen, null, '35')).toMatchObject({ deskCode: 'W1' });
  });

  test('comes with the records that the picker of its reference offers', async () => {
    const place = await manager.save(places, { name: '东楼', code: 'E1' });
    const [offered] = await writer.choices(samples, 'placeId', { ids: [place.id] });
    expect(offered).toEqual({
      id: place.id,
      text: '东楼',
      note: 'E1',
      parentId: '',
      values: { placeCode: 'E1' },
    });
    const [elsewhere] = await writer.choices(samples, 'deskId', { ids: [place.id] });
    expect(elsewhere).toBeUndefined();
  });
});
