import type { Scope } from '@keyan/kernel/access/scope.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Condition } from '@keyan/kernel/records/query.ts';
import { sql } from 'kysely';
import type { Catalog } from '../catalog.ts';
import { type Column, listTypes, shapeOf } from '../schema/shape.ts';
import type { AggregatedPart } from './aggregates.ts';
import { isDepartmentScope } from './alternatives.ts';
import { and, type Sql, slot } from './compile.ts';
import { conditionSql } from './conditions.ts';
import { type KeptCounts, keptCountsOf, keptRowsSql, statusKeyField } from './kept-counts.ts';
import { conditionsFailedByRest, splitScope } from './kept-scope.ts';
import type { ListShape } from './list-shape.ts';
import { type ActorScope, type ScopeTables, scopeSql } from './scope.ts';
import { titleSql } from './selection.ts';

/** Question that is answered by counts. */
interface Question {
  readonly resource: Resource;
  readonly scope: ActorScope;
  readonly where: readonly Condition[];
  readonly words: readonly unknown[];
  readonly again: boolean | null;
  readonly imported: boolean;
  /** Prefix of the parameter names of conditions; by default `w`. */
  readonly slots?: string;
}

/** Rows of a question in two parts: those whose counts are stored, and the rest, which is counted. */
export interface KeptCountsPart {
  /** SQL `from …` of the stored counts, rows of `t` with `value` and `amount`. */
  readonly kept: Sql;
  /** Scope in which the rest is searched. */
  readonly rest: ActorScope;
  /** Conditions of the stored part: a record belongs to the rest if it fails one of them. */
  readonly failed: readonly Scope[];
  /** Condition that a record `t` is among those whose counts are stored. */
  readonly counted: Sql;
  /** True if the counts are of records of departments. */
  readonly ofDepartments: boolean;
}

/** Returns a select of the rows of a list whose counts are not stored; null if there are none. */
export type SelectRest = (
  shape: ListShape,
  part: Pick<KeptCountsPart, 'rest' | 'failed' | 'counted' | 'ofDepartments'>,
  columns: readonly string[],
) => Sql | null;

/** True if the question uses only keys of the stored counts. */
const asksKeysAlone = (question: Question, { status, secrecy, department }: KeptCounts): boolean =>
  question.words.length === 0 &&
  question.again === null &&
  !question.imported &&
  question.where.every(({ field }) =>
    [status, secrecy, department].some((key) => key?.field === field),
  );

/** Returns the part of a question that stored counts of a field answer; null if they cannot. */
export const keptPart = (
  catalog: Catalog,
  tables: ScopeTables,
  question: Question,
  field: string,
): KeptCountsPart | null => {
  const { resource } = question;
  const counts = keptCountsOf(resource);
  const isKept =
    field === statusKeyField || counts?.fields.some((column) => column.field === field);
  if (!counts || !isKept || !asksKeysAlone(question, counts)) return null;
  const { kept, rest } = splitScope(question.scope, counts.keys);
  if (kept === false) return null;
  const counted = scopeSql(resource, kept, tables);
  const filters = question.where.map((one, index) =>
    conditionSql(catalog, resource, one, `${question.slots ?? 'w'}${index}`),
  );
  return {
    kept: sql`from ${keptRowsSql(counts, field)} where ${and([counted, ...filters])}`,
    rest,
    failed: conditionsFailedByRest(rest, kept),
    counted,
    ofDepartments: typeof kept !== 'boolean' && isDepartmentScope(kept),
  };
};

/** Joins both parts of the rows, each a select of `value` and `total`. */
const unionOfParts = (kept: Sql, rest: Sql | null): Sql =>
  rest ? sql`${kept} union all ${rest}` : kept;

/**
 * Returns SQL for the number of rows by status.
 * @param rest select of the status of the other rows; null for none
 */
export const keptByStatus = ({ kept }: KeptCountsPart, rest: Sql | null): Sql => {
  const both = unionOfParts(
    sql`select t.audit_status as value, sum(t.amount) as total ${kept} group by 1`,
    rest && sql`select t.audit_status as value, count(*) as total from (${rest}) t group by 1`,
  );
  return sql`select g.value as status, sum(g.total)::int as total from (${both}) g group by 1 having sum(g.total) > 0`;
};

/**
 * Returns SQL for the number of rows by the values of a field, as `k0`, `n0` and `total`, largest first. A row with
 * several codes counts once for each.
 * @param rest select of the column of the other rows; null for none
 */
