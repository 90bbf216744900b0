import type { Session } from '@keyan/engine/store/connection/database.ts';
import { fill, type Language, say } from '@keyan/kernel/label.ts';
import type { DueDate } from '../system/feed/calendar-text.server.ts';
import type { Days } from './calendar.ts';

interface StoredDueDate extends Omit<DueDate, 'title'> {
  readonly kind: string;
  readonly name: string;
}

/**
 * SQL that selects due items of a person: projects, unfinished reviews, declarations in open calls,
 * patents, summaries of activities, payments of contracts, and borrowed invoices. Secret records
 * and amounts are excluded.
 */
const dueSql = `
  select 'programInfo' as resource, p.id::text, 'endDate' as field, p.end_date::text as day, 'project' as kind,
         p.program_name as name, '/program/' || p.program_kind || '/programInfo/detail/' || p.id as link, p.version
    from program p
   where p.tenant_id = $1 and p.is_deleted = 0 and p.program_leader = $2 and p.status in ('20', '21', '22')
     and p.program_kind <> 'surplus' and p.end_date between $3::date and $4::date
     and not exists (select 1 from program_approval a where a.tenant_id = p.tenant_id and a.program_info_id = p.id
       and a.secret_level <> '0')
  union all
  select 'reviewTask', t.id::text, 'endTime', (t.end_time at time zone 'Asia/Shanghai')::date::text, 'review', '',
         '/review/task', t.version
    from review_task t
   where t.tenant_id = $1 and t.is_deleted = 0 and t.user_id = $2 and t.hand_in_time is null
     and t.status in ('0', '1') and t.end_time between $3::date and $4::date
  union all
  select 'declareInfo', d.id::text, 'endTime', (c.end_time at time zone 'Asia/Shanghai')::date::text, 'declare',
         d.program_name, '/mywork/send', d.version
    from declare_info d join declare_plan c on c.tenant_id = d.tenant_id and c.id = d.plan_id
   where d.tenant_id = $1 and d.is_deleted = 0 and d.create_user = $2 and d.audit_status in ('0', '3', '5')
     and c.end_time between $3::date and $4::date
  union all
  select 'patentapp', p.id::text, 'feeDue', p.fee_due::text, 'patent', p.patent_name, '/achievement/patent', p.version
    from patent p
   where p.tenant_id = $1 and p.is_deleted = 0 and p.audit_status = '2' and p.secret_level = '0'
     and p.patent_status = '06' and p.fee_due between $3::date and $4::date
     and exists (select 1 from patent_authors a where a.tenant_id = p.tenant_id and a.parent_id = p.id and a.user_id = $2)
  union all
  select 'xshdjb', h.id::text, 'summaryDue', h.summary_due::text, 'activity', h.activity_name, '/activity/jbhd', h.version
    from xshdjb h
   where h.tenant_id = $1 and h.is_deleted = 0 and h.leader_id = $2 and h.audit_status = '2'
     and h.summary_status = '0' and h.summary_due between $3::date and $4::date
  union all
  select 'billapplyinfo', b.id::text, 'expectArriveDate', b.expect_arrive_date::text, 'invoice', b.pj_number,
         '/funds/billapplyinfo', b.version
    from billapplyinfo b
   where b.tenant_id = $1 and b.is_deleted = 0 and b.program_leader = $2 and b.status in ('3', '8')
     and b.bill_mode = '2' and b.expect_arrive_date between $3::date and $4::date
  union all
  select 'horizontalRecord', h.id::text, 'dueDate', h.due_date::text, 'payment', h.program_name,
         '/program/horizontal/record', h.version
    from horizontal_record h
   where h.tenant_id = $1 and h.is_deleted = 0 and h.program_leader = $2 and h.contract_status in ('2', '3', '5')
     and h.has_open_period = '1' and h.due_date between $3::date and $4::date
  order by 4, 1, 2 limit 500`;

const titles = {
  project: ['项目到期：{name}', 'Project ends: {name}'],
  review: ['评审截止', 'Review is due'],
  declare: ['申报截止：{name}', 'Call closes: {name}'],
  patent: ['专利年费：{name}', 'Patent fee: {name}'],
  activity: ['活动总结：{name}', 'Activity summary: {name}'],
  invoice: ['预借票据到款：{name}', 'Payment of an advance invoice: {name}'],
  payment: ['合同应收：{name}', 'Contract payment: {name}'],
} as const;

/** Items of a person that are due in a range of days, earliest first. */
export const dueDates = async (
  session: Session,
  user: string,
  { from, to }: Days,
  language: Language,
): Promise<readonly DueDate[]> => {
  const rows = await session.query<StoredDueDate>(dueSql, [session.tenantId, user, from, to]);
  return rows.map(({ kind, name, ...row }) => ({
    ...row,
    title: say(fill(titles[kind as keyof typeof titles], { name }), language),
  }));
};
