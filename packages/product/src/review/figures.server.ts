import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { deviationsOf, type ExpertOpinion, onTimeRateOf } from './counting/figures.ts';
import { reviewStageCodes, taskCodes } from './dictionaries.ts';
import { expert } from './expert.ts';
import { untypedKind } from './rows.server.ts';

const expertKind = untypedKind(expert);

interface Punctual {
  readonly expert: string;
  readonly done: number;
  readonly inTime: number;
  readonly asked: number;
}

/**
 * Background job that updates experts’ statistics each night from confirmed reviews: number,
 * deviation, punctuality; running reviews are excluded.
 */
export const countExperts: EngineJob = {
  name: 'count-experts',
  label: ['统计评审专家', 'Count expert reviews'],
  at: dailyAt('03:20'),
  run: async ({ tenantId, signal }, engine) => {
    const final = [reviewStageCodes.confirmed, reviewStageCodes.fedBack];
    const { punctual, opinions } = await engine.database.read(tenantId, async (session) => ({
      punctual: await session.query<Punctual>(
        `select t.expert_id::text as expert, count(*) filter (where t.status = $3)::int as done,
            count(*) filter (where t.status = $3
              and t.hand_in_time <= coalesce(t.first_due, t.end_time))::int as "inTime",
            count(*) filter (where t.status <> all($4))::int as asked
           from review_task t join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
          where t.tenant_id = $1 and s.status = any($2) and t.is_deleted = 0
          group by t.expert_id order by t.expert_id`,
        [
          tenantId,
          final,
          taskCodes.handedIn,
          [taskCodes.reserve, taskCodes.declined, taskCodes.cancelled],
        ],
      ),
      opinions: await session.query<ExpertOpinion>(
        `select t.item_id::text as item, t.expert_id::text as expert, t.total_score::text as total
           from review_task t join review_set s on s.tenant_id = t.tenant_id and s.id = t.set_id
          where t.tenant_id = $1 and s.status = any($2) and t.is_deleted = 0 and t.status = $3
            and t.total_score is not null`,
        [tenantId, final, taskCodes.handedIn],
      ),
    }));
    const deviations = deviationsOf(opinions);
    const actor = { system: expert.label[0], tenantId };
    let done = 0;
    for (const { expert: id, ...counts } of punctual) {
      signal.throwIfAborted();
      const values = {
        reviewCount: counts.done,
        avgDeviation: deviations.get(id) ?? null,
        onTimeRate: onTimeRateOf(counts.inTime, counts.asked),
      };
      await engine.database.transaction(tenantId, async (tx) => {
        const transaction = behaviourTransaction({ engine, actor }, tx);
        const row = await lockRow(transaction, expertKind, id);
        const known = row as RowLike;
        const isSame = Object.entries(values).every(([name, value]) => known[name] === value);
        if (isSame) return;
        await changeRow(transaction, expertKind, row, 'figure', values);
        done += 1;
      });
    }
    return { done };
  },
};
