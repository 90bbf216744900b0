import { validate } from '@keyan/kernel/records/validate.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import {
  actorOf,
  furnishSamples,
  maxSamplesParameter,
  places,
  samples,
  startEngine,
  tenant,
} from '../testing/sample.ts';
import { currentFacts } from './facts.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const writer = engine.as(actorOf('31'));
const office = engine.as(actorOf('34'));
const manager = engine.as(actorOf('35'));
const full = { title: '样品', price: '12.50', colour: 'g' };

const setMost = async (value: string) => {
  await database.query('delete from param where tenant_id = $1', [tenant]);
  await database.query(
    `insert into param (tenant_id, id, param_name, param_key, param_value)
     values ($1, 1, '最大数量', $2, $3)`,
    [tenant, maxSamplesParameter.key, value],
  );
};

describe('facts', () => {
  test('are the record that the form chooses, the choice of the school and the writer', async () => {
    const place = await manager.save(places, { name: '北楼', code: 'N1' });
    expect(await office.facts(samples, { placeId: place.id })).toEqual({
      place: { name: '北楼', code: 'N1' },
      most: 1000,
      author: { id: '34', departments: ['22'], roles: ['office'] },
      source: { title: null },
    });
    expect(await office.facts(samples, {})).toMatchObject({ place: { name: null, code: null } });
  });

  test('tell nothing of a record that may not be chosen', async () => {
    const source = await office.save(samples, { ...full, title: '他人的草稿' });
    expect(await writer.facts(samples, { sourceId: source.id })).toMatchObject({
      source: { title: null },
    });
    expect(await office.facts(samples, { sourceId: source.id })).toMatchObject({
      source: { title: '他人的草稿' },
    });
  });

  test('stop a submission, as they stand when it is sent', async () => {
    await setMost('5');
    const refused = writer.submit(samples, { ...full, count: 6 });
    await expect(refused).rejects.toMatchObject({ faults: [{ path: 'count' }] });
    await setMost('6');
    await writer.submit(samples, { ...full, count: 6 });
    const shut = await manager.save(places, { name: '旧楼', code: 'SHUT' });
    await expect(writer.submit(samples, { ...full, placeId: shut.id })).rejects.toMatchObject({
      faults: [{ path: 'placeId', message: ['该地点已关闭', 'The place is shut'] }],
    });
  });

  test('a parameter that cannot be read counts as never set', async () => {
    await setMost('many');
    expect(await writer.facts(samples, {})).toMatchObject({ most: 1000 });
  });

  test('of a stored record tell of its writer, and of what it names, whoever asks', async () => {
    const place = await manager.save(places, { name: '西楼', code: 'W1' });
    const chosen = { placeId: place.id };
    const asked = await engine.database.read(tenant, (session) =>
      currentFacts({ engine, actor: actorOf('31') }, session, samples, chosen, {
        ...chosen,
        createUser: '34',
      }),
    );
    expect(asked).toMatchObject({ author: { id: '34' }, place: { code: 'W1' } });
  });

  test('make the form compute what the server stores', async () => {
    const place = await manager.save(places, { name: '东楼', code: 'E1' });
    const input = { ...full, placeId: place.id, parts: [{ label: '件', cost: '3.00' }] };
    const facts = await office.facts(samples, input);
    const saved = await office.save(samples, input);
    const { row } = validate(samples, {}, input, 'draft', { today: '2026-01-01', facts });
    const again = validate(samples, row, input, 'draft', { today: '2026-01-01', facts }).row;
    for (const name of ['whereabouts', 'total'] as const) {
      expect([name, row[name], again[name]]).toEqual([name, saved[name], saved[name]]);
    }
  });

  test('that have not come keep their rules and values waiting', () => {
    const row = { ...full, count: 2000, whereabouts: '北楼' };
    const judged = validate(samples, row, {}, 'complete', { today: '2026-01-01' });
    expect(judged.faults).toEqual([]);
    expect(judged.row.whereabouts).toBe('北楼');
  });
});
