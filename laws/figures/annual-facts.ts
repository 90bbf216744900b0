/**
 * SQL conditions by name. Cells of the annual reports are hand-written SQL that shares nothing with
 * the forms and facts of the product: rows and columns of a table are conditions, and a cell is an
 * aggregate where both hold.
 */
export type Conditions = Readonly<Record<string, string>>;

/** Column: condition on its rows, and the summed expression; if omitted, rows are counted. */
export interface ByColumn {
  readonly where?: string;
  readonly sum?: string;
  /** Number of decimals; sums in yuan are first divided by a thousand. */
  readonly decimals?: number;
  readonly kilo?: true;
}

export interface ByTable {
  readonly code: string;
  readonly from: string;
  readonly rows: Conditions;
  readonly columns: Readonly<Record<string, ByColumn>>;
  /** Columns of single rows, if they differ from `columns`. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

export type Report = 'keji' | 'sheke';

export const home = `tenant_id = '000000' and is_deleted = 0`;

const firstOf = (table: string): string =>
  `(select distinct on (program_info_id) * from ${table} where ${home} and program_info_id is not null order by program_info_id, id)`;

/**
 * Returns SQL for the facts of a year and a category: people, projects, money, outputs, patents,
 * transfers, activities, institutions. Long because each is a part of one statement.
 */
export const factsSql = (report: Report, year: number): string => {
  const category = report === 'keji' ? '01' : '02';
  const [first, last] = [`date '${year}-01-01'`, `date '${year}-12-31'`];
  const inYear = (column: string): string => `${column} between ${first} and ${last}`;
  const output = (kind: string, table: string, columns: string): string =>
    `select '${kind}' as kind, id, coalesce(discipline, '') as discipline, ${columns} from ${table}
      where ${home} and audit_status = '2' and stat_year = ${year} and subject_class = '${category}'
        and is_statistics is distinct from '0' and secret_level = '0'`;
  return `with ledger as (
    select p.id, p.start_date as s, coalesce(p.real_end_date, p.end_date) as e, p.program_name as name, p.program_kind as kind,
           coalesce(p.approval_date, a.approval_date, p.start_date) as approved, coalesce(p.cooperation_form, a.cooperation_form) as form,
           coalesce(p.industry, a.industry, c.industry) as industry, coalesce(p.social_target, a.social_target, c.social_target) as target,
           coalesce(p.subject_class, a.subject_class, c.subject_class, '01') as category,
           coalesce(p.research_type, a.research_type, c.research_type, '') as type,
           coalesce(p.subject, a.subject, c.subject, '') as discipline,
           coalesce(p.resource, a.resource, case when c.id is null then null else
             coalesce((array['4001','4002','4003','4005','4006','5002'])[
               array_position(array['01','02','03','04','08','09'], c.party_type)], '4004') end, '') as source
      from program p left join ${firstOf('program_approval')} a on a.program_info_id = p.id
      left join ${firstOf('horizontal_record')} c on c.program_info_id = p.id
     where p.tenant_id = '000000' and p.is_deleted = 0 and p.program_kind <> 'surplus' and p.status <> '10'
       and coalesce(p.is_statistics, a.is_statistics, '1') <> '0' and coalesce(a.secret_level, '0') = '0'),
  timed as (
    select *, case when coalesce(s, ${first}) > ${last} or coalesce(e, ${last}) < ${first} then 0
      else extract(month from least(coalesce(e, ${last}), ${last})) - extract(month from greatest(coalesce(s, ${first}), ${first})) + 1
      end as months from ledger),
  effort as (
    select t.id, l.user_id, '01' as who, round(l.months * 10) as tenths, f.sex, f.ranks from timed t
      join project_work w on w.tenant_id = '000000' and w.is_deleted = 0 and w.program_id = t.id and w.work_year = ${year}
      join project_work_lines l on l.tenant_id = w.tenant_id and l.parent_id = w.id
      left join personnel f on f.user_id = l.user_id and f.is_deleted = 0
     where f.sorter is distinct from '08'
    union all
    select t.id, m.user_id, case when coalesce(f.sorter = '08', m.person_type = '02') then '02' else '01' end, 5 * round(coalesce(m.work_months, 0) * 10 * t.months / 60),
           coalesce(m.sex, f.sex), coalesce(m.ranks, f.ranks) from timed t
      join program_members m on m.tenant_id = '000000' and m.parent_id = t.id
      left join personnel f on f.user_id = m.user_id and f.is_deleted = 0
     where coalesce(f.sorter = '08', m.person_type = '02') or not exists (select from project_work w where w.tenant_id = '000000' and w.is_deleted = 0
       and w.program_id = t.id and w.work_year = ${year})),
  given as (
    select f.user_id, sum(f.tenths) filter (where t.type in ('1', '2', '3')) as m,
           coalesce(sum(f.tenths) filter (where t.type = '1'), 0) as m1, coalesce(sum(f.tenths) filter (where t.type = '2'), 0) as m2,
           coalesce(sum(f.tenths) filter (where t.type = '3'), 0) as m3,
           coalesce(bool_or(t.type in ('4', '5') and f.tenths > 0), false) as service
      from effort f join timed t on t.id = f.id and t.months > 0 where f.user_id is not null group by 1),
  years as (
    select *, case when m >= 108 then 10 when m >= 12 then round(m / 12) else 0 end as fte from given),
  shares as (
    select *, case when m1 = 0 then 0 when m2 + m3 = 0 then fte else round(fte * m1 / m) end as f1 from years),
  split as (
    select *, case when m2 = 0 then 0 when m3 = 0 then fte - f1 else least(fte - f1, round(fte * m2 / m)) end as f2 from shares),
  people as (
    select p.id, p.sex, coalesce(p.tl_degree, '') as degree, coalesce(p.education, '') as education,
           coalesce(p.subject_title, '') as discipline, ${year} - extract(year from p.birth_date) as age,
           coalesce(y.fte, 0) / 10.0 as fte, coalesce(y.f1, 0) / 10.0 as fte1, coalesce(y.f2, 0) / 10.0 as fte2,
           coalesce(y.fte - y.f1 - y.f2, 0) / 10.0 as fte3, coalesce(y.m >= 108, false) as is_full, coalesce(y.service, false) as service,
           case when p.ranks ~ '^01.*[1-4]$' then 'T' || right(p.ranks, 1) when p.sorter in ('03', '04', '05') then 'A'
                when p.ranks ~ '^(?!01).{2,}[1-5]$' then 'O' || translate(right(p.ranks, 1), '12345', '11233')
                when p.sorter in ('01', '02', '07') then 'T9' else 'A' end as post
      from personnel p left join split y on y.user_id = p.user_id
     where p.tenant_id = '000000' and p.is_deleted = 0 and p.zzzt = '1' and p.is_statistics is distinct from '0'
       and coalesce(p.subject_class, '01') = '${category}' and coalesce(p.sorter, '01') not in ('08', '10')
       and coalesce(p.appointment_time, ${first}) <= ${last}),
  flows as (
    select program_id as id, 'in' as flow, '' as item, '' as nature, divide_amount as amount from funding_divide
     where ${home} and status in ('0', '1', '2') and ${inYear('arrive_date')}
    union all
    select e.program_id, 'out', coalesce(i.item_code, ''), coalesce((select unit_nature from program_units u
        where u.tenant_id = '000000' and u.parent_id = e.program_id and u.unit_name = e.payee order by u.id limit 1), ''), i.amount
      from funds_expenditure e join funds_expenditure_items i on i.tenant_id = e.tenant_id and i.parent_id = e.id
     where e.tenant_id = '000000' and e.is_deleted = 0 and e.status = '3' and ${inYear('e.pay_date')}
    union all
    select program_id, 'out', '301', '', tax_amount from jfdzys where ${home} and status = '2' and ${inYear('arrive_date')}
    union all
    select program_id, 'out', '201', '', manage_fee from jfdzys where ${home} and status = '2' and ${inYear('arrive_date')}),
  running as (select * from timed where category = '${category}' and coalesce(s, ${first}) <= ${last}),
  money as (select f.*, r.source, r.type from flows f join running r on r.id = f.id),
  sums as (
    select r.*, (select count(*) from flows f where f.id = r.id and f.amount <> 0) as moves,
           coalesce((select sum(f.amount) from flows f where f.id = r.id and f.flow = 'in'), 0) as arrived,
           coalesce((select sum(f.amount) from flows f where f.id = r.id and f.flow = 'out'), 0) as spent,
           coalesce((select sum(f.tenths) from effort f where f.id = r.id and f.who <> '02'), 0) as tenths,
           case when r.months > 0 then (select count(*) from effort f where f.id = r.id and f.who = '02') else 0 end as graduates
      from running r),
  projects as (select *, round(tenths / 120, 3) as years from sums where moves > 0 or tenths > 0),
  outputs as (
    ${output('paper', 'paper', `paper_type as type, coalesce(publish_scope, '') as scope, false as adopted`)}
    union all ${output('book', 'book', `book_type, '', false`)}
    union all ${output('advisory', 'advisory', `'', '', adopt_type is not null`)}
    union all ${output('copyright', 'copyright', `copyright_type, '', false`)}
    union all ${output('variety', 'variety', `variety_mode, '', false`)}
    union all ${output('standard', 'standard', `standard_level, '', false`)}
    union all ${output('appraisal', 'appraisal', `'', '', false`)}
    union all ${output('product', 'product', `'', '', false`)}
    union all ${output('drug', 'drug', `'', '', false`)}),
  patents as (
    select patent_type as type, apply_date, grant_date, patent_status from patent where ${home} and audit_status = '2'
       and subject_class = '${category}' and is_statistics is distinct from '0' and secret_level = '0'),
  transfers as (
    select coalesce(party_type, '') as party, contract_amount as amount, coalesce((select sum(amount) from flows f
        where f.id = c.program_info_id and f.flow = 'in'), 0) as received
      from horizontal_record c where ${home} and audit_status = '2' and is_transform = '1' and ${inYear('sign_date')}
       and coalesce(subject_class, '01') = '${category}'),
  classes as (
    select fk_dept_id as dept, mode() within group (order by subject_class) as category from personnel where ${home} group by 1),
  activities as (
    select x.* from (
      select fk_dept_id as dept, 'held' as kind, is_foreign, null as role, host_mode as host from xshdjb
       where ${home} and audit_status = '2' and stat_year = ${year}
      union all select fk_dept_id, 'attended', is_foreign, attend_role, null from xshdcj
       where ${home} and audit_status = '2' and stat_year = ${year}) x
     where coalesce((select category from classes c where c.dept = x.dept), '01') = '${category}'),
  teams as (select team_type as type from team where ${home} and audit_status = '2' and found_date <= ${last})`;
};
