import { Refused } from '@keyan/kernel/errors.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignInRounds, maxRounds } from './rounds.ts';

const saidOf = (ending: Awaited<ReturnType<typeof assignInRounds>>): string =>
  typeof ending === 'string' ? ending : ending.short.label[0];

test('R-801: an assignment is whole exactly if its last round left no place open', async () => {
  const rounds = fc.array(fc.array(fc.nat(3), { maxLength: 4 }), { minLength: maxRounds });
  await fc.assert(
    fc.asyncProperty(rounds, async (given) => {
      let round = 0;
      const ending = await assignInRounds<number>({
        plan: async () => given[round++] ?? [],
        write: async (places) => places,
      });
      const last = given.slice(0, maxRounds).findIndex((parts) => parts.every((one) => one === 0));
      expect(round).toBe(last < 0 ? maxRounds : last + 1);
      if (last >= 0) expect(ending).toBe('whole');
      else expect(saidOf(ending)).toContain('未能落实');
    }),
  );
});

test('R-801: a fault of a later part is what the office reads, and no part is written after it', async () => {
  const written: number[] = [];
  const ending = await assignInRounds<number>({
    plan: async () => [1, 2, 3],
    write: async (part) => {
      if (part === 2) throw new Refused(['该专家已停用', 'The expert is out of use']);
      written.push(part);
      return 0;
    },
  });
  expect(saidOf(ending)).toBe('该专家已停用');
  expect(written).toEqual([1]);
});

test('a review that was withdrawn meanwhile is assigned no further', async () => {
  expect(await assignInRounds({ plan: async () => null, write: async () => 0 })).toBe('dropped');
  const written: number[] = [];
  const ending = await assignInRounds<number>({
    plan: async () => [1, 2, 3],
    write: async (part) => (written.push(part) > 1 ? null : 0),
  });
  expect([ending, written]).toEqual(['dropped', [1, 2]]);
});

test('what is no fault of the review is thrown, for the work to be tried again', async () => {
  const lost = new Error('the connection is lost');
  const tried = assignInRounds({ plan: async () => Promise.reject(lost), write: async () => 0 });
  await expect(tried).rejects.toBe(lost);
});
