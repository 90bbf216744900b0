import { defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { paymentStatusCodes, rewardStatusCodes } from './dictionaries.ts';
import { scoreReward } from './score-reward.ts';

/** Statuses of rewards that count as paid: submitted, approved, paid. */
const counting = [
  rewardStatusCodes.inApproval,
  rewardStatusCodes.confirmed,
  rewardStatusCodes.paid,
];

/**
 * Checks that no score is paid by two rewards, under a lock per batch.
 * @throws Refused with the number of scores and the other reward’s name
 */
export const assertPaidOnce = async (
  tx: Tx,
  { id, batchId }: { readonly id: string; readonly batchId: string | null },
): Promise<void> => {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended($1 || 'rewards', 0))`, [
    String(batchId),
  ]);
  const [twice] = await tx.query<{ name: string; count: number }>(
    `select max(r.reward_name) as name, count(*)::int as count
           from score_reward_detail own
           join score_reward_detail d on d.tenant_id = own.tenant_id and d.result_id = own.result_id
                and d.reward_id <> own.reward_id and d.is_deleted = 0 and d.status = $4 and d.amount > 0
           join score_reward r on r.tenant_id = d.tenant_id and r.id = d.reward_id
                and r.is_deleted = 0 and r.status = any($3)
          where own.tenant_id = $1 and own.reward_id = $2 and own.is_deleted = 0 and own.amount > 0
         having count(*) > 0`,
    [tx.tenantId, id, counting, paymentStatusCodes.standing],
  );
  if (!twice) return;
  throw new Refused([
    `有 ${twice.count} 条得分已由【${twice.name}】发放，请重新生成`,
    `Scores already paid by “${twice.name}”: ${twice.count}; generate the details again`,
  ]);
};

export const scoreRewardBehaviour = defineBehaviour(scoreReward, {
  performed: { handIn: (row, { tx }) => assertPaidOnce(tx, row) },
});
