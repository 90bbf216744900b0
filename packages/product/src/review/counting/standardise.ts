import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';

/** Total that an expert gave a record. */
export interface GivenTotal {
  readonly item: string;
  readonly expert: string;
  /** Total points with two decimals. */
  readonly total: string;
}

/** Minimum number of totals for using an expert’s own mean and deviation. */
const ownFrom = 5;

/** Decimals of a standardised score. */
const digits = 4;

/** Integer part of a square root. */
const rootOf = (square: bigint): bigint => {
  if (square < 2n) return square;
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
};

const hundredths = (text: string): bigint => {
  const decimal = readDecimal(text);
  const units = decimal && decimalUnits(decimal, 2);
  if (units === null) throw new Error(`${text} is no score`);
  return units;
};

/** Count, sum, and sum of squares. */
interface Moments {
  readonly count: bigint;
  readonly sum: bigint;
  readonly squares: bigint;
}

const momentsOf = (units: readonly bigint[]): Moments => ({
  count: BigInt(units.length),
  sum: units.reduce((sum, one) => sum + one, 0n),
  squares: units.reduce((sum, one) => sum + one * one, 0n),
});

/**
 * 75 + 10·(n·x − S) ÷ √(n·Q − S²) in ten-thousandths, rounded half up and limited to 0…100; integer
 * arithmetic of the population deviation.
 */
const standardisedTotal = (units: bigint, { count, sum, squares }: Moments): bigint => {
  const deviation = count * squares - sum * sum;
  const scale = 10n ** BigInt(digits);
  if (deviation === 0n) return 75n * scale;
  const distance = count * units - sum;
  const size = distance < 0n ? -distance : distance;
  // Finds the nearest integer to 10·scale·size ÷ √deviation by the root of the doubled value’s
  // square.
  const square = 400n * scale * scale * size * size;
  const double = rootOf(square / deviation);
  const isHalf = double % 2n === 1n && double * double * deviation === square;
  const step = (double + 1n) / 2n - (isHalf && distance < 0n ? 1n : 0n);
  const value = 75n * scale + (distance < 0n ? -step : step);
  if (value < 0n) return 0n;
  return value > 100n * scale ? 100n * scale : value;
};

/**
 * Standardises the totals of a review to mean 75 and deviation 10 per expert (z×10+75, R-804).
 * Experts with fewer than five totals use the mean and deviation of all.
 * @returns standardised totals by record and expert, four decimals
 */
export const standardiseTotals = (
  given: readonly GivenTotal[],
): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const all = momentsOf(given.map(({ total }) => hundredths(total)));
  const result = new Map<string, Map<string, string>>();
  for (const [expert, totals] of Map.groupBy(given, (one) => one.expert)) {
    const units = totals.map(({ total }) => hundredths(total));
    const moments = units.length >= ownFrom ? momentsOf(units) : all;
    for (const [place, { item }] of totals.entries()) {
      const known = result.get(item) ?? new Map<string, string>();
      known.set(expert, decimalText(standardisedTotal(units[place] ?? 0n, moments), digits));
      result.set(item, known);
    }
  }
  return result;
};
