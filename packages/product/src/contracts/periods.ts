import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { type Amount, allocateInOrder, atMost, minus } from '@keyan/kernel/values/amounts.ts';

/** Fields of a payment period that matching with arrived funds reads. */
export interface PaymentPeriod {
  readonly sort?: number | null;
  readonly planDate?: string | null;
  readonly planAmount?: Amount;
}

/** First period that is not fully paid. */
export interface OpenPeriod {
  readonly no: number;
  readonly date: string | null;
  /** Outstanding amount in yuan. */
  readonly amount: DecimalText;
}

/**
 * Amount arrived for each period, in yuan: funds of a contract pay its periods in order, each in
 * full before the next. No assignment is stored, so refunds and changed plans need no
 * correction.
 */
export const arrivedByPeriod = <P extends PaymentPeriod>(
  plan: readonly P[] | null | undefined,
  arrived: Amount,
): readonly (P & { readonly arrivedAmount: DecimalText })[] => {
  const periods = plan ?? [];
  const paid = allocateInOrder(
    arrived,
    periods.map(({ planAmount }) => planAmount),
  );
  return periods.map((period, index) => ({ ...period, arrivedAmount: paid[index] ?? '0.00' }));
};

/** Next period to be paid; null if all are paid. */
export const nextOpenPeriod = (
  plan: readonly PaymentPeriod[] | null | undefined,
  arrived: Amount,
): OpenPeriod | null => {
  for (const [index, period] of arrivedByPeriod(plan, arrived).entries()) {
    const open = minus(period.planAmount ?? '0.00', period.arrivedAmount);
    if (atMost(open, 0)) continue;
    return { no: period.sort ?? index + 1, date: period.planDate ?? null, amount: open };
  }
  return null;
};
