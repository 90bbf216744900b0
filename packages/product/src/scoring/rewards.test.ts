import { plus } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { indexFields, scoreField } from './objects.ts';
import { payrollOf } from './payroll.ts';
import { type RewardedScore, rewardsOf } from './rewards.ts';
import { priceFault } from './score-project.ts';

const one = (over: Partial<RewardedScore> = {}): RewardedScore => ({
  id: 'a',
  person: 'p',
  score: '171.43',
  price: '0.00',
  quantity: '1',
  share: '100',
  ...over,
});

const byPoints = { mode: '1', unitPrice: '30.00', mostPerPerson: null, budget: null };

test('R-607: 171.43 points at 30 yuan are 5,142.90; a cap leaves 5,000.00', () => {
  expect(rewardsOf([one()], byPoints)[0]?.amount).toBe('5142.90');
  const [capped] = rewardsOf([one()], { ...byPoints, mostPerPerson: '5000.00' });
  expect(capped).toMatchObject({
    amount: '5000.00',
    working: [
      '171.43 分 × 30.00 元 = 5142.90 元；个人封顶 5000.00 元；计 5000.00 元',
      '171.43 points × 30.00 yuan = 5142.90 yuan; capped at 5000.00 yuan per person; 5000.00 yuan',
    ],
  });
});

test('R-607: claims of 1,260,000 over a budget of 1,200,000 are cut down to the fen', () => {
  const others = Array.from({ length: 251 }, (_, at) =>
    one({ id: String(at), person: String(at), score: '200.00' }),
  );
  const given = { ...byPoints, mostPerPerson: '5000.00', budget: '1200000.00' };
  const paid = rewardsOf([one(), ...others], given);
  expect(paid[0]?.amount).toBe('4761.90');
  expect(paid[0]?.working[0]).toContain('总额 1260000.00 元超出预算 1200000.00 元');
});

test('R-607: a rule without a price pays nothing for a paper', () => {
  const given = { ...byPoints, mode: '2' };
  expect(rewardsOf([one()], given)[0]?.amount).toBe('0.00');
  expect(rewardsOf([one({ price: '3000.00', share: '60.00' })], given)[0]?.amount).toBe('1800.00');
});

test('R-607: a rule that asks how a paper is indexed, ranked or cited has no price', () => {
  for (const field of indexFields) {
    expect(entryOf(scoreField, field)).toBeDefined();
    expect(priceFault([{ field }], '0.01')?.[0]).toContain('奖励不得与论文收录');
    expect(priceFault([{ field }], '0.00')).toBeNull();
  }
  expect(priceFault([{ field: 'paper.journalLevel' }], '3000.00')).toBeNull();
  expect(priceFault(null, '3000.00')).toBeNull();
});

const cents = (most: number) =>
  fc.integer({ min: 0, max: most }).map((units) => {
    const digits = String(units).padStart(3, '0');
    return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  });

test('no person gets more than the cap, and all together no more than the budget', () => {
  const scores = fc.array(
    fc.record({ person: fc.constantFrom('p', 'q', 'r'), score: cents(90_000) }),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(scores, cents(500_000), cents(2_000_000), (given, most, budget) => {
      const lines = given.map((line, at) => one({ ...line, id: String(at) }));
      const paid = rewardsOf(lines, { ...byPoints, mostPerPerson: most, budget });
      const sums = new Map<string, string>();
      paid.forEach(({ amount }, at) => {
        const person = lines[at]?.person ?? '';
        sums.set(person, plus('0.00', sums.get(person), amount));
      });
      for (const sum of sums.values()) expect(Number(sum)).toBeLessThanOrEqual(Number(most));
      expect(Number(plus('0.00', ...paid.map(({ amount }) => amount)))).toBeLessThanOrEqual(
        Number(budget),
      );
    }),
  );
});

test('R-607: the list for finance has one sum for each person, and they add up to all amounts', () => {
  const amounts = fc.array(
    fc.record({ who: fc.integer({ min: 1, max: 4 }), fen: fc.integer({ min: 0, max: 999_999 }) }),
  );
  fc.assert(
    fc.property(amounts, (lines) => {
      const outputs = lines.map(({ who, fen }) => ({
        userId: String(who),
        personName: `甲${who}`,
        jobNum: `2020${who}`,
        department: '物理学院',
        amount: (fen / 100).toFixed(2),
      }));
      const people = payrollOf(outputs);
      expect(people.map(({ jobNum }) => jobNum)).toEqual(
        [...new Set(outputs.map(({ jobNum }) => jobNum))].toSorted(),
      );
      expect(plus('0.00', ...people.map(({ amount }) => amount))).toBe(
        plus('0.00', ...outputs.map(({ amount }) => amount)),
      );
    }),
  );
});