export const keptByValue = ({ kept }: KeptCountsPart, column: Column, rest: Sql | null): Sql => {
  const isList = listTypes.has(column.spec.type);
  const codes = isList
    ? sql` left join lateral unnest(${sql.ref(`t.${column.column}`)}) as u(v) on true`
    : sql``;
  const value = isList ? sql`u.v` : sql`${sql.ref(`t.${column.column}`)}::text`;
  const both = unionOfParts(
    sql`select t.value, sum(t.amount) as total ${kept} group by 1`,
    rest &&
      sql`select coalesce(${value}, '') as value, count(*) as total from (${rest}) t${codes} group by 1`,
  );
  return sql`select nullif(g.value, '') as k0, null as n0, sum(g.total)::int as total from (${both}) g group by 1 having sum(g.total) > 0 order by total desc, 1 limit ${slot('limit')}::int`;
};

/**
 * Returns SQL for the number of rows by the values of a stored field, by department, or by both, as one JSON array of
 * keys, names and counts; see `aggregateSql`.
 * @param by the field, the department, or both, in the order of the keys
 * @param field field whose counts are read; `statusKeyField` for none
 * @param times how often the count is repeated in a row
 * @param rest select of these columns of the other rows; null for none
 */
const keptAggregates = (
  catalog: Catalog,
  { kept }: KeptCountsPart,
  {
    by,
    field,
    times,
  }: { readonly by: readonly Column[]; readonly field: string; readonly times: number },
  rest: Sql | null,
): Sql => {
  const isList = (column: Column): boolean => listTypes.has(column.spec.type);
  const keyOf = (column: Column, place: number, value: Sql): Sql =>
    sql`${column.field === field ? value : sql`${sql.ref(`t.${column.column}`)}::text`} as ${sql.id(`k${place}`)}`;
  const keys = (value: (column: Column) => Sql): readonly Sql[] =>
    by.map((column, place) => keyOf(column, place, value(column)));
  const groups =
    by.length === 0 ? sql`` : sql` group by ${sql.join(by.map((_, place) => sql.lit(place + 1)))}`;
  const codes = by.filter(isList).map((column) => {
    return sql` left join lateral unnest(${sql.ref(`t.${column.column}`)}) as u(v) on true`;
  });
  const ofRest = (column: Column): Sql =>
    sql`coalesce(${isList(column) ? sql.ref('u.v') : sql.ref(`t.${column.column}`)}::text, '')`;
  const both = unionOfParts(
    sql`select ${sql.join([...keys(() => sql.ref('t.value')), sql`sum(t.amount) as total`])} ${kept}${groups}`,
    rest &&
      sql`select ${sql.join([...keys(ofRest), sql`count(*) as total`])} from (${rest}) t${sql.join(codes, sql``)}${groups}`,
  );
  const named = by.map((column, place) => {
    const at = sql.ref(`b.k${place}`);
    return column.spec.type === 'ref'
      ? sql`${at}::bigint as ${sql.id(column.column)}`
      : sql`nullif(${at}, '') as ${sql.id(column.column)}`;
  });
  const summed = sql`select ${sql.join([
    sql`${slot('tenant')}::text as tenant_id`,
    ...named,
    sql`coalesce(sum(b.total), 0)::bigint as total`,
  ])} from (${both}) b${
    by.length === 0
      ? sql``
      : sql` group by ${sql.join(by.map((_, place) => sql.lit(place + 2)))} having sum(b.total) > 0 order by total desc`
  } limit ${slot('limit')}::int`;
  const shown = [
    ...by.flatMap((column) => [
      sql`${sql.ref(`g.${column.column}`)}::text`,
      titleSql(catalog, column, 'g') ?? sql`null`,
    ]),
    ...Array.from({ length: times }, () => sql`g.total::text`),
  ];
  return sql`(select coalesce(json_agg(json_build_array(${sql.join(shown)})), '[]') from (${summed}) g)`;
};

/** Returns SQL that answers a question of a figure from stored counts; null if they cannot answer it. */
export const keptSql = (
  catalog: Catalog,
  tables: ScopeTables,
  { shape, by, of }: AggregatedPart,
  restOf: SelectRest,
): Sql | null => {
  const isPlain = of.every(
    ({ sum, each, where = [] }) => sum === undefined && each === undefined && where.length === 0,
  );
  if (!isPlain || by.some(({ part }) => part !== undefined)) return null;
  const { department } = shape.resource;
  const [field = statusKeyField, ...more] = by
    .map((one) => one.field)
    .filter((f) => f !== department);
  const part = more.length === 0 ? keptPart(catalog, tables, shape, field) : null;
  if (!part) return null;
  const columns = by.flatMap(({ field: name }) => shapeOf(shape.resource).column(name) ?? []);
  const names = columns.map(({ column }) => column);
  const rest = restOf(shape, part, names);
  return keptAggregates(catalog, part, { by: columns, field, times: of.length }, rest);
};
