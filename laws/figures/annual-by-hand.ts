/**
 * Cells of the annual reports as statements written by hand. They share nothing with the forms and the facts of the product: rows and
 * columns of a table are conditions, and a cell is an aggregate where both hold.
 */
type Conditions = Readonly<Record<string, string>>;

/** A column: which rows it counts, and what it adds up of them; nothing said counts. */
interface ByColumn {
  readonly where?: string;
  readonly sum?: string;
  /** Decimals of the value; sums of yuan are divided by a thousand first. */
  readonly decimals?: number;
  readonly kilo?: true;
}

interface ByTable {
  readonly code: string;
  readonly from: string;
  readonly rows: Conditions;
  readonly columns: Readonly<Record<string, ByColumn>>;
  /** Columns of a row that other ones do not have, where they differ from `columns`. */
  readonly only?: Readonly<Record<string, readonly string[]>>;
}

type Report = 'keji' | 'sheke';

const home = `tenant_id = '000000' and is_deleted = 0`;

const firstOf = (table: string): string =>
  `(select distinct on (program_info_id) * from ${table} where ${home} and program_info_id is not null order by program_info_id, id)`;

/** Facts of a year and a category: people, projects, money, outputs, patents, transfers, activities, institutions. */
const factsSql = (report: Report, year: number): string => {
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
    union all
    select t.id, m.user_id, coalesce(m.person_type, ''), 5 * round(coalesce(m.work_months, 0) * 10 * t.months / 60),
           coalesce(m.sex, f.sex), coalesce(m.ranks, f.ranks) from timed t
      join program_members m on m.tenant_id = '000000' and m.parent_id = t.id
      left join personnel f on f.user_id = m.user_id and f.is_deleted = 0
     where m.person_type = '02' or not exists (select from project_work w where w.tenant_id = '000000' and w.is_deleted = 0
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

const count: Readonly<Record<string, ByColumn>> = { 1: {} };
const yuan: Readonly<Record<string, ByColumn>> = { 1: { sum: 'amount', kilo: true } };
const received = (...sources: readonly string[]): string =>
  `flow = 'in' and (${sources.map((one) => `source like '${one}'`).join(' or ')})`;
const spent = (condition: string): string => `flow = 'out' and (${condition})`;
const research = `type in ('1', '2', '3')`;
const years = (sum: string): ByColumn => ({ sum, decimals: 1 });

const keji = (year: number): readonly ByTable[] => {
  const inYear = (column: string): string => `extract(year from ${column}) = ${year}`;
  const counted = Object.fromEntries(
    ['07', '08', '09', '10', '12', '13', '14', '15', '16', '17', '18', '19', '20'].map((row) => [
      row,
      ['1'],
    ]),
  );
  const post = (one: string): string => `post = '${one}'`;
  return [
    {
      code: '1',
      from: 'people',
      rows: {
        ...{
          '03': post('T1'),
          '04': post('T2'),
          '05': post('T3'),
          '06': post('T4'),
          '07': post('T9'),
        },
        ...{ '09': post('O1'), '10': post('O2'), '11': post('O3'), '12': post('A') },
        ...{ '14': 'is_full', '15': 'fte > 0 and not is_full', '20': 'service' },
      },
      columns: {
        ...{
          1: {},
          2: { where: `sex = '2'` },
          3: { where: `degree like '2%'` },
          4: { where: `degree like '3%'` },
        },
        ...{ 5: { where: 'age <= 35' }, 6: { where: 'age between 36 and 45' } },
        ...{ 7: { where: 'age between 46 and 55' }, 8: { where: 'age >= 56' } },
      },
    },
    ...['fte1', 'fte2', 'fte3'].map(
      (sum, index): ByTable => ({
        code: '1',
        from: 'people',
        rows: { [String(17 + index)]: 'true' },
        columns: {
          ...{ 1: years(sum), 2: { where: `sex = '2'`, ...years(sum) } },
          ...{
            3: { where: `degree like '2%'`, ...years(sum) },
            4: { where: `degree like '3%'`, ...years(sum) },
          },
          ...{
            5: { where: 'age <= 35', ...years(sum) },
            6: { where: 'age between 36 and 45', ...years(sum) },
          },
          ...{
            7: { where: 'age between 46 and 55', ...years(sum) },
            8: { where: 'age >= 56', ...years(sum) },
          },
        },
      }),
    ),
    {
      code: '2',
      from: 'money',
      rows: {
        ...{ '03': `flow = 'in' and ${research}`, '23': `flow = 'out' and ${research}` },
        ...{
          '07': received('2001', '2002'),
          '11': received('1001', '1002', '1005', '1006'),
          '12': received('1003'),
        },
        '13': received('1004', '1007', '1008', '1009', '2003', '2009'),
        '14': received('2004', '2005', '2006', '2007', '2008', '30%'),
        ...{
          '15': received('40%'),
          '16': received('40%'),
          '17': received('60%'),
          '20': received('50%'),
        },
        '21': received('2010', '99', ''),
        '24': spent(`item like '104%'`),
        '25': spent(`item like '104%' and nature in ('03', '05')`),
        '26': spent(`item like '104%' and nature = '02'`),
        '27': spent(`item like '104%' and nature = '01'`),
        '28': spent(`item like '104%' and nature = '07'`),
        '30': spent(`item like '103%' or item = '202'`),
        ...{
          '31': spent(`item like '102%'`),
          '32': spent(`item like '101%'`),
          '33': spent(`item like '101%'`),
        },
        ...{
          '34': spent(`item like '3%'`),
          '35': spent(`item = '201'`),
          '36': spent(`item in ('203', '')`),
        },
      },
      columns: yuan,
    },
    {
      code: '5',
      from: 'activities',
      rows: {
        '03': `kind = 'attended' and is_foreign = '1'`,
        '04': `kind = 'attended' and is_foreign = '1' and role in ('01', '02', '03', '06')`,
        '05': `kind = 'attended' and is_foreign = '1' and role = '01'`,
        '06': `kind = 'held' and is_foreign = '1' and host = '1'`,
      },
      columns: count,
    },
    {
      code: '6',
      from: 'transfers',
      rows: {
        ...{ '02': `party = '01'`, '03': `party in ('03', '09')`, '04': `party = '02'` },
        '05': `party in ('04', '05', '06', '07', '08', '10', '')`,
      },
      columns: { 1: {}, 2: { sum: 'amount', kilo: true }, 3: { sum: 'received', kilo: true } },
    },
    {
      code: '6',
      from: 'patents',
      rows: {
        '07': `${inYear('apply_date')} and type in ('01', '06')`,
        ...{
          '08': `${inYear('apply_date')} and type = '02'`,
          '09': `${inYear('apply_date')} and type = '03'`,
        },
        '10': `${inYear('apply_date')} and type in ('04', '05')`,
        '12': `${inYear('grant_date')} and type in ('01', '06')`,
        ...{
          '13': `${inYear('grant_date')} and type = '02'`,
          '14': `${inYear('grant_date')} and type = '03'`,
        },
        '15': `${inYear('grant_date')} and type in ('04', '05')`,
        '16': `grant_date <= '${year}-12-31' and patent_status in ('06', '13') and type in ('01', '05', '06')`,
        '18': `${inYear('grant_date')} and type = '07'`,
      },
      columns: count,
      only: counted,
    },
    {
      code: '6',
      from: 'outputs',
      rows: {
        '17': `kind = 'copyright' and type = '01'`,
        '19': `kind = 'variety' and type = '04'`,
        '20': `kind = 'standard' and type in ('01', '02', '03')`,
      },
      columns: count,
    },
    {
      code: '7',
      from: 'outputs',
      rows: {
        '02': `kind = 'paper' and scope in ('1', '4')`,
        ...{
          '03': `kind = 'paper' and scope = '2'`,
          '04': `kind = 'paper' and scope in ('3', '')`,
        },
        ...{
          '05': `kind = 'appraisal'`,
          '06': `kind = 'product'`,
          '07': `kind = 'drug'`,
          '08': `kind = 'variety'`,
        },
      },
      columns: count,
    },
    { code: '11', from: 'teams', rows: { '01': `type = '06'` }, columns: count },
  ];
};

const social =
  '630 710 720 730 740 750 760 770 780 790 810 820 830 840 850 860 870 880 890 910'.split(' ');
const byDiscipline: Conditions = {
  ...Object.fromEntries(social.map((code) => [code, `discipline like '${code}%'`])),
  '999': `discipline ~ '^([12345]|610|620|$)'`,
};
const ofProjects: Readonly<Record<string, ByColumn>> = {
  ...{ 1: {}, 2: years('years'), 3: { sum: 'graduates' } },
  ...{ 4: { sum: 'arrived', kilo: true }, 5: { sum: 'spent', kilo: true } },
};

const sheke = (): readonly ByTable[] => {
  const from = (...sources: readonly string[]): string =>
    `(${sources.map((one) => `source like '${one}'`).join(' or ')})`;
  const others = ['1001', '1002', '1003', '1005', '1006', '1009', '2002', '2003'];
  const provinces = ['2004', '2005', '2006', '2007', '2008', '30%'];
  const post = (one: string): ByColumn => ({ where: `post = '${one}'` });
  const book = (...types: readonly string[]): ByColumn => ({
    where: `kind = 'book' and type in (${types.map((one) => `'${one}'`).join(', ')})`,
  });
  return [
    {
      code: '1',
      from: 'people',
      rows: byDiscipline,
      columns: {
        ...{
          1: {},
          2: { where: `sex = '2'` },
          3: post('T1'),
          4: post('T2'),
          5: post('T3'),
          6: post('T4'),
        },
        ...{ 7: { where: `degree like '2%'` }, 8: { where: `degree like '3%'` } },
        ...{ 9: { where: `education like '1%'` }, 10: { where: `education like '2%'` } },
      },
    },
    {
      code: '2',
      from: 'people',
      rows: byDiscipline,
      columns: {
        ...{ 1: { where: 'fte > 0' }, 2: { where: 'is_full' }, 3: years('fte') },
        ...{ 4: years('fte1'), 5: years('fte2'), 6: years('fte3') },
      },
    },
    {
      code: '3',
      from: 'money',
      rows: {
        ...{
          '05': received('1004', '1007', '1008'),
          '06': received('2001', '2009'),
          '07': received(...others),
        },
        ...{
          '08': received(...provinces),
          '09': received('40%'),
          '11': received('60%'),
          '12': received('50%'),
        },
        '13': received('2010', '99', ''),
        ...{ '15': spent(`item like '104%'`), '17': spent(`item like '103%' or item = '202'`) },
        ...{
          '18': spent(`item like '102%'`),
          '20': spent(`item like '101%'`),
          '22': spent(`item = '201'`),
        },
        '23': spent(`item in ('203', '') or item like '3%'`),
      },
      columns: yuan,
    },
    {
      code: '5',
      from: 'projects',
      rows: {
        ...{
          '01': from('1004', '1007', '1008'),
          '02': from('2001', '2009'),
          '03': from(...others),
        },
        ...{ '04': from(...provinces), '05': from('40%'), '06': from('60%'), '07': from('50%') },
        '08': from('2010', '99', ''),
      },
      columns: ofProjects,
    },
    { code: '6', from: 'projects', rows: byDiscipline, columns: ofProjects },
    {
      code: '7',
      from: 'outputs',
      rows: byDiscipline,
      columns: {
        ...{
          1: book('01'),
          2: book('02', '03'),
          3: book('05'),
          4: book('07'),
          5: book('08'),
          6: book('06'),
        },
        ...{
          7: book('04'),
          8: book('11'),
          9: { where: `kind = 'paper' and scope in ('2', '3', '')` },
        },
        ...{
          10: { where: `kind = 'paper' and scope = '1'` },
          11: { where: `kind = 'paper' and scope = '4'` },
        },
        ...{ 12: { where: `kind = 'advisory'` }, 13: { where: `kind = 'advisory' and adopted` } },
      },
    },
    {
      code: '9',
      from: 'activities',
      rows: {
        '01': `kind = 'held' and host = '1'`,
        '02': `kind = 'held' and host in ('2', '3')`,
        '03': `kind = 'attended'`,
        '04': `kind = 'attended' and role in ('01', '02', '03', '06')`,
      },
      columns: {
        1: { where: `is_foreign = '1'` },
        2: { where: `coalesce(is_foreign, '') in ('0', '')` },
      },
    },
  ];
};

/** Statements of all cells of a report that are filled from records, a row of values by `table/row/column` each. */
export const cellStatements = (report: Report, year: number): readonly string[] =>
  (report === 'keji' ? keji(year) : sheke()).map(({ code, from, rows, columns }) => {
    const cells = Object.entries(rows).flatMap(([row, where]) =>
      Object.entries(columns).map(([column, { where: also = 'true', sum, decimals = 0, kilo }]) => {
        const value = sum
          ? `coalesce(sum(${sum}) filter (where (${where}) and (${also})), 0)`
          : `count(*) filter (where (${where}) and (${also}))`;
        return `round(${value}::numeric${kilo ? ' / 1000' : ''}, ${decimals})::text as "${code}/${row}/${column}"`;
      }),
    );
    return `${factsSql(report, year)} select ${cells.join(', ')} from ${from}`;
  });

/** A register as a statement: the id of each record, and its columns. Columns with a code of a dictionary are named apart. */
export interface ByRegister {
  readonly code: string;
  readonly sql: string;
  readonly codes: Readonly<
    Record<
      string,
      | 'discipline'
      | 'type'
      | 'source'
      | 'kind'
      | 'form'
      | 'industry'
      | 'target'
      | 'book'
      | 'award'
      | 'grade'
      | 'team'
      | 'level'
    >
  >;
}

const yearsOf = (condition: string): string =>
  `coalesce((select round(round(sum(f.tenths) / 120, 3), 1) from effort f where f.id = p.id and f.who <> '02' and ${condition}), 0.0)`;
const staffOf = (condition: string, year: number): string =>
  `(select count(*) from team_staff s left join personnel f on f.user_id = s.user_id and f.is_deleted = 0
     where s.parent_id = t.id and s.join_date <= '${year}-12-31' and coalesce(s.leave_date, 'infinity') > '${year}-12-31' and ${condition})`;

/** Statements of all registers of a report that are filled from records; columns that the office fills in are left out. */
export const registerStatements = (report: Report, year: number): readonly ByRegister[] => {
  const category = report === 'keji' ? '01' : '02';
  const approved = (table: string): string =>
    `${table} where ${home} and audit_status = '2' and stat_year = ${year} and subject_class = '${category}'
       and is_statistics is distinct from '0' and secret_level = '0'`;
  const team = (types: string): string =>
    `team t where ${home} and audit_status = '2' and found_date <= '${year}-12-31' and team_type in (${types})`;
  const month = (date: string): string => `to_char(${date}, 'YYYYMM')`;
  const grade = (pattern: string): string => `f.ranks ~ '${pattern}'`;
  if (report === 'sheke') {
    return [
      {
        code: '4',
        sql: `select id, team_name as "L1", approve_unit as "L2", ${month('found_date')} as "L3", discipline as "L4",
                ${staffOf('true', year)} as "L5", ${staffOf(`f.tl_degree like '2%'`, year)} as "L6" from ${team(`'03', '05'`)}`,
        codes: { L4: 'discipline' },
      },
      {
        code: '8',
        sql: `select id, ach_name as "L1", award_name as "L2", award_level as "L3", award_grade as "L4", discipline as "L5"
                from ${approved('award')} and award_level in ('01', '02')`,
        codes: { L3: 'award', L4: 'grade', L5: 'discipline' },
      },
    ];
  }
  return [
    {
      code: '3',
      sql: `select id, team_name as "L1", team_type as "L2", team_level as "L3", ${month('found_date')} as "L4", discipline as "L5",
              ${staffOf('true', year)} as "L6", ${staffOf(`f.tl_degree like '2%'`, year)} as "L7",
              ${staffOf(`f.tl_degree like '3%'`, year)} as "L8", ${staffOf(grade('^..+[12]$'), year)} as "L9"
              from ${team(`'02', '04', '06'`)}`,
      codes: { L2: 'team', L3: 'level', L5: 'discipline' },
    },
    {
      code: '4',
      sql: `${factsSql(report, year)} select id, name as "L1", ${month('approved')} as "L2", round(arrived / 1000) as "L3",
              round(spent / 1000) as "L4", round(years, 1) as "L5", ${yearsOf(`f.sex = '2'`)} as "L6", ${yearsOf(grade('^..+[12]$'))} as "L7",
              ${yearsOf(grade('^..+3$'))} as "L8", ${yearsOf(grade('^..+[45]$'))} as "L9",
              ${yearsOf(`coalesce(f.ranks, '') !~ '^..+[1-5]$'`)} as "L10", graduates as "L11", discipline as "L12", type as "L13",
              source as "L14", kind as "L15", form as "L16", industry as "L17", target as "L18" from projects p`,
      codes: {
        L12: 'discipline',
        L13: 'type',
        L14: 'source',
        L15: 'kind',
        L16: 'form',
        L17: 'industry',
        L18: 'target',
      },
    },
    {
      code: '8',
      sql: `select id, book_name as "L1", press_name as "L2", book_type as "L3", round(coalesce(self_words, 0), 1) as "L4",
              discipline as "L5" from ${approved('book')}`,
      codes: { L3: 'book', L5: 'discipline' },
    },
    {
      code: '9',
      sql: `select id, ach_name as "L1", award_name as "L2", award_level as "L3", award_grade as "L4", coalesce(unit_sort, 0) as "L5",
              discipline as "L6" from ${approved('award')} and award_level in ('01', '02')`,
      codes: { L3: 'award', L4: 'grade', L6: 'discipline' },
    },
  ];
};
