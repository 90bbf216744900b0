import type { EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { differenceStatusCodes } from './dictionaries.ts';

/** Deletes the unmasked values of differences that are settled. */
export const forgetComparedValues = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.query(
    'delete from personnel_difference_value where tenant_id = $1 and id = any($2::bigint[])',
    [tx.tenantId, ids],
  );
};

/** Hours after which an unfinished comparison counts as failed and no longer blocks others. */
export const maxComparisonHours = 1;

/** Reason stored for an interrupted comparison. */
export const brokenComparisonReason: Label = [
  '比对中断，未全部写入，请重新比对',
  'The comparison was interrupted before everything was written; compare again',
];

/** Fails comparisons beyond the time limit, and deletes their data. */
export const endBrokenComparisons = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query(
    `update personnel_comparison set list = null, found = null, failure = $3, ended_at = $2
      where tenant_id = $1 and ended_at is null
        and create_time <= $2::timestamptz - make_interval(hours => ${maxComparisonHours})`,
    [tx.tenantId, now, JSON.stringify(brokenComparisonReason)],
  );
};

/** Days after which an open difference can no longer be accepted. */
const keptDays = 90;

/** Background job that deletes the values of settled and expired differences. */
export const forgetDifferenceValuesJob: EngineJob = {
  name: 'sweep-differences',
  label: ['清理人事比对数据', 'Remove HR comparison data'],
  at: dailyAt('04:20'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - keptDays * 24 * 3_600_000);
    const gone = await engine.database.transaction(tenantId, async (tx) => {
      // Ends interrupted comparisons too, which contain the same kind of values.
      await endBrokenComparisons(tx, engine.clock());
      return tx.query(
        `delete from personnel_difference_value v where v.tenant_id = $1 and not exists (
           select from personnel_difference d where d.tenant_id = $1 and d.id = v.id
              and d.status = $2 and d.is_deleted = 0 and d.create_time >= $3)
         returning 1`,
        [tenantId, differenceStatusCodes.open, before],
      );
    });
    return { done: gone.length };
  },
};
