import { Conflict, Denied, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, places, samples, startEngine } from '../testing/sample.ts';

const database = await testDatabase();
const engine = startEngine(database, 1);
beforeAll(() => furnishSamples(database, engine));
afterAll(async () => {
  await engine.database.close();
  await database.drop();
});

/** Reaches the samples of everybody, and edits none but their own. */
const writer = engine.as(actorOf('31'));
const colleague = engine.as(actorOf('32'));
const manager = engine.as({
  ...actorOf('35'),
  permissions: new Set([...actorOf('35').permissions, 'place_edit', 'place_add']),
});

const draft = (title: string, price = '1.00', by = writer) => by.save(samples, { title, price });
const seen = ({ id, version }: { id: string; version: number }) => ({ id, version });

describe('the preview of an edit of several records', () => {
  test('says what each becomes, computed values included, and stores nothing', async () => {
    const one = await draft('甲');
    const two = await draft('乙', '2.00');
    const previews = await writer.previewEdits(samples, [one.id, two.id], { price: '2.00' });
    expect(previews).toMatchObject([
      { id: one.id, version: 1, title: '甲', changes: [{ path: 'price' }, { path: 'total' }] },
      { id: two.id, version: 1, title: '乙', changes: [] },
    ]);
    expect((await writer.read(samples, one.id)).row).toMatchObject({ price: '1.00', version: 1 });
    expect(await writer.history(samples, one.id)).toHaveLength(1);
  });

  test('says of each record why it stays: status, rights, rules, and what is not to be read', async () => {
    const { id } = await draft('送审');
    const sent = await writer.submit(samples, { id, version: 1 });
    const drafted = await draft('规则');
    const hidden = await draft('他人草稿', '1.00', colleague);
    const previews = await writer.previewEdits(samples, [sent.id, drafted.id, hidden.id], {
      placeId: (await manager.save(places, { name: '关闭的楼', code: 'SHUT' })).id,
    });
    expect(previews.map(({ title }) => title)).toEqual(['送审', '规则', '']);
    expect(previews.map(({ fault }) => fault?.constructor)).toEqual([Refused, undefined, Missing]);
    const count = await writer.previewEdits(samples, [drafted.id], { colour: 'no such colour' });
    expect(count[0]?.fault).toBeInstanceOf(Invalid);
  });

  test('takes fields that are for several records, and no others', async () => {
    const { id } = await draft('字段');
    for (const values of [{}, { mark: 'M' }, { title: '新题' }, { total: '9.00' }, { parts: [] }]) {
      await expect(writer.previewEdits(samples, [id], values)).rejects.toThrow(Invalid);
      await expect(writer.editAll(samples, [{ id, version: 1 }], values)).rejects.toThrow(Invalid);
    }
  });

  test('asks for the code that edits', async () => {
    const { id } = await draft('无权');
    const permissions = new Set(['sample', 'sample_add']);
    const guest = engine.as({ ...actorOf('31'), permissions });
    await expect(guest.previewEdits(samples, [id], { price: '3.00' })).rejects.toThrow(Denied);
    await expect(guest.editAll(samples, [{ id, version: 1 }], { price: '3.00' })).rejects.toThrow(
      Denied,
    );
  });
});

describe('an edit of several records', () => {
  test('is a save of each: version, audit columns and history are its own', async () => {
    const drafts = [await draft('丙'), await draft('丁')];
    const { done, refused } = await writer.editAll(samples, drafts.map(seen), { price: '5.00' });
    expect([done, refused]).toEqual([drafts.map(({ id }) => id), []]);
    for (const { id } of drafts) {
      const { row } = await writer.read(samples, id);
      expect(row).toMatchObject({ price: '5.00', total: '5.00', version: 2, updateUser: '31' });
      const [entry] = await writer.history(samples, id);
      expect(entry).toMatchObject({ action: 'update', version: 2, actorId: '31' });
      expect(entry?.changes.map(({ path }) => path)).toEqual(['price', 'total']);
    }
  });

  test('refuses what changed since it was seen, and does the others', async () => {
    const [stale, fresh] = [await draft('旧'), await draft('新')];
    await writer.save(samples, { id: stale.id, version: 1, note: '改过' });
    const outcome = await writer.editAll(samples, [seen(stale), seen(fresh)], { price: '6.00' });
    expect(outcome.done).toEqual([fresh.id]);
    expect(outcome.refused).toMatchObject([{ id: stale.id, fault: expect.any(Conflict) }]);
    expect((await writer.read(samples, stale.id)).row).toMatchObject({ price: '1.00' });
  });

  test('clears a field where it may be empty, and judges whole what needs no approval', async () => {
    const place = await manager.save(places, { name: '空楼', code: 'K1', within: null });
    const above = await manager.save(places, { name: '上级', code: 'K0' });
    const set = await manager.editAll(places, [seen(place)], { within: above.id });
    expect(set.done).toEqual([place.id]);
    const cleared = await manager.editAll(places, [{ id: place.id, version: 2 }], { within: null });
    expect(cleared.done).toEqual([place.id]);
    expect((await manager.read(places, place.id)).row).toMatchObject({ within: null, version: 3 });
  });

  test('does what its preview said, whatever was chosen', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            price: fc.constantFrom('1.00', '7.00', null, 'no sum'),
            colour: fc.constantFrom('r', 'g', 'unknown', null),
            placeId: fc.constantFrom(null, '999999'),
          },
          { requiredKeys: ['price'] },
        ),
        async (values) => {
          const drafts = [await draft('一'), await draft('二', '7.00')];
          const ids = drafts.map(({ id }) => id);
          const previews = await writer.previewEdits(samples, ids, values);
          const outcome = await writer.editAll(samples, drafts.map(seen), values);
          const refused = previews.filter(({ fault }) => fault).map(({ id }) => id);
          expect(outcome.refused.map(({ id }) => id)).toEqual(refused);
          for (const { id, title, changes } of previews) {
            const { row } = await writer.read(samples, id);
            expect(row.title).toBe(title);
            for (const { path, after } of changes) {
              expect((row as unknown as Record<string, unknown>)[path] ?? null).toEqual(after);
            }
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});
