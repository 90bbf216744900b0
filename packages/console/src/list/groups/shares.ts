import { isZero, proportionalAmount } from '@keyan/kernel/values/amounts.ts';

/**
 * Returns the share of a part in a whole, in percent with one decimal; empty if the whole is zero.
 */
export const shareOf = (part: string | number, whole: string | number): string =>
  isZero(whole) ? '' : proportionalAmount('100', part, whole, 1);
