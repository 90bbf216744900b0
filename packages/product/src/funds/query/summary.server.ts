import type { Engine } from '@keyan/engine/engine.ts';
import { openingMonth } from '@keyan/engine/ledger/statements.ts';
import type { Statement } from '@keyan/engine/store/connection/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Query } from '@keyan/kernel/records/query.ts';
import { type Dictionary, entryOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { budgetItem } from '../../project/budget/budget-items.ts';
import { wholeProjectSubaccount } from '../../project/budget/funds.ts';
import { programKind } from '../../project/common/dictionaries.ts';
import { projectSource } from '../../project/program/sources.ts';
import { project } from '../../project/project.ts';
import { figureKeys, type SumGrouping, type SummaryAnswer, type SummaryLine } from './figures.ts';
import { elapsedPercentOf, figureSumsOf, figuresSql, spendingRateOf } from './sums.server.ts';
import { measureColumns, shareSql, sumsOfFoundProjects } from './totals.server.ts';

/** Grouping of the summary, with SQL for key and name. */
interface GroupingSql {
  /** SQL of the group key; `p` is the project, `s` its sums. */
  readonly key: string;
  /** SQL of the group’s name; also part of `group by`. */
  readonly name: string;
  /** SQL of the note beside the name. */
  readonly note?: string;
  readonly joins?: string;
  readonly dictionary?: Dictionary;
  /** True if sums are per budget item. */
  readonly items?: true;
  /** True if sums are per year, which have no balance. */
  readonly years?: true;
}

const groups: Readonly<Record<SumGrouping, GroupingSql>> = {
  project: { key: 'p.id::text', name: 'p.program_name', note: 'p.program_num' },
  person: {
    key: 'p.program_leader::text',
    name: 'u.real_name',
    note: 'u.code',
    joins: 'left join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader',
  },
  college: {
    key: 'p.department_id::text',
    name: 'said(d.dept_name, d.dept_name_en)',
    joins: 'left join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id',
  },
  nature: { key: 'p.program_kind', name: "''", dictionary: programKind },
  source: { key: 'p.resource', name: "''", dictionary: projectSource },
  item: { key: 's.account', name: "''", dictionary: budgetItem, items: true },
  year: { key: 's.year::text', name: 's.year::text', years: true },
};

/** Maximum number of lines; those with the largest amounts come first. */
const maxSummaryLines = 500;

export interface SummaryQuery {
  readonly by: SumGrouping;
  /** Filter of projects, as in the list 经费查询. */
  readonly query: Query;
  /** First and last year of the entries; null for all. */
  readonly years: { readonly from: number; readonly to: number } | null;
  readonly item: string | null;
}

type SummaryRow = Readonly<Record<string, string | number | null>>;

/**
 * SQL of the granted amount. Grants belong to a whole project: undefined for a year; an item uses
 * its budget.
 */
const grantedSql = (isDated: boolean, isOfItem: boolean): string => {
  if (isDated) return 'null::numeric';
  return `sum(${isOfItem ? 's.budget' : 'p.funds'})`;
};

/** Columns of a line that are not measures. */
const columnsBesideMeasures = (ofProject: boolean): readonly string[] => [
  'key',
  'name',
  'note',
  ...(ofProject ? ['start', 'until'] : []),
];

/** SQL of the lines: the table `lines` has `projects`, the measures and `granted`. */
interface LinesSql {
  /** SQL of common table expressions after `own`, which has the ids of the projects. */
  readonly tables: string;
  /** SQL of the number of projects over all lines. */
  readonly projects: string;
}

type At = (value: unknown) => string;

/** Lines grouped by a property of projects; each project belongs to one line. */
const linesOfProjects = ({ by, years, item }: SummaryQuery, tenant: string, at: At): LinesSql => {
  const group = groups[by];
  const isDated = years !== null;
  // One year and item is a single row; several years are first summed by project.
  const isOneRow = !years || years.from === years.to;
  const conditions = [
    `s.tenant_id = ${tenant}`,
    `s.account = ${item === null ? "''" : at(item)}`,
    ...(years ? [`s.year between ${at(years.from)} and ${at(years.to)}`] : []),
    ...(isOneRow ? [] : ['s.owner_id in (select id from own)']),
  ];
  const amounts = measureColumns.map((one) => (isOneRow ? `s.${one}` : `sum(s.${one}) as ${one}`));
  const keys = columnsBesideMeasures(by === 'project').map((_, index) => index + 1);
  return {
    tables: `lines as (
        select ${group.key} as key, ${group.name} as name, ${group.note ?? "''"} as note,
               ${by === 'project' ? 'p.start_date::text as start, p.end_date::text as until,' : ''}
               count(*) as projects, ${measureColumns.map((one) => `sum(s.${one}) as ${one}`).join(', ')},
               ${grantedSql(isDated, item !== null)} as granted
          from own join program p on p.tenant_id = ${tenant} and p.id = own.id
          ${isDated || item !== null ? 'join' : 'left join'} (
            select s.owner_id, ${amounts.join(', ')}
              from ${isDated ? 'ledger_funds_year' : 'ledger_funds_balance'} s
             where ${conditions.join(' and ')} ${isOneRow ? '' : 'group by 1'}
          ) s on s.owner_id = own.id
          ${group.joins ?? ''}
         group by ${keys.join(', ')})`,
    projects: 'coalesce(sum(projects), 0)',
  };
};

/**
 * Lines grouped by item or year; a project may belong to several lines, and stored totals of all
 * projects may be used.
 */
const linesOfSums = ({ by, years, item }: SummaryQuery, tenant: string, at: At): LinesSql => {
  const group = groups[by];
  const isDated = group.years === true || years !== null;
  const ofItem = `s.account = ${item === null ? "''" : at(item)}`;
  const between = years ? [`s.year between ${at(years.from)} and ${at(years.to)}`] : [];
  const hasYears = years !== null && years.from !== years.to;
  const ofLines = [item === null && group.items ? "s.account <> ''" : ofItem, ...between];
  // SQL that counts a project once, however many items or years it has.
  const countedOnce = (itemCondition: string): string =>
    `(select count(distinct s.owner_id) from ledger_funds_year s
        where s.tenant_id = ${tenant} and ${[itemCondition, ...between].join(' and ')} and s.owner_id in (select id from own))`;
  return {
    tables: `${shareSql(tenant)},
      sums as (${sumsOfFoundProjects(tenant, isDated ? 'year' : 'balance', ofLines)}),
      lines as (
        select g.key, ${group.years ? 'g.key' : "''"} as name, '' as note,
               ${hasYears && group.items ? countedOnce('s.account = g.key') : 'g.projects'} as projects,
               ${measureColumns.map((one) => `g.${one}`).join(', ')}, g.granted
          from (select ${group.key} as key, sum(s.owners) as projects,
                       ${measureColumns.map((one) => `sum(s.${one}) as ${one}`).join(', ')},
                       ${grantedSql(isDated, true)} as granted
                  from sums s group by 1 having sum(s.owners) > 0) g)`,
    projects: hasYears
      ? countedOnce(ofItem)
      : `(select coalesce(sum(s.owners), 0) from (${sumsOfFoundProjects(tenant, years ? 'year' : 'balance', [ofItem, ...between])}) s)`,
  };
};

/**
 * Statement of the summary: measures are summed once per line, figures are derived, and the first
 * row is the total.
 */
const statementOf = (asked: SummaryQuery, tenantId: string, found: Statement): Statement => {
  const { by, years } = asked;
  const group = groups[by];
  const parameters = [...(found.parameters ?? [])];
  const at: At = (value) => `$${parameters.push(value)}`;
  const tenant = at(tenantId);
  const isDated = group.years === true || years !== null;
  const ofSums = group.items === true || group.years === true;
  const { tables, projects } = (ofSums ? linesOfSums : linesOfProjects)(asked, tenant, at);
  const columns = columnsBesideMeasures(by === 'project');
  return {
    sql: `with own as materialized (${found.sql}),
      ${tables},
      whole as (
        select ${columns.map((one) => `null::text as ${one}`).join(', ')}, ${projects} as projects,
               ${measureColumns.map((one) => `sum(${one}) as ${one}`).join(', ')}, sum(granted) as granted
          from lines)
      select ${columns.join(', ')}, projects::int, ${figuresSql('l')},
             ${isDated ? 'null' : 'coalesce(granted, 0)::numeric(18,2)::text'} as granted
        from (select true as is_whole, * from whole union all select false, * from lines) l
       order by is_whole desc, ${by === 'year' ? 'key desc' : 'coalesce(l.arrived, 0) desc, key'}
       limit ${maxSummaryLines + 2}`,
    parameters,
    planned: 'anew',
  };
};

const notGiven: Label = ['未填写', 'Not given'];

/** Keys that no dictionary and no table names. */
const unnamed: Readonly<Partial<Record<SumGrouping, Readonly<Record<string, Label>>>>> = {
  item: { [wholeProjectSubaccount]: ['未分科目', 'No budget item'] },
  year: { [String(Number(openingMonth.slice(0, 4)))]: ['期初', 'Opening'] },
};

const lineOf = (
  row: SummaryRow,
  { by }: SummaryQuery,
  today: string,
  language: Language,
): SummaryLine => {
  const { dictionary } = groups[by];
  const sums = { ...figureSumsOf(row), budget: row.granted === null ? null : String(row.granted) };
  const key = String(row.key ?? '');
  const entry = dictionary && entryOf(dictionary, key);
  const none = unnamed[by]?.[key];
  return {
    key,
    name:
      entry || none
        ? say(entry?.label ?? none ?? notGiven, language)
        : String(row.name ?? '') || say(notGiven, language),
    note: String(row.note ?? ''),
    projects: Number(row.projects),
    sums,
    rate: spendingRateOf(sums),
    elapsed:
      by === 'project'
        ? elapsedPercentOf(row.start as string | null, row.until as string | null, today)
        : '',
  };
};

const nothing: SummaryLine = {
  key: '',
  name: '',
  note: '',
  projects: 0,
  sums: figureSumsOf(Object.fromEntries(figureKeys.map((one) => [one, '0.00']))),
  rate: '',
  elapsed: '',
};

/**
 * Funds of readable projects, grouped. Sums by year use stored yearly sums, others use balances; by
 * item and year, totals of all projects are used if the reader sees most projects. Ledger entries
 * are not read.
 * @throws Denied without the right to the page
 */
export const fundsSummary = async (
  engine: Engine,
  actor: Actor,
  asked: SummaryQuery,
  language: Language,
): Promise<SummaryAnswer> => {
  const found = engine.as(actor).found(project, asked.query);
  const rows = await engine.database.heavy<SummaryRow>(
    actor.tenantId,
    actor.id,
    statementOf(asked, actor.tenantId, found),
  );
  const today = dayText(engine.clock());
  const [total, ...lines] = rows.map((row) => lineOf(row, asked, today, language));
  return {
    total: total ? { ...total, name: '' } : nothing,
    lines: lines.slice(0, maxSummaryLines),
    more: lines.length > maxSummaryLines,
  };
};
