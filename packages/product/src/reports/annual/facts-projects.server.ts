import { plus } from '@keyan/kernel/values/amounts.ts';
import { programKind, researchType } from '../../project/common/dictionaries.ts';
import { effortIn, monthsIn } from '../../project/effort/months.ts';
import { projectSource } from '../../project/program/sources.ts';
import {
  cooperationForm,
  industry,
  socialTarget,
} from '../../project/program/statistics-dictionaries.ts';
import { discipline } from '../../shared/formats/national.ts';
import {
  entryNamesOf,
  membersIn,
  projectField,
  projectsCounted,
  projectsJoined,
  type ReportFactsQuery,
} from './facts-asked.server.ts';
import type { ReportFact } from './fill.ts';
import { monthText } from './names.server.ts';

interface Project {
  readonly id: string;
  readonly dept: string | null;
  readonly leader: string | null;
  readonly name: string;
  readonly number: string;
  readonly kind: string | null;
  readonly approved: string | null;
  readonly start: string | null;
  readonly end: string | null;
  readonly status: string;
  readonly source: string | null;
  readonly type: string | null;
  readonly discipline: string | null;
  readonly cooperation: string | null;
  readonly industry: string | null;
  readonly objective: string | null;
}

const projectsSql = `
  select p.id::text, p.department_id::text as dept, p.program_leader::text as leader, coalesce(p.program_name, '') as name,
         coalesce(p.program_num, '') as number, p.program_kind as kind, p.status,
         coalesce(${projectField('approvalDate')}, p.start_date::text) as approved,
         p.start_date::text as start, coalesce(p.real_end_date, p.end_date)::text as end,
         ${projectField('resource')} as source, ${projectField('researchType')} as type,
         ${projectField('subject')} as discipline, ${projectField('cooperationForm')} as cooperation,
         ${projectField('industry')} as industry, ${projectField('socialTarget')} as objective
    from ${projectsJoined}
   where ${projectsCounted}
     and coalesce(p.start_date, make_date($3::int, 1, 1)) <= make_date($3::int, 12, 31)
   order by p.id`;

interface Member {
  readonly project: string;
  readonly tenths: number;
  readonly given: boolean;
  readonly student: boolean;
  readonly sex: string | null;
  readonly ranks: string | null;
}

/** SQL of project members in the year; missing data is taken from the personnel file. */
const membersSql = `
  select m.project::text as project, m.tenths, m.given, m.student, m.sex, m.ranks
    from ${membersIn('$3')} m where m.project = any($2::bigint[])`;

interface Flow {
  readonly project: string;
  readonly flow: 'in' | 'out';
  readonly item: string;
  readonly nature: string;
  readonly amount: string;
}

/**
 * SQL of project funds in the year: arrivals by day of arrival; payments by day and item; tax and
 * overhead by their arrival.
 */
const flowsSql = `
  select d.program_id::text as project, 'in' as flow, '' as item, '' as nature, sum(d.divide_amount)::text as amount
    from funding_divide d
   where d.tenant_id = $1 and d.is_deleted = 0 and d.status in ('0', '1', '2')
     and d.arrive_date between make_date($2::int, 1, 1) and make_date($2::int, 12, 31) group by 1
  union all
  select e.program_id::text, 'out', coalesce(i.item_code, ''), coalesce(u.unit_nature, ''), sum(i.amount)::text
    from funds_expenditure e
    join funds_expenditure_items i on i.tenant_id = e.tenant_id and i.parent_id = e.id
    left join lateral (select unit_nature from program_units u where u.tenant_id = e.tenant_id
       and u.parent_id = e.program_id and u.unit_name = e.payee order by u.id limit 1) u on true
   where e.tenant_id = $1 and e.is_deleted = 0 and e.status = '3'
     and e.pay_date between make_date($2::int, 1, 1) and make_date($2::int, 12, 31) group by 1, 3, 4
  union all
  select b.program_id::text, 'out', x.item, '', sum(x.amount)::text
    from jfdzys b cross join lateral (values ('301', b.tax_amount), ('201', b.manage_fee)) as x(item, amount)
   where b.tenant_id = $1 and b.is_deleted = 0 and b.status = '2' and x.amount <> 0
     and b.arrive_date between make_date($2::int, 1, 1) and make_date($2::int, 12, 31) group by 1, 3`;

const projectsOf = ({ session, subjectClass, year }: ReportFactsQuery) =>
  session.query<Project>(projectsSql, [session.tenantId, subjectClass, year]);

