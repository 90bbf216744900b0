import { sql } from 'kysely';
import type { AlternativeConditions, RowsByPointers } from './alternatives-sql.ts';
import { and, or, type Sql, slot, unionAll } from './compile.ts';

/** Number of rows up to which totals of lists are exact (ruling 52). */
export const maxCountedRows = 100_000;

/** Rows that a list finds, as conditions on the table alias `t`. */
export interface FoundRows extends AlternativeConditions {
  readonly table: string;
  /** Condition for every row: the tenant and the filters. */
  readonly where: Sql;
}

/** Column names in the database; `id` is always read too. */
type Columns = readonly string[];

const columnsSql = (columns: Columns): Sql =>
  sql.join(['id', ...columns.filter((name) => name !== 'id')].map((name) => sql.ref(`t.${name}`)));

const select = ({ table, where }: FoundRows, columns: Columns, condition: Sql): Sql =>
  sql`select ${columnsSql(columns)} from ${sql.table(table)} t where ${and([where, condition])}`;

/** Returns a select of rows of the overlapping conditions, without duplicates; null if there are none. */
const othersSql = (found: FoundRows, columns: Columns): Sql | null =>
  found.overlapping.length === 0
    ? null
    : sql.join(
        found.overlapping.map((condition) => select(found, columns, condition)),
        sql` union `,
      );

/** Returns a select of these columns of every row, without duplicates. */
export const rowsSql = (found: FoundRows, columns: Columns): Sql => {
  const others = othersSql(found, columns);
  const selects = found.disjoint.map((condition) => select(found, columns, condition));
  return unionAll(others ? [...selects, others] : selects);
};

/** Returns SQL for the number of rows; with a limit, at most one more than the limit, since the rest is not read. */
const countOf = (rows: Sql, limit: number | null): Sql =>
  limit === null
    ? sql`(select count(*)::int from (${rows}) c)`
    : sql`(select count(*)::int from (select 1 from (${rows}) t limit ${sql.lit(limit + 1)}) c)`;

/**
 * Number of rows up to which results are collected for total and page: the cost depends on the rows, and not on
 * estimates of the planner about dependent filters. With more rows, a page in order soon ends.
 */
export const maxCollectedRows = 20_000;

/**
 * Strategy that finds a page: first the cheapest by estimate, then collecting few rows, then counting many. Each names
 * the next one if it finds too many rows.
 */
export type PageStrategy = 'first' | 'few' | 'many';

/** SQL fragments for a page of rows and the total. */
export interface PageSql {
  /** Text before the statement: `with …`, or empty. */
  readonly prefix: Sql;
  /** Total; null if there are too many rows for this strategy. */
  readonly total: Sql;
  /** Condition that the strategy succeeded. */
  readonly answers: Sql;
  /** Next strategy if it did not. */
  readonly next: Sql;
  /**
   * Returns a select of rows with the columns of the order, among which the page is.
   * @param ranges ranges of a page after a cursor: each gives the rows of a page. Empty: a page by its number.
   */
  rows(ranges: readonly Sql[]): Sql;
}

/** Columns of an order on the alias `t`, its SQL, and the value for cursors, if it has cursors. */
export interface OrderColumns {
  readonly by: Sql;
  readonly columns: Columns;
  readonly value: Sql | null;
}

/**
 * Returns a page of rows that are collected once.
 * @param before select to which the rows refer
 * @param amount SQL of the number of rows; more than `maxCollectedRows` if unknown
 */
const collectedSql = (before: Sql, rows: Sql, amount: Sql, next: Sql): PageSql => ({
  next,
  prefix: sql`with ${before}collected as materialized (select * from (${rows}) t limit ${sql.lit(maxCollectedRows + 1)}), amount as materialized (select (${amount})::int as n) `,
  total: sql`(select n from amount where n <= ${sql.lit(maxCollectedRows)})`,
  answers: sql`((select n from amount) <= ${sql.lit(maxCollectedRows)})`,
  rows: (ranges) =>
    ranges.length === 0
      ? sql`select * from collected`
      : sql`select * from collected t where ${or(ranges)}`,
});

const collectedAmount = sql`select count(*) from collected`;

/** Returns a page of at most `maxCollectedRows` rows. */
const fewSql = (found: FoundRows, { columns }: OrderColumns): PageSql =>
  collectedSql(sql``, rowsSql(found, columns), collectedAmount, sql.lit('many'));

/**
 * Returns a page of rows for which other tables give many ids: only ids that the filters find too are taken, if the
 * filters find few. Task rows of a secretary are known from task indexes, but looking up thousands of them, or
 * comparing them with everything in the department, takes longer.
 */
