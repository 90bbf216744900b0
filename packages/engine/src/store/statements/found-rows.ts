import { sql } from 'kysely';
import type { AlternativeConditions, RowsByPointers } from './alternatives-sql.ts';
import { and, or, type Sql, slot, unionAll } from './compile.ts';

/** Totals of lists are exact up to this many rows (ruling 52). */
export const maxCountedRows = 100_000;

/** The rows that a list finds, as conditions on the table alias `t`. */
export interface FoundRows extends AlternativeConditions {
  readonly table: string;
  /** Condition for every row: the tenant and the filters. */
  readonly where: Sql;
}

/** Columns by their names in the database; `id` is read with each of them. */
type Columns = readonly string[];

const columnsSql = (columns: Columns): Sql =>
  sql.join(['id', ...columns.filter((name) => name !== 'id')].map((name) => sql.ref(`t.${name}`)));

const select = ({ table, where }: FoundRows, columns: Columns, condition: Sql): Sql =>
  sql`select ${columnsSql(columns)} from ${sql.table(table)} t where ${and([where, condition])}`;

/** Rows of the overlapping conditions, each once; null where there are none. */
const othersSql = (found: FoundRows, columns: Columns): Sql | null =>
  found.overlapping.length === 0
    ? null
    : sql.join(
        found.overlapping.map((condition) => select(found, columns, condition)),
        sql` union `,
      );

/** A select of these columns of every row, each row once. */
export const rowsSql = (found: FoundRows, columns: Columns): Sql => {
  const others = othersSql(found, columns);
  const selects = found.disjoint.map((condition) => select(found, columns, condition));
  return unionAll(others ? [...selects, others] : selects);
};

/** How many rows there are; with a limit, at most one more than it: the rest is not read. */
const countOf = (rows: Sql, limit: number | null): Sql =>
  limit === null
    ? sql`(select count(*)::int from (${rows}) c)`
    : sql`(select count(*)::int from (select 1 from (${rows}) t limit ${sql.lit(limit + 1)}) c)`;

/**
 * Finds of this many rows are collected, and give the total and the page: at the cost of the rows, and not
 * of what the planner believes about filters that depend on each other. Of more rows a page in their
 * order soon ends.
 */
export const maxCollectedRows = 20_000;

/**
 * How a page is found: first by what looks cheapest, then by collecting few rows, then by counting many. Each says
 * which comes next where it finds too many rows.
 */
export type PageStrategy = 'first' | 'few' | 'many';

/** A page of rows and their total. */
export interface PageSql {
  /** Text before the statement: `with …`, or nothing. */
  readonly prefix: Sql;
  /** Null where the statement answers nothing, because there are too many rows for it. */
  readonly total: Sql;
  /** Does it answer? */
  readonly answers: Sql;
  /** Next way where it does not. */
  readonly next: Sql;
  /**
   * A select of rows with the columns of the order, among which the page is.
   * @param ranges where a page behind a cursor is: each gives the rows of a page. None: a page by its number.
   */
  rows(ranges: readonly Sql[]): Sql;
}

/** The columns of an order on the alias `t`, how it is written, and the value that a cursor keeps, if it has cursors. */
export interface OrderColumns {
  readonly by: Sql;
  readonly columns: Columns;
  readonly value: Sql | null;
}

/**
 * A page of rows that are found once.
 * @param before what the select of the rows refers to
 * @param amount how many rows there are, or more than `maxCollectedRows` where that is not found out
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

/** A page of at most `maxCollectedRows` rows. */
const fewSql = (found: FoundRows, { columns }: OrderColumns): PageSql =>
  collectedSql(sql``, rowsSql(found, columns), collectedAmount, sql.lit('many'));

/**
 * Finds rows where other tables give many ids: only ids that the filters find as well are taken, if the filters find
 * few. Rows on which a secretary has tasks are known from indexes of tasks, but to look up each of these thousands,
 * or to compare them with everything in their department, takes longer.
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
    // Rows that were found and are too many would be too many for `few` as well.
    sql`case when ${tooMany} then 'few' else 'many' end`,
  );
};

/**
 * A page of rows however many they are. One condition is searched in the order of the page and ends with its last
 * row. Several disjoint ones each give their own first rows. Rows of the overlapping ones are found once, for total
 * and page: to search them in order could mean to pass over every row of the table, since most rows that a person has
 * tasks on are in their departments and therefore left out here.
 * @param order the order of the page on the alias `t`, and the columns that it needs.
 * @param limit the bound up to which the total is exact; null: without a bound.
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

/** How a page is found in each way. */
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
 * The statement that finds a page. Column `page` holds its ids in their order, each with its value for a cursor; `total`
 * holds the number of all rows. Where there are too many to be counted this way, `total` is null and the statement in
 * `next` counts them. Rows that are skipped are not read where an index has the order and the filters.
 * @param ranges where a page behind a cursor is
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
