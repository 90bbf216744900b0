import { isZero, proportionalAmount } from '@keyan/kernel/values/amounts.ts';

/** Share of a part in a whole, in percent with one digit; empty where there is no whole. */
export const shareOf = (part: string | number, whole: string | number): string =>
  isZero(whole) ? '' : proportionalAmount('100', part, whole, 1);
