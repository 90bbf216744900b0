import { dayText } from '@keyan/kernel/values/time.ts';
import type { Database } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';

/** Usual duration of steps in days, by node. */
export type UsualStepDays = ReadonlyMap<string, number>;

/** SQL limited to recent processes: how an office works now, not years ago. */
const paceText = `select node, median, count from (
    select node, count(*)::int as count,
        percentile_cont(0.5) within group (order by extract(epoch from left_at - entered)) / 86400
          as median
      from (
        select a.node, a.left_at, a.entered,
            row_number() over (partition by a.node order by a.id desc) as place
          from (select id from wf_instance where tenant_id = $1 and kind = $2
                 order by id desc limit 100) i
          join wf_act a on a.tenant_id = $1 and a.instance_id = i.id
         where a.status = 'DONE' and a.verdict is not null and a.left_at is not null) acts
     where place <= 50
     group by node) steps
   where count >= 5`;

/**
 * Returns the median duration of the last 50 visits of every step of a kind, in its newest 100 processes; none for a
 * step with fewer than five. Computed once a day.
 */
export const usualStepDaysOf = async (
  cache: WorkflowCache,
  database: Database,
  tenantId: string,
  kind: string,
  now: Date,
): Promise<UsualStepDays> =>
  cache.recall(tenantId, `pace ${dayText(now)} ${kind}`, async () => {
    const rows = await database.read(tenantId, (session) =>
      session.query<{ node: string; median: number }>(paceText, [tenantId, kind]),
    );
    return new Map(rows.map(({ node, median }) => [node, Number(median)]));
  });
