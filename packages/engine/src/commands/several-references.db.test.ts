import { type FieldFault, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, places, samples, startEngine } from '../testing/sample.ts';
import { parseQuery } from '../wire/query.ts';
import { toWire } from '../wire/rows.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
const manager = engine.as(actorOf('35'));
const writer = engine.as(actorOf('31'));

const ids: Record<'hall' | 'north' | 'south' | 'attic', string> = {
  hall: '',
  north: '',
  south: '',
  attic: '',
};
beforeAll(async () => {
  await furnishSamples(database, engine);
  const place = async (name: string, within: string | null = null) =>
    (await manager.save(places, { name, code: name, within })).id;
  ids.hall = await place('大厅、前厅');
  ids.north = await place('北楼', ids.hall);
  ids.south = await place('南楼', ids.hall);
  ids.attic = await place('阁楼');
});
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

const saved = (title: string, stops: unknown, more: object = {}) =>
  writer.save(samples, { title, price: '1.00', stops, ...more });

const faultsOf = (work: Promise<unknown>): Promise<readonly FieldFault[]> =>
  work.then(
    () => [],
    (error: unknown) => {
      if (error instanceof Invalid) return error.faults;
      throw error;
    },
  );

describe('several references in one field', () => {
  test('are each kept once, in order, with their names in one line and one by one', async () => {
    const { id } = await saved('次序', `${ids.south},${ids.hall}, ${ids.south}`, {
      parts: [{ label: '轮', hands: ['31', '32'] }],
    });
    const { row } = await writer.read(samples, id);
    expect(row).toMatchObject({
      stops: [ids.south, ids.hall],
      parts: [{ hands: ['31', '32'] }],
    });
    const printed = toWire(samples, row, { language: 'zh', dictionaries: dictionariesAsDefined });
    expect(printed).toMatchObject({
      stops: `${ids.south},${ids.hall}`,
      stopsName: '南楼、大厅、前厅',
      stopsNameList: ['南楼', '大厅、前厅'],
      parts: [{ hands: '31,32' }],
    });
    const none = await saved('无', '');
    expect(
      toWire(samples, none, { language: 'zh', dictionaries: dictionariesAsDefined }).stops,
    ).toBe('');
  });

  test('that are not there are refused, at their field', async () => {
    const wrong = [
      ['1', '【停留地点】所选记录不存在或不能选择'],
      ['x', '【停留地点】格式不正确（应从列表中选择）'],
      [Array.from({ length: 6 }, (_, at) => String(at + 1)), '【停留地点】最多选择 5 项'],
    ] as const;
    for (const [stops, message] of wrong) {
      const [fault] = await faultsOf(saved('错', stops));
      expect([fault?.path, fault?.message[0]]).toEqual(['stops', message]);
    }
    expect(await faultsOf(saved('半错', [ids.hall, '1']))).toHaveLength(1);
  });

  test('are filtered by any of them, by a tree, and by there being none', async () => {
    await saved('筛一', [ids.north, ids.attic]);
    await saved('筛二', [ids.attic]);
    await saved('筛三', null);
    const titles = async (parameters: Record<string, string>) => {
      const query = parseQuery(samples, { title: '筛', ascs: 'title', ...parameters });
      const { records } = await writer.list(samples, query);
      return records.map(({ title }) => title?.slice(1)).toSorted();
    };
    expect(await titles({ stops: ids.attic })).toEqual(['一', '二']);
    expect(await titles({ stops: `${ids.south},${ids.north}` })).toEqual(['一']);
    expect(await titles({ stops_tree: ids.hall })).toEqual(['一']);
    expect(await titles({ stops_null: '1' })).toEqual(['三']);
    expect(await titles({ stops_notnull: '1' })).toEqual(['一', '二']);
    expect(await titles({ stops_notequal: ids.attic })).toEqual(['一', '三']);
    const query = parseQuery(samples, { title: '筛' });
    const counts = await writer.groupCounts(samples, query, ['stops']);
    expect(new Map(counts.map(({ names, total }) => [names[0], total]))).toEqual(
      new Map([
        ['阁楼', 2],
        ['北楼', 1],
        [null, 1],
      ]),
    );
  });

  test('keep what they name: in the record and in its lines', async () => {
    const { id: cellar } = await manager.save(places, { name: '地窖', code: 'cellar' });
    const { id } = await saved('占用', [ids.hall, cellar]);
    await expect(manager.remove(places, [cellar])).rejects.toThrow(Refused);
    const { version } = (await writer.read(samples, id)).row;
    await writer.save(samples, { id, version, stops: [ids.hall] });
    await manager.remove(places, [cellar]);
    expect(await faultsOf(saved('已删', [cellar]))).toHaveLength(1);
  });
});
