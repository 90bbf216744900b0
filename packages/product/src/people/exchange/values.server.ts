import type { EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { differenceStatusCodes } from './dictionaries.ts';

/** Forgets what list and file said, unmasked: nothing asks for it once a difference is settled. */
export const forgetComparedValues = async (tx: Tx, ids: readonly string[]): Promise<void> => {
  await tx.query(
    'delete from personnel_difference_value where tenant_id = $1 and id = any($2::bigint[])',
    [tx.tenantId, ids],
  );
};

/** Hours after which a comparison that did not end holds up no other: it counts as failed. */
export const maxComparisonHours = 1;

/** Why such a one came to nothing. */
export const brokenComparisonReason: Label = [
  '比对中断，未全部写入，请重新比对',
  'The comparison was interrupted before everything was written; compare again',
];

/** Ends what did not end in time, with what waits in it. */
export const endBrokenComparisons = async (tx: Tx, now: Date): Promise<void> => {
  await tx.query(
    `update personnel_comparison set list = null, found = null, failure = $3, ended_at = $2
      where tenant_id = $1 and ended_at is null
        and create_time <= $2::timestamptz - make_interval(hours => ${maxComparisonHours})`,
    [tx.tenantId, now, JSON.stringify(brokenComparisonReason)],
  );
};

/** Days after which a difference that nobody settled cannot be accepted without a new comparison. */
const keptDays = 90;

/** Forgets the values of differences that are settled, or that nobody settled for long. */
export const forgetDifferenceValuesJob: EngineJob = {
  name: 'sweep-differences',
  label: ['清理人事比对数据', 'Remove HR comparison data'],
  at: dailyAt('04:20'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - keptDays * 24 * 3_600_000);
    const gone = await engine.database.transaction(tenantId, async (tx) => {
      // Differences waiting in a comparison that never ended are treated the same.
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
