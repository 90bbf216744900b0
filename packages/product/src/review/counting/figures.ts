import { decimalText, decimalUnits, readDecimal } from '@keyan/kernel/values/decimal.ts';

/** Opinion of an expert on a record. */
export interface ExpertOpinion {
  readonly item: string;
  readonly expert: string;
  /** Total points with two decimals. */
  readonly total: string;
}

/** Minimum number of opinions per record for computing deviations. */
const minOpinions = 3;

const scale = 2;

const unitsIn = (text: string): bigint => {
  const decimal = readDecimal(text);
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null) throw new Error(`${text} is no score`);
  return units;
};

/** Quotient of two non-negative integers, rounded half up. */
const divided = (one: bigint, other: bigint): bigint => (2n * one + other) / (2n * other);

/**
 * Deviation of each expert: mean of |own total − mean of the others’ totals| over records with
 * three or more totals, two decimals. Example: 60 against 92, 88, 85, 81 gives 26.50.
 * @returns deviation by expert; experts without such a record are left out
 */
export const deviationsOf = (opinions: readonly ExpertOpinion[]): ReadonlyMap<string, string> => {
  const far = new Map<string, bigint[]>();
  for (const totals of Map.groupBy(opinions, ({ item }) => item).values()) {
    if (totals.length < minOpinions) continue;
    const units = totals.map(({ total }) => unitsIn(total));
    const sum = units.reduce((all, one) => all + one, 0n);
    const others = BigInt(totals.length - 1);
    for (const [place, { expert }] of totals.entries()) {
      const own = units[place] ?? 0n;
      const distance = others * own - (sum - own);
      const size = distance < 0n ? -distance : distance;
      far.set(expert, [...(far.get(expert) ?? []), divided(size, others)]);
    }
  }
  return new Map(
    [...far].map(([expert, all]) => {
      const sum = all.reduce((total, one) => total + one, 0n);
      return [expert, decimalText(divided(sum, BigInt(all.length)), scale)];
    }),
  );
};

/**
 * Percentage of reviews submitted by the first deadline, of all requested and not declined, two
 * decimals.
 */
export const onTimeRateOf = (inTime: number, asked: number): string | null =>
  asked === 0 ? null : decimalText(divided(10_000n * BigInt(inTime), BigInt(asked)), scale);
