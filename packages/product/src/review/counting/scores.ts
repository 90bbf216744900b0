import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { reviewGrade } from '../dictionaries.ts';

/** Decimals of experts’ scores and of results. */
const scale = 2;

/** Decimals used internally, equal to those of standardised scores. */
const inner = 4;
const perUnit = 10n ** BigInt(inner - scale);

const unitsIn = (text: string, digits = inner): bigint => {
  const decimal = readDecimal(text);
  const units = decimal && decimalUnits(decimal, digits);
  if (units === null) throw new Error(`${text} is no score`);
  return units;
};

const sumOf = (units: readonly bigint[]): bigint => units.reduce((sum, one) => sum + one, 0n);

/** Sum of an expert’s points; null while one is missing. */
export const totalOf = (scores: readonly { readonly score: string | null }[]): string | null => {
  const given = scores.flatMap(({ score }) => (score === null ? [] : [unitsIn(score, scale)]));
  return given.length === 0 || given.length < scores.length
    ? null
    : decimalText(sumOf(given), scale);
};

/** Points by grade. */
export const gradePoints: Readonly<Record<string, string>> = {
  A: '95.00',
  B: '85.00',
  C: '70.00',
  D: '50.00',
} satisfies Readonly<Record<CodeOf<typeof reviewGrade>, string>>;

/** Minimum number of experts for dropping the highest and lowest score. */
const dropsFrom = 5;

const inOrder = (totals: readonly string[]): readonly bigint[] =>
  totals
    .map((total) => unitsIn(total))
    .sort((one, other) => (one < other ? -1 : one > other ? 1 : 0));

const counted = (totals: readonly string[], dropsExtremes: boolean): readonly bigint[] => {
  const units = inOrder(totals);
  return dropsExtremes && units.length >= dropsFrom ? units.slice(1, -1) : units;
};

/**
 * Mean of totals with two decimals, half up, optionally without extremes; null without
 * totals.
 */
export const meanOfTotals = (totals: readonly string[], dropsExtremes: boolean): string | null => {
  const kept = counted(totals, dropsExtremes);
  if (kept.length === 0) return null;
  const count = BigInt(kept.length) * perUnit;
  return decimalText((2n * sumOf(kept) + count) / (2n * count), scale);
};

/** Highest minus lowest total. */
export const spreadOfTotals = (totals: readonly string[]): string | null => {
  const all = inOrder(totals);
  const [lowest] = all;
  const highest = all.at(-1);
  if (lowest === undefined || highest === undefined) return null;
  return decimalText((highest - lowest) / perUnit, scale);
};

/** Record of a review with its totals. */
export interface JudgedRecord {
  readonly id: string;
  readonly totals: readonly string[];
}

/** n² times the variance of n totals, an exact integer for comparison. */
const variance = (units: readonly bigint[]): readonly [of: bigint, per: bigint] => {
  const count = BigInt(units.length);
  const sum = sumOf(units);
  return [count * sumOf(units.map((one) => one * one)) - sum * sum, count * count];
};

/** Compares two records for ranking; 0 for ties. */
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

/** Ranks in a given order; ties share a rank: 1, 2, 2, 4. */
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
 * Ranks of records by mean; ties are resolved by frequency of the highest total, then by
 * smaller variance, otherwise they share a rank. Records without totals have no rank.
 */
export const ranksOf = (
  judged: readonly JudgedRecord[],
  dropsExtremes: boolean,
): ReadonlyMap<string, number> =>
  placesIn(
    judged.filter(({ totals }) => totals.length > 0),
    (one, other) => compare(one, other, dropsExtremes),
  );

/** Votes on a record; abstentions count as votes cast. */
export interface VoteBallot {
  readonly id: string;
  readonly agree: number;
  readonly against: number;
  readonly abstained: number;
}

const castIn = ({ agree, against, abstained }: Omit<VoteBallot, 'id'>): number =>
  agree + against + abstained;

/**
 * Percentage of approving votes among all votes, two decimals, half up; null without votes.
 * 9 : 3 : 1 gives 69.23.
 */
export const agreeRateOf = (ballot: Omit<VoteBallot, 'id'>): string | null => {
  const cast = BigInt(castIn(ballot));
  if (cast === 0n) return null;
  return decimalText((2n * BigInt(ballot.agree) * 10_000n + cast) / (2n * cast), scale);
};

/** True if two thirds of the votes approve: 8 of 12 pass, 7 of 11 do not. */
export const passesVote = (ballot: Omit<VoteBallot, 'id'>): boolean =>
  castIn(ballot) > 0 && 3 * ballot.agree >= 2 * castIn(ballot);

/** Ranks of records by votes: more approvals, then fewer rejections. */
export const ranksByVotes = (ballots: readonly VoteBallot[]): ReadonlyMap<string, number> =>
  placesIn(
    ballots.filter((ballot) => castIn(ballot) > 0),
    (one, other) => other.agree - one.agree || one.against - other.against,
  );

/**
 * Proposed conclusion by rank: within the quota; within the next half of the quota (rounded up):
 * reserve; otherwise not recommended.
 */
export const conclusionAt = (rank: number, quota: number): '1' | '2' | '3' => {
  if (rank <= quota) return '1';
  return rank <= quota + Math.ceil(quota / 2) ? '2' : '3';
};

/** Minimum scores of excellent, good and sufficient. */
const gradeMarks = ['90', '75', '60'].map((mark) => unitsIn(mark));

/** Index of a score’s grade among four, best 0: 84.67 is good, 90 excellent, 59.99 fails. */
export const gradeOfShare = (score: string): 0 | 1 | 2 | 3 => {
  const units = unitsIn(score);
  const place = gradeMarks.findIndex((mark) => units >= mark);
  return place < 0 ? 3 : (place as 0 | 1 | 2);
};

/**
 * Number of submitted opinions needed for a result: two thirds of the experts, rounded up,
 * or more if the review says so.
 */
export const neededOpinionsOf = (experts: number, least: number | null = null): number =>
  Math.max(Math.ceil((experts * 2) / 3), least ?? 0);
