import { atMost, times } from '@keyan/kernel/values/amounts.ts';

/** Fee of a school for one review, and the maximum for a round of them. */
export interface FeeRate {
  /** Code of `ranks`; null for all that no other rate names. */
  readonly ranks: string | null;
  readonly price: string;
  readonly most: string | null;
}

/** Payment of an expert: yuan with two digits. */
export interface ExpertFee {
  readonly price: string;
  readonly amount: string;
  readonly isCapped: boolean;
}

/** The rate of an expert of this rank: its own before that of all others; undefined where the school has none. */
export const rateFor = (rates: readonly FeeRate[], rank: string | null): FeeRate | undefined =>
  rates.find((rate) => rate.ranks !== null && rate.ranks === rank) ??
  rates.find((rate) => rate.ranks === null);

/**
 * The fee for this many reviews, cut to the most that one round may cost. 12 × 150.00 = 1,800.00, with 1,200.00 at most: 1,200.00.
 */
export const reviewFeeOf = ({ price, most }: FeeRate, items: number): ExpertFee => {
  const amount = times(price, String(items));
  return most === null || atMost(amount, most)
    ? { price, amount, isCapped: false }
    : { price, amount: most, isCapped: true };
};
