import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import {
  type Amount,
  atMost,
  equal,
  isZero,
  minus,
  plus,
  proportionalAmount,
  sum,
} from '@keyan/kernel/values/amounts.ts';

/** Amount of a budget item. */
export interface ItemAmount {
  readonly itemCode: string | null;
  readonly amount: DecimalText | null;
}

/** Figures of a booking in yuan. */
export interface BookedFigures {
  readonly divideAmount: Amount;
  readonly taxAmount: Amount;
  readonly manageFee: Amount;
  readonly indirectFee: Amount;
  readonly performanceFee: Amount;
  readonly outFunds: Amount;
  readonly netAmount: Amount;
  readonly items: readonly ItemAmount[] | null;
}

/** Amounts that a refund deducts from the figures of a booking, in yuan. */
export interface RefundParts {
  readonly taxBack: string;
  readonly feeBack: string;
  readonly performanceBack: string;
  readonly restBack: string;
  readonly outBack: string;
  readonly netBack: string;
}

/** Allocation with the invoice that it may have paid. */
export interface PayingAllocation {
  readonly billId: string | null;
  /** Amount of the invoice that the allocation settled, in yuan. */
  readonly billSettled: Amount;
}

/** Confirmed earlier refund of the same booking. */
export type EarlierRefund = Partial<{ readonly [K in keyof RefundParts]: Amount }> & {
  readonly refundAmount: Amount;
  readonly settledBack?: Amount;
  readonly items: readonly ItemAmount[] | null;
};

/** Figure of the booking from which each part is deducted. */
const wholes: Readonly<
  Record<Exclude<keyof RefundParts, 'netBack'>, (of: BookedFigures) => Amount>
> = {
  taxBack: ({ taxAmount }) => taxAmount,
  feeBack: ({ manageFee }) => manageFee,
  performanceBack: ({ performanceFee }) => performanceFee,
  restBack: ({ indirectFee, manageFee, performanceFee }) =>
    minus(indirectFee ?? '0.00', manageFee, performanceFee),
  outBack: ({ outFunds }) => outFunds,
};

/** Figures of a booking after earlier refunds, in yuan. */
export const bookingAfterRefunds = (
  booked: BookedFigures,
  earlier: readonly EarlierRefund[],
): string =>
  minus(booked.divideAmount ?? '0.00', ...earlier.map(({ refundAmount }) => refundAmount));

/**
 * Amount of the invoice that becomes due again: at most the settled amount that earlier refunds
 * left.
 */
export const amountDueAgain = (
  { billId, billSettled }: PayingAllocation,
  earlier: readonly EarlierRefund[],
  amount: Amount,
): string => {
  if (billId === null) return '0.00';
  const left = minus(billSettled ?? '0.00', ...earlier.map((one) => one.settledBack ?? null));
  return atMost(amount, left) ? plus('0.00', amount) : left;
};

/**
 * Amounts that a refund deducts from a booking: tax only with a red letter; overhead, indirect
 * costs and transfers in proportion to the arrival; the remainder from direct costs. A refund of
 * everything left takes the exact remainder of each figure, so that all become zero.
 */
export const refundParts = (
  booked: BookedFigures,
  earlier: readonly EarlierRefund[],
  amount: Amount,
  hasRedLetter: boolean,
): RefundParts => {
  const isLast = equal(amount, bookingAfterRefunds(booked, earlier));
  const part = (name: keyof typeof wholes): string => {
    const whole = plus('0.00', wholes[name](booked));
    if (isLast) return minus(whole, ...earlier.map((one) => one[name] ?? null));
    return proportionalAmount(whole, amount, booked.divideAmount);
  };
  const beside = {
    taxBack: hasRedLetter ? part('taxBack') : '0.00',
    feeBack: part('feeBack'),
    performanceBack: part('performanceBack'),
    restBack: part('restBack'),
    outBack: part('outBack'),
  };
  return { ...beside, netBack: minus(amount ?? '0.00', ...Object.values(beside)) };
};

const fen = '0.01';

/**
 * Distributes an amount by weights, to the fen; the rounding remainder goes to the shares that lost
 * most by rounding. Empty if the weights sum to zero.
 */
export const shareByWeights = (amount: string, weights: readonly ItemAmount[]): ItemAmount[] => {
  const whole = sum(weights, 'amount');
  if (isZero(whole)) return [];
  const shares = weights.map(({ itemCode, amount: weight }) => {
    const exact = proportionalAmount(amount, weight, whole, 8);
    const floor = exact.slice(0, exact.indexOf('.') + 3);
    return { itemCode, amount: floor, lost: minus(exact, floor) };
  });
  let rest = minus(amount, sum(shares, 'amount'));
  const extra = new Set<number>();
  const byLoss = shares
    .map((_, index) => index)
    .toSorted((a, b) => (atMost(shares[a]?.lost, shares[b]?.lost) ? 1 : -1));
  for (const index of byLoss) {
    if (atMost(rest, 0)) break;
    extra.add(index);
    rest = minus(rest, fen);
  }
  return shares
    .map((share, index) => ({
      itemCode: share.itemCode,
      amount: extra.has(index) ? plus(share.amount, fen) : share.amount,
    }))
    .filter((share) => !isZero(share.amount));
};

/** Default direct costs of a refund by item, in proportion to the booking. */
export const refundItems = (
  booked: BookedFigures,
  earlier: readonly EarlierRefund[],
  netBack: string,
): ItemAmount[] => {
  const taken = earlier.flatMap(({ items }) => items ?? []);
  const left = (booked.items ?? []).map(({ itemCode, amount }) => ({
    itemCode,
    amount: minus(
      amount ?? '0.00',
      ...taken.flatMap((one) => (one.itemCode === itemCode ? [one.amount] : [])),
    ),
  }));
  return shareByWeights(netBack, left);
};
