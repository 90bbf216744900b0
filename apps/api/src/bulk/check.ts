import { university } from '@keyan/product/demo/university.server.ts';
import pg from 'pg';
import { copiedTables } from './tables.ts';

const { tenantId } = university;

/** Invariants of every paper and its process, each as SQL that selects the rows that violate it. */
const rules: Readonly<Record<string, string>> = {
  'a paper in approval has a running process, others have none': `
    select 1 from paper p where p.audit_status in ('1', '3') <> exists (
      select 1 from wf_instance i where i.tenant_id = p.tenant_id and i.business_id = p.id and i.status = 'RUN')`,
  'its process is its own': `
    select 1 from paper p left join wf_instance i on i.tenant_id = p.tenant_id and i.id = p.process_instance_id
     where p.process_instance_id is not null and i.business_id is distinct from p.id`,
  'an approved or void paper that somebody registered has a process that ended well': `
    select 1 from paper p where p.audit_status in ('2', '6') and p.data_source <> '2' and not exists (
      select 1 from wf_instance i where i.tenant_id = p.tenant_id and i.business_id = p.id and i.status = 'DONE')`,
  'somebody has a paper in approval or returned to hand, and no other': `
    select 1 from paper p where p.audit_status in ('1', '3') <> exists (
      select 1 from wf_task t where t.tenant_id = p.tenant_id and t.business_id = p.id and t.status = 'TODO')`,
  'a task and its step belong to the process of its paper': `
    select 1 from wf_task t
      left join wf_instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
      left join wf_act a on a.tenant_id = t.tenant_id and a.id = t.act_id
     where i.business_id is distinct from t.business_id or a.instance_id is distinct from t.instance_id
        or (t.status = 'TODO') > (a.status = 'ACTIVE')`,
  'a step follows steps of its own process': `
    select 1 from wf_act a cross join unnest(a.previous_ids) as one
      left join wf_act b on b.tenant_id = a.tenant_id and b.id = one
     where b.instance_id is distinct from a.instance_id`,
  'a line of the log names a step and a task of its process': `
    select 1 from wf_log l
      left join wf_act a on a.tenant_id = l.tenant_id and a.id = l.act_id
      left join wf_task t on t.tenant_id = l.tenant_id and t.id = l.task_id
     where (l.act_id is not null and a.instance_id is distinct from l.instance_id)
        or (l.task_id is not null and t.instance_id is distinct from l.instance_id)`,
  'secretaries are asked about papers of their department': `
    select 1 from wf_task t join paper p on p.tenant_id = t.tenant_id and p.id = t.business_id
     where t.candidates[1] like 'role:%@dept:%' and t.candidates[1] not like '%:' || p.fk_dept_id`,
  'the writer is the applicant': `
    select 1 from wf_instance i join paper p on p.tenant_id = i.tenant_id and p.id = i.business_id
     where i.applicant_id <> p.create_user`,
  'a paper has authors, and their names stand in it': `
    select 1 from paper p left join (
        select tenant_id, parent_id, string_agg(name, '、' order by sort_order) as names from paper_authors
         group by 1, 2) a on a.tenant_id = p.tenant_id and a.parent_id = p.id
     where a.names is distinct from p.author_names
        or p.first_author is distinct from split_part(a.names, '、', 1)`,
  'authors who have accounts have their names': `
    select 1 from paper_authors a join users u on u.tenant_id = a.tenant_id and u.id = a.user_id
     where a.name <> u.real_name or a.job_num is distinct from u.code`,
  'nothing happened after now': `
    select 1 from paper p where greatest(p.create_time, p.submit_time, p.finish_time, p.publish_date) > now()`,
  'a paper is found by searches, and nothing else is': `
    select 1 from paper p full join (select * from search_entry where resource = 'papersapp') e
        on e.tenant_id = p.tenant_id and e.record_id = p.id
     where (e.record_id is null) = coalesce(p.is_deleted = 0, false)`,
  'as many papers are kept in the counts as there are': `
    select 1 from (select audit_status, count(*) as n from paper where is_deleted = 0 group by 1) p
      full join (select audit_status, sum(amount) as n from (
          select audit_status, amount from kept_count where resource = 'papersapp' and field = ''
          union all select audit_status, amount from kept_change where resource = 'papersapp') both_parts
        group by 1 having sum(amount) <> 0) k using (audit_status)
     where p.n is distinct from k.n`,
  'a message leads to its paper': `
    select 1 from message m left join paper p on p.tenant_id = m.tenant_id and p.id = m.biz_id
     where m.biz_kind = 'papersapp' and (p.id is null or position(p.art_name in m.content_zh) = 0
       or m.link not like '%/' || p.id and m.link not like '%=' || p.id)`,
};

/** Rules that every person that a copied table names exists. */
const peopleRules = copiedTables.flatMap(({ table, people = [] }) =>
  people.map((column) => [
    `${table}.${column} is somebody`,
    `select 1 from ${table} t left join users u on u.tenant_id = t.tenant_id and u.id = t.${column}
      where t.${column} is not null and t.${column} <> 0 and u.id is null`,
  ]),
);

/**
 * Counts violations of the rules among the papers of the demo university.
 * @returns one line for each violated rule, with the number of rows
 */
export const checkPapers = async (ownerUrl: string): Promise<readonly string[]> => {
  const client = new pg.Client({ connectionString: ownerUrl });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`select set_config('app.tenant', $1, false)`, [tenantId]);
    const broken: string[] = [];
    for (const [rule, sql] of [...Object.entries(rules), ...peopleRules]) {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from (${sql}) as broken`,
      );
      if (rows[0]?.count) broken.push(`${rule}: ${rows[0].count} rows`);
    }
    return broken;
  } finally {
    await client.end();
  }
};
