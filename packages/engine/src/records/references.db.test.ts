import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnishSamples, places, samples, startEngine } from '../testing/sample.ts';

const database = await testDatabase();
const one = startEngine(database, 1);
const two = startEngine(database, 2);
beforeAll(() => furnishSamples(database, one));
afterAll(async () => {
  await one.database.close();
  await two.database.close();
  await database.drop();
});

const outcome = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => error,
  );

describe('a record that is removed while another begins to point to it', () => {
  test('stays, or is not pointed to: never both at once', async () => {
    const writer = one.as(actorOf('31'));
    const manager = two.as(actorOf('35'));
    const seen = { kept: 0, removed: 0 };
    for (let round = 0; round < 40; round += 1) {
      const place = await manager.save(places, { name: `楼 ${round}`, code: `P${round}` });
      const pointing = { title: `样品 ${round}`, placeId: place.id };
      const [saved, removed] = await Promise.all([
        outcome(writer.save(samples, pointing)),
        outcome(manager.remove(places, [place.id])),
      ]);
      if (removed === 'done') {
        expect(saved).toBeInstanceOf(Invalid);
        seen.removed += 1;
      } else {
        expect(removed).toBeInstanceOf(Refused);
        expect(saved).toBe('done');
        seen.kept += 1;
      }
    }
    expect(seen.kept + seen.removed).toBe(40);
  });
});

describe('a reference that is limited', () => {
  const actor = actorOf('31');
  const writer = one.as({
    ...actor,
    permissions: new Set([...actor.permissions, 'place_add', 'place_edit']),
  });
  /** A draft with a desk of the writer's own, which is somebody else's since. */
  const moved = async (name: string) => {
    const desk = await writer.save(places, { name, code: name });
    const saved = await writer.save(samples, { title: name, price: '1.00', deskId: desk.id });
    await database.query(`update sample_place set create_user = 32 where id = ${desk.id}`);
    return saved;
  };

  test('is judged again at submission: what it limits may have changed since the draft', async () => {
    const draft = await moved('临窗');
    const { id, version } = draft;
    const saved = await writer.save(samples, { id, version, note: '草稿照常保存' });
    const fault = await outcome(writer.submit(samples, { id, version: saved.version }));
    expect(fault).toBeInstanceOf(Invalid);
    expect((fault as Invalid).faults).toEqual([
      {
        path: 'deskId',
        message: expect.arrayContaining([expect.stringContaining('【本人地点】')]),
      },
    ]);
    expect((await writer.read(samples, id)).row.auditStatus).toBe('0');
    const other = await writer.save(places, { name: '靠门', code: 'D2' });
    const input = { id, version: saved.version, deskId: other.id };
    expect((await writer.submit(samples, input)).auditStatus).toBe('1');
  });

  test('stays in a record that was returned: it was handed in when it could be chosen', async () => {
    const { id, version } = await moved('临街');
    await database.query(`update sample set audit_status = '3' where id = ${id}`);
    expect((await writer.submit(samples, { id, version })).auditStatus).toBe('1');
  });

  test('is judged by its own field, whatever other field names the same record', async () => {
    const hall = await one.as(actorOf('35')).save(places, { name: '公用大厅', code: 'H1' });
    const { id, version } = await writer.save(samples, { title: '同一地点', placeId: hall.id });
    const both = { id, version, deskId: hall.id };
    expect(await outcome(writer.save(samples, both))).toBeInstanceOf(Invalid);
  });
});
