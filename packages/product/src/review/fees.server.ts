import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { holdsRole } from '@keyan/engine/records/role-holders.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import { type FeeRate, rateFor, reviewFeeOf } from './counting/fees.ts';
import { reviewMode, taskCodes } from './dictionaries.ts';
import { reviewFee } from './review-fee.ts';
import { type StoredSet, untypedKind } from './rows.server.ts';

interface Paid {
  readonly expert: string;
  readonly name: string;
  readonly unit: string;
  readonly ranks: string | null;
  readonly items: number;
  readonly bankName: string | null;
  readonly bankAccount: string | null;
  readonly idNumber: string | null;
}

/** SQL array of the roles that organise reviews and receive no fee. */
const unpaid = `array['rd_admin', 'rd_project', 'rd_achieve', 'rd_leader']`;

/**
 * Creates fees of a confirmed review: per expert by the number of counted reviews and the rate of
 * the rank. Existing fees are kept.
 * @throws Refused without any rate, or without anyone to pay
 */
export const chargeFees = async (
  transaction: TransactionContext,
  set: StoredSet,
): Promise<void> => {
  const { tx } = transaction;
  const rates = await tx.query<FeeRate>(
    `select ranks, price::text, most::text from review_fee_rate
      where tenant_id = $1 and review_mode = $2 and is_deleted = 0 order by id desc`,
    [tx.tenantId, set.reviewMode],
  );
  const found = await tx.query<Paid>(
    `select e.id::text as expert, e.name, e.unit, e.ranks, count(t.id)::int as items,
        e.bank_name as "bankName", e.bank_account as "bankAccount", e.id_number as "idNumber"
       from review_task t join expert e on e.tenant_id = t.tenant_id and e.id = t.expert_id
      where t.tenant_id = $1 and t.set_id = $2 and t.status = $3 and t.is_deleted = 0
        and not ${holdsRole('e.user_id', unpaid)}
        and not exists (select 1 from review_fee f where f.tenant_id = t.tenant_id
          and f.set_id = t.set_id and f.expert_id = e.id and f.is_deleted = 0)
      group by e.id, e.name, e.unit, e.ranks, e.bank_name, e.bank_account, e.id_number
      order by e.id`,
    [tx.tenantId, set.id, taskCodes.handedIn],
  );
  if (found.length === 0) {
    throw new Refused(['没有需要生成评审费的专家', 'No experts left to generate fees for']);
  }
  for (const { expert, ranks, items, ...known } of found) {
    const rate = rateFor(rates, ranks);
    if (!rate) {
      const mode = reviewMode.entries.find(({ code }) => code === set.reviewMode)?.label;
      throw new Refused(
        fill(['请先维护【{mode}】的评审费标准', 'Set the review fee rate for “{mode}” first'], {
          mode: mode ?? ['', ''],
        }),
      );
    }
    const { price, amount, isCapped } = reviewFeeOf(rate, items);
    await createRow(transaction, untypedKind(reviewFee), {
      ...known,
      setId: set.id,
      expertId: expert,
      items,
      price,
      amount,
      isCapped: isCapped ? '1' : '0',
      parties: set.parties,
    });
  }
};
