import { decimalText, decimalUnits, readDecimal } from './decimal.ts';

/** An amount as rows have it: a decimal text such as `12.50`, or a whole number. Nothing counts as 0. */
export type Amount = string | number | null | undefined;

/** An amount in units of its last digit. */
interface Units {
  readonly units: bigint;
  readonly scale: number;
}

/** @throws Error for a text that is no decimal, and for a number with a fraction: money is never a float. */
const readAmount = (amount: Amount): Units => {
  if (amount === null || amount === undefined || amount === '') return { units: 0n, scale: 0 };
  if (typeof amount === 'number') {
    if (!Number.isSafeInteger(amount)) throw new Error(`${amount} is no whole number`);
    return { units: BigInt(amount), scale: 0 };
  }
  const scale = amount.trim().split('.')[1]?.length ?? 0;
  const decimal = readDecimal(amount);
  const units = decimal && decimalUnits(decimal, scale);
  if (units === null) throw new Error(`${amount} is no decimal`);
  return { units, scale };
};

/** The units of an amount at a scale that is not smaller than its own. */
const at = (scale: number, { units, scale: own }: Units): bigint =>
  units * 10n ** BigInt(scale - own);

/** Amounts in units of the same digit, the last of any of them. */
const aligned = (amounts: readonly Amount[]): { units: readonly bigint[]; scale: number } => {
  const read = amounts.map(readAmount);
  const scale = Math.max(0, ...read.map((one) => one.scale));
  return { units: read.map((one) => at(scale, one)), scale };
};

/** The sum, with as many digits as the longest amount has: `plus('1.5', 2)` is `3.5`. */
export const plus = (...amounts: readonly Amount[]): string => {
  const { units, scale } = aligned(amounts);
  return decimalText(
    units.reduce((total, one) => total + one, 0n),
    scale,
  );
};

/** The first amount less all others. */
export const minus = (from: Amount, ...amounts: readonly Amount[]): string => {
  const { units, scale } = aligned([from, ...amounts]);
  const [first = 0n, ...rest] = units;
  return decimalText(
    rest.reduce((left, one) => left - one, first),
    scale,
  );
};

/** The exact product, with all digits: `times('1.5', '0.25')` is `0.375`. */
export const times = (...amounts: readonly Amount[]): string => {
  const product = amounts.map(readAmount).reduce((total, { units, scale }) => ({
    units: total.units * units,
    scale: total.scale + scale,
  }));
  return decimalText(product.units, product.scale);
};

/** The sum of one field over the lines of a sub-table. */
export const sum = <Name extends string>(
  lines: readonly { readonly [K in Name]?: Amount }[] | null | undefined,
  name: Name,
): string => plus(...(lines ?? []).map((line) => line[name]));

/** A quotient of whole numbers, rounded half away from zero. */
const divided = (units: bigint, by: bigint): bigint => {
  const half = (units < 0n ? -by : by) / 2n;
  return (units + half) / by;
};

/** Rounds half away from zero to this many digits: `roundAmount('0.125', 2)` is `0.13`. */
export const roundAmount = (amount: Amount, scale: number): string => {
  const read = readAmount(amount);
  return read.scale <= scale
    ? decimalText(at(scale, read), scale)
    : decimalText(divided(read.units, 10n ** BigInt(read.scale - scale)), scale);
};

/** Percentage of an amount, rounded half away from zero to `scale` digits. */
export const percent = (amount: Amount, rate: Amount, scale = 2): string => {
  const [one, other] = [readAmount(amount), readAmount(rate)];
  const product = { units: one.units * other.units, scale: one.scale + other.scale + 2 };
  return roundAmount(decimalText(product.units, product.scale), scale);
};

/**
 * An amount × part ÷ whole, rounded half away from zero to `scale` digits: what of 106 is 6 of 106. One exact division:
 * nothing is rounded before, so that 0.1496 % is 0.1 % and not 0.2 %.
 */
export const proportionalAmount = (
  amount: Amount,
  part: Amount,
  whole: Amount,
  scale = 2,
): string => {
  const [share = 0n, of = 1n] = aligned([part, whole]).units;
  const given = readAmount(amount);
  const [up, down] = [10n ** BigInt(scale), 10n ** BigInt(given.scale)];
  return decimalText(divided(given.units * share * up, of * down), scale);
};

const compared = (left: Amount, right: Amount): bigint => {
  const [one = 0n, other = 0n] = aligned([left, right]).units;
  return one - other;
};

export const atLeast = (amount: Amount, least: Amount): boolean => compared(amount, least) >= 0n;
export const atMost = (amount: Amount, most: Amount): boolean => compared(amount, most) <= 0n;
export const equal = (left: Amount, right: Amount): boolean => compared(left, right) === 0n;
export const isZero = (amount: Amount): boolean => readAmount(amount).units === 0n;

/**
 * Deals a total to parts in their order: each gets what it asks for, as long as something is left, before the next gets
 * any. What nobody asks for is dealt to none.
 */
export const allocateInOrder = (total: Amount, asked: readonly Amount[]): readonly string[] => {
  let left = plus('0.00', total);
  return asked.map((part) => {
    const given = atMost(left, 0) ? '0.00' : atLeast(left, part) ? plus('0.00', part) : left;
    left = minus(left, given);
    return given;
  });
};