const pointedSql = (
  found: FoundRows,
  { ids, condition, others }: RowsByPointers,
  { columns }: OrderColumns,
): PageSql => {
  const selects = [
    ...[...found.disjoint, ...others].map((one) => select(found, columns, one)),
    sql`select * from hits t where t.id in (select id from ids)`,
  ];
  const most = sql.lit(maxCollectedRows + 1);
  const tooMany = sql`(select count(*) from hits) > ${sql.lit(maxCollectedRows)}`;
  return collectedSql(
    sql`ids(id) as materialized (${ids}), hits as materialized (${select(found, columns, condition)} limit ${most}), `,
    sql.join(
      selects.map((one) => sql`(${one})`),
      sql` union `,
    ),
    sql`case when ${tooMany} then ${most} else (${collectedAmount}) end`,
    // If the found rows are too many here, they are too many for `few` as well.
    sql`case when ${tooMany} then 'few' else 'many' end`,
  );
};

/**
 * Returns a page of any number of rows. One condition is searched in the order of the page and ends with its last row.
 * Several disjoint conditions each give their first rows. Rows of overlapping conditions are collected once, for total
 * and page: searching them in order could skip every row of the table, since most task rows of a person are in their
 * departments and therefore excluded here.
 * @param order order of the page on the alias `t`, and its columns.
 * @param limit number up to which the total is exact; null for no limit.
 */
const manySql = (
  found: FoundRows,
  { by, columns }: OrderColumns,
  limit: number | null,
): PageSql => {
  const [only, ...more] = found.disjoint;
  const others = othersSql(found, columns);
  const othersFrom = (some: Columns): Sql => sql`select ${columnsSql(some)} from others t`;
  const counts = found.disjoint.map((condition) => select(found, [], condition));
  return {
    prefix: others ? sql`with others as materialized (${others}) ` : sql``,
    answers: sql`true`,
    next: sql.lit('many'),
    total: countOf(unionAll(others ? [...counts, othersFrom([])] : counts), limit),
    rows: (ranges) => {
      const isWhole = ranges.length === 0;
      if (isWhole && !others && only && more.length === 0) return select(found, columns, only);
      const most = isWhole
        ? sql`${slot('limit')}::int + ${slot('offset')}::int`
        : sql`${slot('limit')}::int`;
      const firsts = found.disjoint
        .flatMap((one) => (isWhole ? [one] : ranges.map((range) => and([one, range]))))
        .map((one) => sql`${select(found, columns, one)} order by ${by} limit ${most}`);
      const rest = isWhole ? othersFrom(columns) : sql`${othersFrom(columns)} where ${or(ranges)}`;
      return unionAll(others ? [...firsts, rest] : firsts);
    },
  };
};

/** Other inputs of a page. */
interface Question {
  readonly where: readonly { readonly field: string }[];
  readonly imported: boolean;
  readonly exact: boolean;
}

const isFiltered = ({ where, imported }: Question): boolean =>
  imported || where.some(({ field }) => field !== 'auditStatus');

/** Function that builds the page for each strategy. */
export const findPageBy: Readonly<
  Record<PageStrategy, (found: FoundRows, order: OrderColumns, question: Question) => PageSql>
> = {
  first: (found, order, question) =>
    found.pointed && isFiltered(question)
      ? pointedSql(found, found.pointed, order)
      : fewSql(found, order),
  few: fewSql,
  many: (found, order, { exact }) => manySql(found, order, exact ? null : maxCountedRows),
};

/**
 * Returns the statement that finds a page. Column `page` contains its ids in order, each with its cursor value; `total`
 * contains the number of all rows. If there are too many for this strategy, `total` is null and `next` names the next
 * strategy. Skipped rows are not read if an index has the order and the filters.
 * @param ranges ranges of a page after a cursor
 */
export const findSql = (
  { prefix, total, next, rows, answers }: PageSql,
  { by, value }: OrderColumns,
  ranges: readonly Sql[],
): Sql => {
  const skipping = ranges.length === 0 ? sql` offset ${slot('offset')}::int` : sql``;
  const page = sql`select * from (${rows(ranges)}) t where ${answers} order by ${by} limit ${slot('limit')}::int${skipping}`;
  const cursor = value ? sql`, 'value', ${value}` : sql``;
  return sql`${prefix}select ${total} as total, ${next} as next, (select coalesce(json_agg(json_build_object('id', t.id::text${cursor})), '[]') from (${page}) t) as page`;
};
