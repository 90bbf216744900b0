import { decimalText, readDecimal, unitsOf } from '@keyan/kernel/values/decimal.ts';

/** Digits after the point of scores. */
const scale = 2;

const unitsIn = (text: string): bigint => {
  const decimal = readDecimal(text);
  const units = decimal && unitsOf(decimal, scale);
  if (units === null) throw new Error(`${text} is no score`);
  return units;
};

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

/** The total of the points that an expert gave, exact; null while one is missing. */
export const totalOf = (scores: readonly { readonly score: string | null }[]): string | null => {
  const given = scores.flatMap(({ score }) => (score === null ? [] : [unitsIn(score)]));
  return given.length === 0 || given.length < scores.length
    ? null
    : decimalText(sumOf(given), scale);
};

/** What the totals of all experts come to. */
export interface Outcome {
  /** To two digits, rounded half up; null without a total. */
  readonly mean: string | null;
  /** The highest total less the lowest. */
  readonly spread: string | null;
}

/** From this many experts on the highest and the lowest may be left out. */
const dropsFrom = 5;

const inOrder = (totals: readonly string[]): readonly bigint[] =>
  totals.map(unitsIn).sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));

const counted = (totals: readonly string[], dropsExtremes: boolean): readonly bigint[] => {
  const units = inOrder(totals);
  return dropsExtremes && units.length >= dropsFrom ? units.slice(1, -1) : units;
};

/** the mean of the totals, without the extremes where the review says so. */
export const outcomeOf = (totals: readonly string[], dropsExtremes: boolean): Outcome => {
  const all = inOrder(totals);
  const [lowest] = all;
  const highest = all.at(-1);
  if (lowest === undefined || highest === undefined) return { mean: null, spread: null };
  const kept = counted(totals, dropsExtremes);
  const count = BigInt(kept.length);
  return {
    mean: decimalText((2n * sumOf(kept) + count) / (2n * count), scale),
    spread: decimalText(highest - lowest, scale),
  };
};

/** A record among those of one review. */
export interface Judged {
  readonly id: string;
  readonly totals: readonly string[];
}

/** n² times the variance of n totals: whole numbers compare exactly. */
const variance = (units: readonly bigint[]): readonly [of: bigint, per: bigint] => {
  const count = BigInt(units.length);
  const sum = sumOf(units);
  return [count * sumOf(units.map((one) => one * one)) - sum * sum, count * count];
};

/** Which of two stands before the other; 0 where nothing tells them apart. */
const compare = (one: Judged, other: Judged, dropsExtremes: boolean): number => {
  const [a, b] = [one, other].map(({ totals }) => counted(totals, dropsExtremes)) as [
    readonly bigint[],
    readonly bigint[],
  ];
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  const means = sumOf(b) * BigInt(a.length) - sumOf(a) * BigInt(b.length);
  if (means !== 0n) return means < 0n ? -1 : 1;
  const top = [...a, ...b].reduce((most, each) => (each > most ? each : most));
  const tops = (units: readonly bigint[]) => units.filter((each) => each === top).length;
  if (tops(a) !== tops(b)) return tops(b) - tops(a);
  const [va, pa] = variance(a);
  const [vb, pb] = variance(b);
  const variances = va * pb - vb * pa;
  return variances === 0n ? 0 : variances < 0n ? -1 : 1;
};

/**
 * the place of each record by its mean; of equal means, who got the highest total more often, then
 * whose totals vary less. Equal ones share a place. A record without a total has none.
 */
export const ranksOf = (
  judged: readonly Judged[],
  dropsExtremes: boolean,
): ReadonlyMap<string, number> => {
  const order = judged
    .filter(({ totals }) => totals.length > 0)
    .toSorted((one, other) => compare(one, other, dropsExtremes));
  const ranks = new Map<string, number>();
  for (const [index, one] of order.entries()) {
    const before = order[index - 1];
    const isEqual = before && compare(before, one, dropsExtremes) === 0;
    ranks.set(one.id, isEqual ? (ranks.get(before.id) ?? index) : index + 1);
  }
  return ranks;
};

/** From which mark on a score is excellent, good or sufficient. */
const gradeMarks = ['90', '75', '60'].map(unitsIn);

/** The place of a score among four grades, the best being 0: 84.67 is good, 90 excellent, 59.99 fails. */
export const gradeAt = (score: string): 0 | 1 | 2 | 3 => {
  const units = unitsIn(score);
  const place = gradeMarks.findIndex((mark) => units >= mark);
  return place < 0 ? 3 : (place as 0 | 1 | 2);
};

/** so many of n experts must have handed in before a result counts: two thirds, rounded up. */
export const neededOf = (experts: number): number => Math.ceil((experts * 2) / 3);
