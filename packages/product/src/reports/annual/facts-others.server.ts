import { statuses } from '@keyan/kernel/access/status.ts';
import { teamLevel, teamType } from '../../people/teams/dictionaries.ts';
import { discipline } from '../../shared/formats/national.ts';
import { entryNamesOf, type ReportFactsQuery } from './facts-asked.server.ts';
import type { ReportFact } from './fill.ts';
import { monthText } from './names.server.ts';

interface Transfer {
  readonly id: string;
  readonly dept: string | null;
  readonly party: string | null;
  readonly amount: string;
  readonly received: string;
}

/** SQL of technology transfer contracts signed in the year, with funds arrived in the year. */
const transfersSql = `
  select c.id::text, c.department_id::text as dept, c.party_type as party, coalesce(c.contract_amount, 0)::text as amount,
         coalesce((select sum(d.divide_amount) from funding_divide d where d.tenant_id = c.tenant_id
            and d.program_id = c.program_info_id and d.is_deleted = 0 and d.status in ('0', '1', '2')
            and d.arrive_date between make_date($3::int, 1, 1) and make_date($3::int, 12, 31)), 0)::text as received
    from horizontal_record c
   where c.tenant_id = $1 and c.is_deleted = 0 and c.audit_status = $2 and c.is_transform = '1'
     and coalesce(c.subject_class, '01') = $4
     and c.sign_date between make_date($3::int, 1, 1) and make_date($3::int, 12, 31)
   order by c.id`;

export const transferFacts = async ({
  session,
  year,
  subjectClass,
}: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const rows = await session.query<Transfer>(transfersSql, [
    session.tenantId,
    statuses.approved,
    year,
    subjectClass,
  ]);
  return rows.map(({ id, dept, party, amount, received }) => ({
    resource: 'horizontalRecord',
    id,
    dept,
    dims: { party },
    numbers: { amount, received },
  }));
};

interface Activity {
  readonly resource: string;
  readonly id: string;
  readonly dept: string | null;
  readonly kind: string;
  readonly foreign: string | null;
  readonly role: string | null;
  readonly host: string | null;
}

/** SQL of activities in the year, with the category of the majority of the department’s people. */
const activitiesSql = `
  with classes as (
    select fk_dept_id as dept, mode() within group (order by subject_class) as class
      from personnel where tenant_id = $1 and is_deleted = 0 group by 1)
  select x.*, x.dept::text as dept from (
    select 'xshdjb' as resource, id::text as id, fk_dept_id as dept, 'held' as kind, is_foreign as foreign,
           null as role, host_mode as host
      from xshdjb where tenant_id = $1 and is_deleted = 0 and audit_status = $2 and stat_year = $3
    union all
    select 'xshdcj', id::text, fk_dept_id, 'attended', is_foreign, attend_role, null
      from xshdcj where tenant_id = $1 and is_deleted = 0 and audit_status = $2 and stat_year = $3) x
    left join classes c on c.dept = x.dept
   where coalesce(c.class, '01') = $4
   order by x.resource, x.id`;

export const activityFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const { session, year, subjectClass } = asked;
  const rows = await session.query<Activity>(activitiesSql, [
    session.tenantId,
    statuses.approved,
    year,
    subjectClass,
  ]);
  return rows.map(({ resource, id, dept, kind, foreign, role, host }) => ({
    resource,
    id,
    dept,
    dims: { kind, foreign, role, host },
    numbers: {},
  }));
};

interface Team {
  readonly id: string;
  readonly dept: string | null;
  readonly leader: string | null;
  readonly name: string | null;
  readonly type: string | null;
  readonly level: string | null;
  readonly founded: string | null;
  readonly approver: string | null;
  readonly discipline: string | null;
  readonly staff: string;
  readonly doctors: string;
  readonly masters: string;
  readonly senior: string;
}

const teamsSql = `
  select t.id::text, t.fk_dept_id::text as dept, t.leader_id::text as leader, t.team_name as name, t.team_type as type, t.team_level as level,
         t.found_date::text as founded, t.approve_unit as approver, t.discipline,
         count(s.id)::text as staff,
         count(s.id) filter (where f.tl_degree like '2%')::text as doctors,
         count(s.id) filter (where f.tl_degree like '3%')::text as masters,
         count(s.id) filter (where length(f.ranks) >= 3 and right(f.ranks, 1) in ('1', '2'))::text as senior
    from team t
    left join team_staff s on s.tenant_id = t.tenant_id and s.parent_id = t.id
      and s.join_date <= make_date($3::int, 12, 31)
      and (s.leave_date is null or s.leave_date > make_date($3::int, 12, 31))
    left join personnel f on f.tenant_id = s.tenant_id and f.user_id = s.user_id and f.is_deleted = 0
   where t.tenant_id = $1 and t.is_deleted = 0 and t.audit_status = $2
     and t.found_date <= make_date($3::int, 12, 31)
   group by t.tenant_id, t.id order by t.id`;

/** Facts about institutions: teams of registered types. */
export const institutionFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const { session, year } = asked;
  const rows = await session.query<Team>(teamsSql, [session.tenantId, statuses.approved, year]);
  const [types, levels, disciplines] = [teamType, teamLevel, discipline].map((one) =>
    entryNamesOf(asked, one),
  );
  return rows.map((one) => ({
    resource: 'team',
    id: one.id,
    dept: one.dept,
    person: one.leader,
    dims: { type: one.type, level: one.level, discipline: one.discipline },
    numbers: {
      staff: one.staff,
      doctors: one.doctors,
      masters: one.masters,
      senior: one.senior,
    },
    texts: {
      name: one.name ?? '',
      type: types?.(one.type) ?? '',
      level: levels?.(one.level) ?? '',
      founded: monthText(one.founded),
      approver: one.approver ?? '',
      discipline: disciplines?.(one.discipline) ?? '',
    },
  }));
};
