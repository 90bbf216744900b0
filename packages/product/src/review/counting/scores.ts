import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { reviewGrade } from '../dictionaries.ts';

/** Digits after the point of scores that experts give and of results. */
const scale = 2;

/** Digits after the point with which results are computed: those of standardised scores. */
const inner = 4;
const perUnit = 10n ** BigInt(inner - scale);

const unitsIn = (text: string, digits = inner): bigint => {
  const decimal = readDecimal(text);
  const units = decimal && decimalUnits(decimal, digits);
  if (units === null) throw new Error(`${text} is no score`);
  return units;
};

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

/** The total of the points that an expert gave, exact; null while one is missing. */
export const totalOf = (scores: readonly { readonly score: string | null }[]): string | null => {
  const given = scores.flatMap(({ score }) => (score === null ? [] : [unitsIn(score, scale)]));
  return given.length === 0 || given.length < scores.length
    ? null
    : decimalText(sumOf(given), scale);
};

/** Points of a grade. */
export const gradePoints: Readonly<Record<string, string>> = {
  A: '95.00',
  B: '85.00',
  C: '70.00',
  D: '50.00',
} satisfies Readonly<Record<CodeOf<typeof reviewGrade>, string>>;

/** Experts from which the highest and the lowest score may be left out. */
const dropsFrom = 5;

const inOrder = (totals: readonly string[]): readonly bigint[] =>
  totals
    .map((total) => unitsIn(total))
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));

const counted = (totals: readonly string[], dropsExtremes: boolean): readonly bigint[] => {
  const units = inOrder(totals);
  return dropsExtremes && units.length >= dropsFrom ? units.slice(1, -1) : units;
};

/** the mean of totals to two digits, half up, without the extremes where the review says so; null without a total. */
export const meanOfTotals = (totals: readonly string[], dropsExtremes: boolean): string | null => {
  const kept = counted(totals, dropsExtremes);
  if (kept.length === 0) return null;
  const count = BigInt(kept.length) * perUnit;
  return decimalText((2n * sumOf(kept) + count) / (2n * count), scale);
};

/** the highest total less the lowest, as experts gave them. */
export const spreadOfTotals = (totals: readonly string[]): string | null => {
  const all = inOrder(totals);
  const [lowest] = all;
  const highest = all.at(-1);
  if (lowest === undefined || highest === undefined) return null;
  return decimalText((highest - lowest) / perUnit, scale);
};

/** A record among those of one review. */
export interface JudgedRecord {
  readonly id: string;
  readonly totals: readonly string[];
}

/** n² times the variance of n totals: whole numbers compare exactly. */
const variance = (units: readonly bigint[]): readonly [of: bigint, per: bigint] => {
  const count = BigInt(units.length);
  const sum = sumOf(units);
  return [count * sumOf(units.map((one) => one * one)) - sum * sum, count * count];
};

/** Order of two records; 0 if nothing tells them apart. */
const compare = (one: JudgedRecord, other: JudgedRecord, dropsExtremes: boolean): number => {
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

/** Places in an order; equal ones share a place: 1, 2, 2, 4. */
const placesIn = <One extends { readonly id: string }>(
  all: readonly One[],
  before: (one: One, other: One) => number,
): ReadonlyMap<string, number> => {
  const order = all.toSorted(before);
  const ranks = new Map<string, number>();
  for (const [index, one] of order.entries()) {
    const last = order[index - 1];
    const isEqual = last && before(last, one) === 0;
    ranks.set(one.id, isEqual ? (ranks.get(last.id) ?? index) : index + 1);
  }
  return ranks;
};

/**
 * the place of each record by its mean; of equal means, who got the highest total more often, then
 * whose totals vary less. Equal ones share a place. A record without a total has none.
 */
export const ranksOf = (
  judged: readonly JudgedRecord[],
  dropsExtremes: boolean,
): ReadonlyMap<string, number> =>
  placesIn(
    judged.filter(({ totals }) => totals.length > 0),
    (one, other) => compare(one, other, dropsExtremes),
  );

/** The votes on one record; who abstained has voted. */
export interface VoteBallot {
  readonly id: string;
  readonly agree: number;
  readonly against: number;
  readonly abstained: number;
}

const castIn = ({ agree, against, abstained }: Omit<VoteBallot, 'id'>): number =>
  agree + against + abstained;

/** the votes for it of all that were cast, in percent to two digits, half up; null without a vote. 9 : 3 : 1 is 69.23. */
export const agreeRateOf = (ballot: Omit<VoteBallot, 'id'>): string | null => {
  const cast = BigInt(castIn(ballot));
  if (cast === 0n) return null;
  return decimalText((2n * BigInt(ballot.agree) * 10_000n + cast) / (2n * cast), scale);
};

/** two thirds of the votes pass: 8 of 12 do, 7 of 11 do not. */
export const passesVote = (ballot: Omit<VoteBallot, 'id'>): boolean =>
  castIn(ballot) > 0 && 3 * ballot.agree >= 2 * castIn(ballot);

/** The place of each record by its votes: more for it, then fewer against it. */
export const ranksByVotes = (ballots: readonly VoteBallot[]): ReadonlyMap<string, number> =>
  placesIn(
    ballots.filter((ballot) => castIn(ballot) > 0),
    (one, other) => other.agree - one.agree || one.against - other.against,
  );

/**
 * Conclusion proposed by the rank of a record for a given quota: the next half as many, rounded up, are in reserve.
 */
export const conclusionAt = (rank: number, quota: number): '1' | '2' | '3' => {
  if (rank <= quota) return '1';
  return rank <= quota + Math.ceil(quota / 2) ? '2' : '3';
};

/** Marks from which a score is excellent, good or sufficient. */
const gradeMarks = ['90', '75', '60'].map((mark) => unitsIn(mark));

/** The place of a score among four grades, the best being 0: 84.67 is good, 90 excellent, 59.99 fails. */
export const gradeOfShare = (score: string): 0 | 1 | 2 | 3 => {
  const units = unitsIn(score);
  const place = gradeMarks.findIndex((mark) => units >= mark);
  return place < 0 ? 3 : (place as 0 | 1 | 2);
};

/** this many of n experts must have handed in before a result counts: two thirds, rounded up, or more by the review. */
export const neededOpinionsOf = (experts: number, least: number | null = null): number =>
  Math.max(Math.ceil((experts * 2) / 3), least ?? 0);
