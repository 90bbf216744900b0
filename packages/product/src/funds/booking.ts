import { type Amount, isZero, minus, percent, rounded } from '@keyan/kernel/values/amounts.ts';

/** What an arrival budget is computed from. */
export interface Booking {
  readonly divideAmount?: Amount;
  readonly taxAmount?: Amount;
  readonly outFunds?: Amount;
  readonly equipFunds?: Amount;
  readonly manageFee?: Amount;
  readonly indirectFee?: Amount;
  readonly performanceFee?: Amount;
}

/** Overhead and net amount of an allocation, in yuan, rounded to the fen. */
export const bookedAmounts = (
  { divideAmount, taxAmount, outFunds, equipFunds, indirectFee }: Booking,
  rate: string,
) => ({
  manageRate: rounded(rate, 2),
  manageFee: percent(minus(divideAmount, taxAmount, outFunds, equipFunds), rate),
  netAmount: minus(divideAmount, taxAmount, outFunds, indirectFee ?? '0.00'),
});

/**
 * What of the indirect costs the project may spend: performance pay, and the rest without
 * the overhead, which stays with the school.
 */
export const indirectEntries = ({ indirectFee, manageFee, performanceFee }: Booking) =>
  [
    { itemCode: '202', booked: minus(performanceFee ?? '0.00') },
    { itemCode: '203', booked: minus(indirectFee, manageFee, performanceFee) },
  ].filter(({ booked }) => !isZero(booked));
