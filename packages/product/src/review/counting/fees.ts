import { atMost, times } from '@keyan/kernel/values/amounts.ts';

/** Fee per review in yuan, with the maximum per review round. */
export interface FeeRate {
  /** Code of `ranks`; null for the default rate. */
  readonly ranks: string | null;
  readonly price: string;
  readonly most: string | null;
}

/** Fee of an expert in yuan, two decimals. */
export interface ExpertFee {
  readonly price: string;
  readonly amount: string;
  readonly isCapped: boolean;
}

/** Rate for a rank: its own, otherwise the default; undefined if there is none. */
export const rateFor = (rates: readonly FeeRate[], rank: string | null): FeeRate | undefined =>
  rates.find((rate) => rate.ranks !== null && rate.ranks === rank) ??
  rates.find((rate) => rate.ranks === null);

/**
 * Fee for a number of reviews, limited to the maximum per round: 12 × 150.00 = 1,800.00, with a
 * maximum of 1,200.00: 1,200.00.
 */
export const reviewFeeOf = ({ price, most }: FeeRate, items: number): ExpertFee => {
  const amount = times(price, String(items));
  return most === null || atMost(amount, most)
    ? { price, amount, isCapped: false }
    : { price, amount: most, isCapped: true };
};
