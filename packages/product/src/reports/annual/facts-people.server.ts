import { effortIn, monthsIn } from '../../project/effort/months.ts';
import {
  membersIn,
  projectField,
  projectsJoined,
  projectsOpen,
  type ReportFactsQuery,
} from './facts-asked.server.ts';
import type { ReportFact } from './fill.ts';
import { fullTimePeopleOf, type TenthsOfMonths } from './fte.ts';

interface Person {
  readonly id: string;
  readonly userId: string | null;
  readonly dept: string | null;
  readonly sex: string | null;
  readonly degree: string | null;
  readonly education: string | null;
  readonly ranks: string | null;
  readonly sorter: string | null;
  readonly discipline: string | null;
  readonly born: number | null;
}

/** SQL of active staff on 31 December. */
const staffSql = `
  select id::text, user_id::text as "userId", fk_dept_id::text as dept, sex, tl_degree as degree, education, ranks,
         sorter, subject_title as discipline, extract(year from birth_date)::int as born
    from personnel
   where tenant_id = $1 and is_deleted = 0 and zzzt = '1' and coalesce(is_statistics, '1') <> '0'
     and coalesce(subject_class, '01') = $2
     and (appointment_time is null or appointment_time <= make_date($3::int, 12, 31))
     and coalesce(sorter, '01') not in ('08', '10')
   order by id`;

interface Months {
  readonly person: string;
  readonly type: string;
  readonly tenths: number;
  /** True if the months come from 年度工作量 of the year. */
  readonly given: boolean;
  readonly start: string | null;
  readonly end: string | null;
}

/**
 * SQL of members’ months in projects of the year, of both categories, so that each person is
 * counted once.
 */
const monthsSql = `
  select m.user_id::text as person, coalesce(${projectField('researchType')}, '') as type,
         m.tenths, m.given, p.start_date::text as start, coalesce(p.real_end_date, p.end_date)::text as end
    from ${projectsJoined}
    join ${membersIn('$2')} m on m.project = p.id
   where ${projectsOpen} and m.user_id is not null and m.tenths > 0
     and p.start_date <= make_date($2::int, 12, 31)
     and coalesce(p.real_end_date, p.end_date, make_date($2::int, 12, 31)) >= make_date($2::int, 1, 1)`;

/** Post of a person as a code of the form: T teacher by rank, O other rank, A support. */
const postOf = ({ ranks, sorter }: Person): string => {
  const grade = ranks?.at(-1) ?? '';
  if (ranks?.startsWith('01') && '1234'.includes(grade) && grade !== '') return `T${grade}`;
  if (sorter === '03' || sorter === '04' || sorter === '05') return 'A';
  const other: Readonly<Record<string, string>> = { 1: 'O1', 2: 'O1', 3: 'O2', 4: 'O3', 5: 'O3' };
  if (ranks && ranks.length >= 3 && !ranks.startsWith('01') && other[grade]) return other[grade];
  return sorter === '01' || sorter === '02' || sorter === '07' ? 'T9' : 'A';
};

const ageOf = (year: number, born: number | null): string => {
  if (born === null) return '';
  const age = year - born;
  return age <= 35 ? '1' : age <= 45 ? '2' : age <= 55 ? '3' : '4';
};

const tenthsText = (tenths: number): string => `${Math.trunc(tenths / 10)}.${tenths % 10}`;

/** Facts about the staff of the year with their research effort. */
export const peopleFacts = async (asked: ReportFactsQuery): Promise<readonly ReportFact[]> => {
  const { session, year, subjectClass, fullMonths } = asked;
  const staff = await session.query<Person>(staffSql, [session.tenantId, subjectClass, year]);
  const months = await session.query<Months>(monthsSql, [session.tenantId, year]);
  const efforts = months.map(
    ({ person, type, tenths, given, start, end }): TenthsOfMonths => ({
      person,
      type,
      tenths: given ? tenths : effortIn(tenths, monthsIn(year, start, end)),
    }),
  );
  const rd = new Map(fullTimePeopleOf(efforts, fullMonths).map((one) => [one.person, one]));
  const services = new Set(
    efforts
      .filter(({ type, tenths }) => (type === '4' || type === '5') && tenths > 0)
      .map(({ person }) => person),
  );
  return staff.map((one): ReportFact => {
    const found = one.userId === null ? undefined : rd.get(one.userId);
    return {
      resource: 'personnel',
      id: one.id,
      dept: one.dept,
      person: one.userId,
      dims: {
        sex: one.sex,
        degree: one.degree,
        education: one.education,
        post: postOf(one),
        age: ageOf(year, one.born),
        discipline: one.discipline,
        ranks: one.ranks,
        rd: found ? (found.full ? 'full' : 'part') : 'none',
        service: one.userId !== null && services.has(one.userId) ? '1' : '0',
      },
      numbers: found
        ? {
            fte: tenthsText(found.tenths),
            ...Object.fromEntries(
              Object.entries(found.byType).map(([type, tenths]) => [
                `fte${type}`,
                tenthsText(tenths),
              ]),
            ),
          }
        : {},
    };
  });
};
