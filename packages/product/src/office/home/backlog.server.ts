import { applyKey } from '@keyan/kernel/workflow/chain.ts';
import type { HomeReader } from './cards.server.ts';
import { departmentCondition, processesInDataScope } from './figure-scope.server.ts';
import type { Backlog } from './figures.ts';

/** Days after which a pending task is overdue. */
const overdueDays = 7;

interface Row extends Omit<Backlog, 'kindName' | 'nodeName'> {
  readonly kindZh: string;
  readonly kindEn: string;
  readonly nodeZh: string;
  readonly nodeEn: string;
}

/**
 * Handler of `queryBacklog`: open tasks by step and department, within the reader’s department and
 * data scopes, longest waiting first. Tasks of applicants are excluded.
 */
export const queryBacklog = async ({
  engine,
  actor,
  language,
}: HomeReader): Promise<readonly Backlog[]> => {
  const scope = departmentCondition(
    actor,
    { department: 'i.department_id', person: 'i.applicant_id' },
    '$2',
  );
  const shown = processesInDataScope({ engine, actor }, 4);
  const rows = await engine.database.heavy<Row>(actor.tenantId, actor.id, {
    sql: `select i.kind, t.node, max(f.name) as "kindZh", max(f.name_en) as "kindEn",
              max(t.node_name) as "nodeZh", max(t.node_name_en) as "nodeEn",
              coalesce(i.department_id::text, '') as "deptId",
              coalesce(max(said(d.dept_name, d.dept_name_en)), '') as "deptName", count(*)::int as waiting,
              count(*) filter (where t.created < $3::timestamptz - make_interval(days => ${overdueDays}))::int
                as overdue,
              floor(max(extract(epoch from $3::timestamptz - t.created)) / 86400)::int as "oldestDays"
         from wf_task t
         join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
         join wf_definition f on f.tenant_id = i.tenant_id and f.id = i.definition_id
         left join dept d on d.tenant_id = i.tenant_id and d.id = i.department_id
        where t.tenant_id = $1 and t.status = 'TODO' and t.node <> $4 and ${scope.sql} and ${shown.sql}
        group by i.kind, t.node, i.department_id
        order by "oldestDays" desc, waiting desc, i.kind, t.node limit 1000`,
    parameters: [actor.tenantId, scope.value, engine.clock(), applyKey, ...shown.parameters],
  });
  const zh = language === 'zh';
  return rows.map(({ kindZh, kindEn, nodeZh, nodeEn, ...row }) => ({
    ...row,
    kindName: zh ? kindZh : kindEn,
    nodeName: zh ? nodeZh : nodeEn,
  }));
};
