import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnish, places, samples, startEngine } from '../testing/sample.ts';

const database = await testDatabase();
const one = startEngine(database, 1);
const two = startEngine(database, 2);
beforeAll(() => furnish(database, one));
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
