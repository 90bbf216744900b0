import type { Session } from '@keyan/engine/store/connection/database.ts';
import { shapeOf } from '@keyan/engine/store/schema/shape.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Dictionaries, Dictionary } from '@keyan/kernel/values/dictionary.ts';
import { isStudentFile, isStudentMember } from '../../project/common/members.server.ts';
import { project } from '../../project/project.ts';
import type { ReportKind } from './form.ts';
import { type Entries, entryNames } from './names.server.ts';

/** Year and statistical category of a report. */
export interface ReportFactsQuery {
  readonly session: Session;
  readonly dictionaries: Dictionaries;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly year: number;
  /** Code of the dictionary `subjectClass`. */
  readonly subjectClass: '01' | '02';
  /** Months of a person-year. */
  readonly fullMonths: number;
}

/** Statistical category by report. */
export const statisticClassOf: Readonly<Record<ReportKind, '01' | '02'>> = {
  keji: '01',
  sheke: '02',
};

/** Names of a dictionary’s entries in the tenant. */
export const entryNamesOf = ({ dictionaries }: ReportFactsQuery, dictionary: Dictionary): Entries =>
  entryNames(dictionaries(dictionary));

/** Statistical fields that contracts have too. */
const ofContracts: ReadonlySet<string> = new Set([
  'subjectClass',
  'subject',
  'researchType',
  'socialTarget',
  'industry',
]);

/** SQL of a contract project’s source, derived from the type of client. */
const sourceOfClient = `case c.party_type when '01' then '4001' when '02' then '4002' when '03' then '4003'
  when '04' then '4005' when '08' then '4006' when '09' then '5002'
  else case when c.id is not null then '4004' end end`;

/**
 * SQL of a statistical field of a project `p`: from the ledger, otherwise from its approval `a` or
 * contract `c`.
 */
export const projectField = (field: string): string => {
  const resource = project as Resource;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const own = Object.hasOwn(resource.fields, field) ? shapeOf(resource).column(field) : undefined;
  const parts = [
    ...(own ? [`p.${own.column}::text`] : []),
    `a.${column}::text`,
    ...(ofContracts.has(field) ? [`c.${column}::text`] : []),
    ...(field === 'resource' ? [sourceOfClient] : []),
  ];
  return `coalesce(${parts.join(', ')})`;
};

/** SQL of projects `p` with approval and contract; `$1` is the tenant. */
export const projectsJoined = `program p
  left join lateral (select * from program_approval a where a.tenant_id = p.tenant_id
     and a.program_info_id = p.id and a.is_deleted = 0 order by a.id limit 1) a on true
  left join lateral (select * from horizontal_record c where c.tenant_id = p.tenant_id
     and c.program_info_id = p.id and c.is_deleted = 0 order by c.id limit 1) c on true`;

/** SQL condition on projects of either report: started, included in statistics, and not secret. */
export const projectsOpen = `p.tenant_id = $1 and p.is_deleted = 0 and p.program_kind <> 'surplus' and p.status <> '10'
  and coalesce(${projectField('isStatistics')}, '1') <> '0' and coalesce(a.secret_level, '0') = '0'`;

/**
 * SQL condition on the projects of a report: those of its category; projects without category
 * belong to the science report.
 */
export const projectsCounted = `${projectsOpen} and coalesce(${projectField('subjectClass')}, '01') = $2`;

/**
 * SQL of project members with tenths of a month: from 年度工作量 of the year if present (`given`),
 * otherwise from the yearly effort of the member. Students have no effort. `$1` is the tenant.
 * @param year placeholder of the year
 */
export const membersIn = (year: string): string => `(
  select w.program_id as project, l.user_id, (l.months * 10)::int as tenths, true as given, false as student,
         f.sex, f.ranks
    from project_work w
    join project_work_lines l on l.tenant_id = w.tenant_id and l.parent_id = w.id
    left join personnel f on f.tenant_id = l.tenant_id and f.user_id = l.user_id and f.is_deleted = 0
   where w.tenant_id = $1 and w.is_deleted = 0 and w.work_year = ${year}::int
     and not ${isStudentFile('f')}
  union all
  select m.parent_id, m.user_id, (coalesce(m.work_months, 0) * 10)::int, false, ${isStudentMember},
         coalesce(m.sex, f.sex), coalesce(m.ranks, f.ranks)
    from program_members m
    left join personnel f on f.tenant_id = m.tenant_id and f.user_id = m.user_id and f.is_deleted = 0
   where m.tenant_id = $1 and (${isStudentMember} or not exists (
     select 1 from project_work w where w.tenant_id = m.tenant_id and w.program_id = m.parent_id
        and w.is_deleted = 0 and w.work_year = ${year}::int)))`;
