import { applyKey } from '@keyan/kernel/workflow/chain.ts';
import type { Span as Years } from '../../figures/span.ts';
import type { HomeReader } from './cards.server.ts';
import { departmentCondition, processesInDataScope } from './figure-scope.server.ts';
import type { StepTime } from './figures.ts';

interface Row extends Omit<StepTime, 'kindName' | 'nodeName'> {
  readonly kindZh: string;
  readonly kindEn: string;
  readonly nodeZh: string;
  readonly nodeEn: string;
}

/** Years and departments of finished tasks. */
interface Span extends Years {
  /** Departments including descendants; undefined for all. */
  readonly departments?: readonly string[] | undefined;
}

/**
 * Handler of `queryStepTimes`: duration of each step of each process, within the reader’s
 * department scope. Tasks of applicants are excluded.
 */
export const stepTimes = async (
  { engine, actor, language }: HomeReader,
  { from, to, departments }: Span,
): Promise<readonly StepTime[]> => {
  const scope = departmentCondition(
    actor,
    { department: 'i.department_id', person: 'i.applicant_id' },
    '$2',
  );
  const shown = processesInDataScope({ engine, actor }, 7);
  const rows = await engine.database.heavy<Row>(actor.tenantId, actor.id, {
    sql: `select i.kind, t.node, max(f.name) as "kindZh", max(f.name_en) as "kindEn",
              max(t.node_name) as "nodeZh", max(t.node_name_en) as "nodeEn",
              count(*) filter (where done)::int as finished,
              coalesce(round(avg(hours) filter (where done), 1), 0)::float as "meanHours",
              coalesce(round(max(hours) filter (where done), 1), 0)::float as "longestHours",
              count(*) filter (where t.status = 'TODO')::int as waiting,
              coalesce(round(max(hours) filter (where t.status = 'TODO'), 1), 0)::float as "oldestHours"
         from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
         join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
         cross join lateral (select
           t.status in ('DONE', 'BACK', 'REFUSE')
             and extract(year from t.finished at time zone 'Asia/Shanghai') between $3::int and $4::int
             as done,
           (extract(epoch from coalesce(t.finished, $5::timestamptz) - t.created) / 3600)::numeric
             as hours) x
        where t.tenant_id = $1 and t.node <> $6 and ${scope.sql} and ${shown.sql}
          and ($7::bigint[] is null or i.department_id in (
            with recursive tree(id) as (
              select unnest($7::bigint[])
              union
              select c.id from dept c join tree p on c.parent_id = p.id
               where c.tenant_id = $1 and c.is_deleted = 0)
            select id from tree))
          and (t.status = 'TODO' or done)
        group by i.kind, t.node order by "meanHours" desc, i.kind, t.node limit 1000`,
    parameters: [
      actor.tenantId,
      scope.value,
      from,
      to,
      engine.clock(),
      applyKey,
      departments ?? null,
      ...shown.parameters,
    ],
  });
  const zh = language === 'zh';
  return rows.map(({ kindZh, kindEn, nodeZh, nodeEn, ...row }) => ({
    ...row,
    kindName: zh ? kindZh : kindEn,
    nodeName: zh ? nodeZh : nodeEn,
  }));
};