const flowsOf = ({ session, year }: ReportFactsQuery) =>
  session.query<Flow>(flowsSql, [session.tenantId, year]);

const sumWhere = (flows: readonly Flow[], flow: Flow['flow']): string =>
  plus('0.00', ...flows.filter((one) => one.flow === flow).map(({ amount }) => amount));

/** Group of a member in the form, by the last digit of the rank. */
const gradeOf = (ranks: string | null): 'senior' | 'middle' | 'junior' | 'others' => {
  const grade = ranks && ranks.length >= 3 ? ranks.at(-1) : undefined;
  if (grade === '1' || grade === '2') return 'senior';
  if (grade === '3') return 'middle';
  return grade === '4' || grade === '5' ? 'junior' : 'others';
};

/** Person-years with three decimals from tenths of a month. */
const yearsText = (tenths: number, fullMonths: number): string => {
  const thousandths = Math.round((tenths * 100) / fullMonths);
  return `${Math.trunc(thousandths / 1000)}.${String(thousandths % 1000).padStart(3, '0')}`;
};

const effortOf = (
  members: readonly Member[],
  months: number,
  counts: (member: Member) => boolean = () => true,
): number =>
  members
    .filter((one) => !one.student && counts(one))
    .reduce((sum, { tenths, given }) => sum + (given ? tenths : effortIn(tenths, months)), 0);

/** Facts about projects with funds or people in the year. */
export const projectFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const { session, year, fullMonths } = asked;
  const projects = await projectsOf(asked);
  const members = Map.groupBy(
    await session.query<Member>(membersSql, [session.tenantId, projects.map(({ id }) => id), year]),
    ({ project }) => project,
  );
  const flows = Map.groupBy(await flowsOf(asked), ({ project }) => project);
  const [disciplines, types, sources, kinds, forms, industries, targets] = [
    discipline,
    researchType,
    projectSource,
    programKind,
    cooperationForm,
    industry,
    socialTarget,
  ].map((one) => entryNamesOf(asked, one));
  return projects.flatMap((one): readonly ReportFact[] => {
    const own = members.get(one.id) ?? [];
    const moved = flows.get(one.id) ?? [];
    const months = monthsIn(year, one.start, one.end);
    const effort = effortOf(own, months);
    if (moved.length === 0 && effort === 0) return [];
    const years = (counts: (member: Member) => boolean): string =>
      yearsText(effortOf(own, months, counts), fullMonths);
    return [
      {
        resource: 'programInfo',
        id: one.id,
        dept: one.dept,
        person: one.leader,
        dims: {
          source: one.source,
          type: one.type,
          discipline: one.discipline,
          kind: one.kind,
          industry: one.industry,
          objective: one.objective,
          // Without any effort, the form counts no members.
          members: effort > 0 ? 'given' : null,
        },
        numbers: {
          arrived: sumWhere(moved, 'in'),
          spent: sumWhere(moved, 'out'),
          personYears: yearsText(effort, fullMonths),
          women: years(({ sex }) => sex === '2'),
          ...Object.fromEntries(
            (['senior', 'middle', 'junior', 'others'] as const).map((grade) => [
              grade,
              years(({ ranks }) => gradeOf(ranks) === grade),
            ]),
          ),
          graduates: String(months > 0 ? own.filter(({ student }) => student).length : 0),
        },
        texts: {
          name: one.name,
          number: one.number,
          approved: monthText(one.approved),
          discipline: disciplines?.(one.discipline) ?? '',
          type: types?.(one.type) ?? '',
          source: sources?.(one.source) ?? '',
          kind: kinds?.(one.kind) ?? '',
          cooperation: forms?.(one.cooperation) ?? '',
          industry: industries?.(one.industry) ?? '',
          objective: targets?.(one.objective) ?? '',
        },
      },
    ];
  });
};

/** Facts about funds of the year, one per project and item. */
export const moneyFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const projects = new Map((await projectsOf(asked)).map((one) => [one.id, one]));
  return (await flowsOf(asked)).flatMap(
    ({ project, flow, item, nature, amount }): readonly ReportFact[] => {
      const of = projects.get(project);
      if (!of) return [];
      return [
        {
          resource: 'programInfo',
          id: project,
          dept: of.dept,
          dims: { flow, item, nature, source: of.source, type: of.type },
          numbers: { amount },
        },
      ];
    },
  );
};
