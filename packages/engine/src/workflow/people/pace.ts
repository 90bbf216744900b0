import { dayText } from '@keyan/kernel/values/time.ts';
import type { Database } from '../../store/connection/database.ts';
import type { WorkflowCache } from '../drawings/cache.ts';

/** Days that a step usually takes, by its node. */
export type UsualStepDays = ReadonlyMap<string, number>;

/** Newer processes only: how an office works now, not how it did years ago. */
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
 * The median of the last visits (at most 50) of every step of a kind, in the newest 100 processes of
 * it. A step with fewer than five has none. Counted once a day.
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
