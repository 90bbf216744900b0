import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';

/**
 * Figures as people read them, in either language alike: 1,234,567.00. Dates and times are printed
 * as they are stored, `2026-11-21`, and shortened by `shortTime`.
 */

/** A whole number with its thousands apart. */
export const countText = (count: number): string => groupDigits(String(count));

/** Half a unit is rounded up, without a float: an amount is money. */
const rounded = (whole: bigint, unit: bigint): string => {
  const hundredths = (whole * 100n + unit / 2n) / unit;
  return groupDigits(`${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`);
};

const tenThousand = 10_000n;
const million = 1_000_000n;

/**
 * Amount of yuan in the large unit of each language: `≈ 123.46 万元` from ten thousand on, `≈ 1.23 million yuan` from a
 * million on. Empty where the figure says enough.
 * @param value decimal text, grouped or not
 */
export const largeAmount = (value: string): Label => {
  const text = /^(\d+)(?:\.\d*)?$/.exec(value.replaceAll(',', ''))?.[1];
  const whole = BigInt(text ?? 0);
  return [
    whole >= tenThousand ? `≈ ${rounded(whole, tenThousand)} 万元` : '',
    whole >= million ? `≈ ${rounded(whole, million)} million yuan` : '',
  ];
};
