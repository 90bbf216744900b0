import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';

/**
 * Formats figures the same way in both languages: 1,234,567.00. Dates and times are shown as
 * stored, `2026-11-21`, or shortened by `shortTime`.
 */

/** Returns an integer with thousands separators. */
export const countText = (count: number): string => groupDigits(String(count));

/** Rounds half up, without a float: the amount is money. */
const divideRounded = (whole: bigint, unit: bigint): string => {
  const hundredths = (whole * 100n + unit / 2n) / unit;
  return groupDigits(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
};

const tenThousand = 10_000n;
const million = 1_000_000n;

/**
 * Returns an amount of yuan in the large unit of each language: `≈ 123.46 万元` from ten thousand, `≈
 * 1.23 million yuan` from a million; empty below.
 * @param value decimal text, grouped or not
 */
export const largeAmount = (value: string): Label => {
  const text = /^(\d+)(?:\.\d*)?$/.exec(value.replaceAll(',', ''))?.[1];
  const whole = BigInt(text ?? 0);
  return [
    whole >= tenThousand ? `≈ ${divideRounded(whole, tenThousand)} 万元` : '',
    whole >= million ? `≈ ${divideRounded(whole, million)} million yuan` : '',
  ];
};
