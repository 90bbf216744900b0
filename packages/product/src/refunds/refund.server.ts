import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { atMost, equal, minus } from '@keyan/kernel/values/amounts.ts';
import { fundingRefund } from './refund.ts';

interface Confirmed {
  readonly id: string;
  readonly divideId: string | null;
  readonly earlierFunds: string | null;
  readonly refundAmount: string | null;
  readonly divideAmount: string | null;
}

/**
 * Checks that a refund’s amounts still fit the booking, since they were computed after all earlier
 * refunds.
 * @throws Refused if the booking is deleted or has less left, or if another refund was confirmed
 * meanwhile
 */
const assertRefundStillFits = async (
  { id, divideId, earlierFunds, refundAmount, divideAmount }: Confirmed,
  { tx }: TransactionContext,
): Promise<void> => {
  if (divideId === null) return;
  const [booking] = await tx.query(
    `select 1 from jfdzys where tenant_id = $1 and divide_id = $2 and status = '2' and is_deleted = 0`,
    [tx.tenantId, divideId],
  );
  if (!booking) {
    throw new Refused([
      '该分配已不在入账状态，不能按入账退款',
      'The allocation is no longer booked and cannot be refunded as a booking',
    ]);
  }
  // Posting to the arrival has locked its balance, so no other refund of it can be confirmed until
  // this transaction ends.
  const [before] = await tx.query<{ funds: string }>(
    `select coalesce(sum(refund_amount), 0)::numeric(18, 2)::text as funds from funding_refund
      where tenant_id = $1 and divide_id = $2 and id <> $3 and status = '1' and is_deleted = 0`,
    [tx.tenantId, divideId, id],
  );
  const left = minus(divideAmount ?? '0.00', before?.funds);
  if (!atMost(refundAmount, left)) {
    throw new Refused([
      `可退 ${groupDigits(left)} 元，不能退款 ${groupDigits(refundAmount ?? '0.00')} 元`,
      `At most ${groupDigits(left)} yuan can be refunded, not ${groupDigits(refundAmount ?? '0.00')}`,
    ]);
  }
  if (equal(before?.funds, earlierFunds)) return;
  throw new Refused([
    '该分配刚有另一笔退款，请核对后再确认',
    'Another refund of this allocation was just made: check it before confirming',
  ]);
};

/** Confirms refunds of one booking one at a time. */
export const fundingRefundBehaviour: Behaviour = defineBehaviour(fundingRefund, {
  performed: { confirm: assertRefundStillFits },
});
