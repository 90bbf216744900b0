import type { DecimalText } from '@keyan/kernel/definition/field/field.ts';
import { type Amount, allocateInOrder, atMost, minus } from '@keyan/kernel/values/amounts.ts';

/** A period of a payment plan, as far as money is matched with it. */
export interface PaymentPeriod {
  readonly sort?: number | null;
  readonly planDate?: string | null;
  readonly planAmount?: Amount;
}

/** The first period that is not paid in full. */
export interface OpenPeriod {
  readonly no: number;
  readonly date: string | null;
  /** Part of the amount that has not arrived, in yuan. */
  readonly amount: DecimalText;
}

/**
 * Amount that arrived for each period: the money of a contract pays its periods in their order, each in full before
 * the next gets any. Nothing is assigned, so nothing has to be undone when money goes back or the plan
 * changes.
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

/** The period that is to be paid next; null where all are paid. */
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
