import { fill, joinSentences, type Label } from '@keyan/kernel/label.ts';
import { proportionalAmount, roundAmount, times } from '@keyan/kernel/values/amounts.ts';
import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';

// Rewards for the final scores of a batch. Pure functions; amounts are yuan as decimal
// texts.

/** Final score of one person for one output. */
export interface RewardedScore {
  readonly id: string;
  readonly person: string;
  readonly score: string;
  /** Price per unit of the output in yuan, number of units, and the person’s percentage. */
  readonly price: string;
  readonly quantity: string;
  readonly share: string;
}

/** Terms of a reward. */
export interface RewardTerms {
  /** Code of `rewardMode`. */
  readonly mode: string;
  /** Yuan per point, if points are paid. */
  readonly unitPrice: string;
  /** Maximum per person in yuan, or null. */
  readonly mostPerPerson: string | null;
  /** Maximum total in yuan, or null. */
  readonly budget: string | null;
}

/** Amount with its explanation. */
export interface PaidAmount {
  readonly id: string;
  readonly amount: string;
  /** Explanation in both languages. */
  readonly working: Label;
}

const fen = (amount: string): bigint => {
  const decimal = readDecimal(amount);
  return (decimal && decimalUnits(decimal, 2)) ?? 0n;
};

const text = (units: bigint): string => decimalText(units, 2);

const total = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

/**
 * Distributes a whole by weights, rounded down; the remaining fen go to the largest rounding
 * losses.
 */
const shareByWeights = (whole: bigint, weights: readonly bigint[]): readonly bigint[] => {
  const all = total(weights);
  if (all === 0n) return weights.map(() => 0n);
  const parts = weights.map((one) => (whole * one) / all);
  const rest = weights
    .map((one, at) => ({ at, lost: (whole * one) % all }))
    .toSorted((a, b) => (a.lost === b.lost ? a.at - b.at : a.lost > b.lost ? -1 : 1))
    .slice(0, Number(whole - total(parts)));
  const favoured = new Set(rest.map(({ at }) => at));
  return parts.map((one, at) => (favoured.has(at) ? one + 1n : one));
};

const gross: Readonly<
  Record<string, (one: RewardedScore, given: RewardTerms) => Omit<PaidAmount, 'id'>>
> = {
  '1': ({ score }, { unitPrice }) => {
    const amount = roundAmount(times(score, unitPrice), 2);
    return {
      amount,
      working: fill(
        ['{score} 分 × {price} 元 = {amount} 元', '{score} points × {price} yuan = {amount} yuan'],
        {
          score,
          price: unitPrice,
          amount,
        },
      ),
    };
  },
  '2': ({ price, quantity, share }) => {
    const amount = proportionalAmount(times(price, quantity), share, '100', 2);
    return {
      amount,
      working: fill(
        [
          '{price} 元 × {quantity} × {share}% = {amount} 元',
          '{price} yuan × {quantity} × {share} % = {amount} yuan',
        ],
        {
          price,
          quantity,
          share,
          amount,
        },
      ),
    };
  },
};

/**
 * Amount for each score: by points or by price, up to the maximum per person, and in total
 * within the budget; amounts above the budget are reduced proportionally, rounded down to the fen,
 * and the remainder stays in the budget.
 */
export const rewardsOf = (
  scores: readonly RewardedScore[],
  given: RewardTerms,
): readonly PaidAmount[] => {
  const first = scores.map((one) => ({
    ...one,
    ...(gross[given.mode]?.(one, given) ?? { amount: '0.00', working: ['', ''] as const }),
  }));
  const people = Map.groupBy(first, ({ person }) => person);
  const most = given.mostPerPerson === null ? null : fen(given.mostPerPerson);
  const capped = new Map<string, bigint>();
  for (const [person, own] of people) {
    const sum = total(own.map(({ amount }) => fen(amount)));
    capped.set(person, most !== null && sum > most ? most : sum);
  }
  const all = total([...capped.values()]);
  const budget = given.budget === null ? all : fen(given.budget);
  const isOver = all > budget;
  const paid = new Map<string, PaidAmount>();
  for (const [person, own] of people) {
    const cap = capped.get(person) ?? 0n;
    const whole = isOver ? (cap * budget) / all : cap;
    const weights = own.map(({ amount }) => fen(amount));
    const notes = [
      ...(total(weights) > cap
        ? [fill(['个人封顶 {cap} 元', 'capped at {cap} yuan per person'], { cap: text(cap) })]
        : []),
      ...(isOver
        ? [
            fill(
              [
                '总额 {all} 元超出预算 {budget} 元，按比例核减',
                'the total of {all} yuan exceeds the budget of {budget} yuan and is reduced proportionally',
              ],
              { all: text(all), budget: text(budget) },
            ),
          ]
        : []),
    ];
    const parts = total(weights) === whole ? weights : shareByWeights(whole, weights);
    for (const [at, { id, working }] of own.entries()) {
      const amount = text(parts[at] ?? 0n);
      const why =
        notes.length > 0 ? [...notes, fill(['计 {amount} 元', '{amount} yuan'], { amount })] : [];
      paid.set(id, { id, amount, working: joinSentences([working, ...why]) });
    }
  }
  return scores.flatMap(({ id }) => paid.get(id) ?? []);
};
