import { factsSql, home, type Report } from './annual-facts.ts';

/**
 * Register as SQL: the id of each record, and its columns; columns with dictionary codes are listed
 * separately.
 */
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

/**
 * Returns SQL for all registers of a report that are filled from records, without columns that the
 * office fills in.
 */
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
