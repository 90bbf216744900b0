import { decimalText, decimalUnits, readDecimal } from './decimal.ts';

/** Amount as rows store it: a decimal text such as `12.50`, or a whole number. Null counts as 0. */
export type Amount = string | number | null | undefined;

/** Amount as a multiple of its last digit's unit. */
interface Units {
  readonly units: bigint;
  readonly scale: number;
}

/**
 * Parses an amount. @throws Error for a text that is no decimal, and for a number with a fraction:
 * money is never a float.
 */
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

/** Converts an amount to units of a scale that is not smaller than its own. */
const at = (scale: number, { units, scale: own }: Units): bigint =>
  units * 10n ** BigInt(scale - own);

/** Converts amounts to units of one scale, the largest of theirs. */
const toCommonScale = (amounts: readonly Amount[]): { units: readonly bigint[]; scale: number } => {
  const read = amounts.map(readAmount);
  const scale = Math.max(0, ...read.map((one) => one.scale));
  return { units: read.map((one) => at(scale, one)), scale };
};

/** Adds amounts, with as many digits as the longest of them: `plus('1.5', 2)` is `3.5`. */
export const plus = (...amounts: readonly Amount[]): string => {
  const { units, scale } = toCommonScale(amounts);
  return decimalText(
    units.reduce((total, one) => total + one, 0n),
    scale,
  );
};

/** Subtracts all further amounts from the first. */
export const minus = (from: Amount, ...amounts: readonly Amount[]): string => {
  const { units, scale } = toCommonScale([from, ...amounts]);
  const [first = 0n, ...rest] = units;
  return decimalText(
    rest.reduce((left, one) => left - one, first),
    scale,
  );
};

/** Multiplies amounts exactly, with all digits: `times('1.5', '0.25')` is `0.375`. */
export const times = (...amounts: readonly Amount[]): string => {
  const product = amounts.map(readAmount).reduce((total, { units, scale }) => ({
    units: total.units * units,
    scale: total.scale + scale,
  }));
  return decimalText(product.units, product.scale);
};

/** Adds up one field over the lines of a sub-table. */
export const sum = <Name extends string>(
  lines: readonly { readonly [K in Name]?: Amount }[] | null | undefined,
  name: Name,
): string => plus(...(lines ?? []).map((line) => line[name]));

/** Divides whole numbers, rounding half away from zero. */
const divideRounded = (units: bigint, by: bigint): bigint => {
  const half = (units < 0n ? -by : by) / 2n;
  return (units + half) / by;
};

/**
 * Rounds an amount to this many digits, half away from zero: `roundAmount('0.125', 2)` is `0.13`.
 */
export const roundAmount = (amount: Amount, scale: number): string => {
  const read = readAmount(amount);
  return read.scale <= scale
    ? decimalText(at(scale, read), scale)
    : decimalText(divideRounded(read.units, 10n ** BigInt(read.scale - scale)), scale);
};

/** Returns a percentage of an amount, rounded half away from zero to `scale` digits. */
export const percent = (amount: Amount, rate: Amount, scale = 2): string => {
  const [one, other] = [readAmount(amount), readAmount(rate)];
  const product = { units: one.units * other.units, scale: one.scale + other.scale + 2 };
  return roundAmount(decimalText(product.units, product.scale), scale);
};

/**
 * Returns amount × part ÷ whole, rounded half away from zero to `scale` digits: the tax in 106 at 6
 * per 106. A single exact division, so that 0.1496 % becomes 0.1 % and not 0.2 % by repeated
 * rounding.
 */
export const proportionalAmount = (
  amount: Amount,
  part: Amount,
  whole: Amount,
  scale = 2,
): string => {
  const [share = 0n, of = 1n] = toCommonScale([part, whole]).units;
  const given = readAmount(amount);
  const [up, down] = [10n ** BigInt(scale), 10n ** BigInt(given.scale)];
  return decimalText(divideRounded(given.units * share * up, of * down), scale);
};

const compareAmounts = (left: Amount, right: Amount): bigint => {
  const [one = 0n, other = 0n] = toCommonScale([left, right]).units;
  return one - other;
};

export const atLeast = (amount: Amount, least: Amount): boolean =>
  compareAmounts(amount, least) >= 0n;
export const atMost = (amount: Amount, most: Amount): boolean => compareAmounts(amount, most) <= 0n;
export const equal = (left: Amount, right: Amount): boolean => compareAmounts(left, right) === 0n;
export const isZero = (amount: Amount): boolean => readAmount(amount).units === 0n;

/**
 * Distributes a total in order: each gets the amount asked for, as long as something remains. An
 * excess remains undistributed.
 */
export const allocateInOrder = (total: Amount, asked: readonly Amount[]): readonly string[] => {
  let left = plus('0.00', total);
  return asked.map((part) => {
    const given = atMost(left, 0) ? '0.00' : atLeast(left, part) ? plus('0.00', part) : left;
    left = minus(left, given);
    return given;
  });
};
