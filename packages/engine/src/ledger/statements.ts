import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { sql } from 'kysely';
import { ledgerShape, type MeasureColumn } from '../store/schema/ledger-shape.ts';
import { cacheSql, type Sql, slot, type Template } from '../store/statements/compile.ts';

const keep = cacheSql(500);

/** Month before all others, in which opening amounts count: sums of a year have none of them. */
export const openingMonth = '0001-01-01';

/** Repeats a text for each measure, with its column. */
const each = (
  measures: readonly MeasureColumn[],
  text: (at: Sql, one: MeasureColumn) => Sql,
): Sql => sql.join(measures.map((one) => text(sql.id(one.column), one)));

const place = sql`source, source_id, effect, owner_id, account`;

/**
 * Returns SQL for the rows of `moved` that change a balance: each subaccount, and the owner's sum where that is a
 * different row.
 */
const moves = (ledger: Ledger, balances: Sql, amounts: Sql, none: Sql): Sql =>
  sql.join(
    [
      sql`select owner_id, account, ${amounts} from moved group by 1, 2`,
      ...(ledger.owner && ledger.subaccount
        ? [sql`select owner_id, '', ${amounts} from moved group by 1`]
        : []),
      sql`select owner_id, account, ${none} from ${balances} where tenant_id = ${slot('tenant')} and owner_id = any(${slot('owners')}::bigint[])`,
    ],
    sql` union all `,
  );

/** Column that contains the department of the owners of a ledger. */
export interface OwnerDepartment {
  readonly table: string;
  readonly column: string;
}

/** SQL fragments for a ledger with months: date and department of entries, and the sums that follow from them. */
interface Dated {
  /** Columns of `stands` to select besides the amounts. */
  readonly stood: Sql;
  /** Day and department in `moved`. */
  readonly moved: Sql;
  /** Columns to insert into entries and to select from `moved`. */
  readonly columns: Sql;
  /** Statement part that writes months, years and the rollup. */
  readonly kept: Sql;
}

const undated: Dated = { stood: sql``, moved: sql``, columns: sql``, kept: sql`` };

/**
 * Returns SQL for the rows that a posting adds to the rollup: amounts by subaccount and year, and a count of owners for
 * each new subaccount and year. No row is changed, so that no posting waits for another.
 * @param all rows of `moved` by owner, subaccount and month
 */
const totalled = (ledger: Ledger, all: Sql): Sql => {
  const { rollup, measures } = ledgerShape(ledger);
  const columns = each(measures, (at) => at);
  const sums = each(measures, (at, { type }) => sql`sum(${at})::${sql.raw(type)}`);
  const none = each(measures, () => sql`0`);
  const rows = sql.join(
    [
      sql`select account, extract(year from month)::int as year, 0 as owners, ${columns} from (${all}) v`,
      sql`select account, 0, 0, ${columns} from (${all}) v`,
      sql`select account, year, 1, ${none} from years where is_new`,
      sql`select account, 0, 1, ${none} from kept where is_new`,
    ],
    sql` union all `,
  );
  return sql`, rollup as (insert into ${sql.table(rollup)} (tenant_id, account, year, owners, ${columns}) select ${slot('tenant')}, account, year, sum(owners), ${sums} from (${rows}) v group by account, year)`;
};

/**
 * The first entry of an effect in a subaccount has the day of its record and the department of the owner now; later
 * ones the day of posting and the department of the first. No day lies in closed books but that of opening amounts, which
 * count in `openingMonth`, before all years (decision 0640).
 */
const dated = (ledger: Ledger, { table, column }: OwnerDepartment): Dated => {
  const { months, years, measures } = ledgerShape(ledger);
  const rollup = ledger.months?.rollup === true;
  const columns = each(measures, (at) => at);
  const sums = each(measures, (at, { type }) => sql`sum(${at})::${sql.raw(type)}`);
  const rows = (subaccount: Sql): Sql =>
    sql`select owner_id, ${subaccount} as account, coalesce(dept_id, 0) as dept_id, in_month as month, ${columns} from moved`;
  const all = ledger.subaccount
    ? sql`${rows(sql`account`)} union all ${rows(sql`''`)}`
    : rows(sql`account`);
  const day = sql`case when s.source is null then coalesce(a.day, ${slot('today')}::date) else ${slot('today')}::date end`;
  const onDay = sql`case when a.opening and s.source is null then ${day} else greatest(${day}, ${slot('closed')}::date + 1) end`;
  return {
    stood: sql`, max(e.dept_id) as dept`,
    moved: sql`, ${onDay} as on_day, case when a.opening then date ${sql.lit(openingMonth)} else date_trunc('month', ${onDay})::date end as in_month, case when s.source is null then (select o.${sql.id(column)} from ${sql.table(table)} o where o.tenant_id = ${slot('tenant')} and o.id = coalesce(w.owner_id, s.owner_id)) else s.dept end as dept_id`,
    columns: sql`, on_day, dept_id`,
    kept: sql`, months as (insert into ${sql.table(months)} as m (tenant_id, owner_id, account, dept_id, month, ${columns}) select ${slot('tenant')}, owner_id, account, dept_id, month, ${sums} from (${all}) v group by owner_id, account, dept_id, month order by owner_id, account, dept_id, month on conflict (tenant_id, owner_id, account, dept_id, month) do update set ${each(measures, (at) => sql`${at} = m.${at} + excluded.${at}`)}), years as (insert into ${sql.table(years)} as y (tenant_id, account, year, owner_id, ${columns}) select ${slot('tenant')}, account, extract(year from month)::int, owner_id, ${sums} from (${all}) v group by owner_id, account, 3 order by owner_id, account, 3 on conflict (tenant_id, account, year, owner_id) do update set ${each(measures, (at) => sql`${at} = y.${at} + excluded.${at}`)} returning y.account, y.year, y.xmax = 0 as is_new)${rollup ? totalled(ledger, all) : sql``}`,
  };
};

/**
 * Returns the statement that posts to one ledger: the difference between what the effects of records should amount to
 * (`wanted`) and their current entries. Balances change in the order of their keys, so that transactions cannot
 * deadlock. Returns the balance of each subaccount that changed, or whose owner is among `owners`, and the change.
 * Months are written last, while the balances of their owners are locked.
 */
export const postStatement = (ledger: Ledger, department: OwnerDepartment | null): Template =>
  keep(`post ${ledger.key}`, () => {
    const shape = ledgerShape(ledger);
    const { measures } = shape;
    const entries = sql.table(shape.entries);
    const balances = sql.table(shape.balances);
    const days = department ? dated(ledger, department) : undated;
    const columns = each(measures, (at) => at);
    const sums = each(measures, (at, { type }) => sql`sum(${at})::${sql.raw(type)} as ${at}`);
    const none = each(measures, (at) => sql`0 as ${at}`);
    const typed = each(measures, (at, { type }) => sql`${at} ${sql.raw(type)}`);
    const difference = each(
      measures,
      (at) => sql`coalesce(w.${at}, 0) - coalesce(s.${at}, 0) as ${at}`,
    );
    const differs = sql.join(
      measures.map(({ column }) => sql`d.${sql.id(column)} <> 0`),
      sql` or `,
    );
    const added = each(measures, (at) => sql`${at} = b.${at} + excluded.${at}`);
    const answer = each(
      measures,
      (at, { column, measure }) =>
        sql`k.${at}::text as ${sql.id(measure)}, m.${sql.id(column)}::text as ${sql.id(`${measure}.moved`)}`,
    );
    return sql`with asked as (select * from jsonb_to_recordset(${slot('effects')}::jsonb) v(source text, source_id bigint, effect text, action text, day date, opening boolean)), wanted as (select * from jsonb_to_recordset(${slot('wanted')}::jsonb) v(source text, source_id bigint, effect text, owner_id bigint, account text, ${typed})), stands as (select a.source, a.source_id, a.effect, e.owner_id, e.account, ${each(measures, (at) => sql`sum(e.${at}) as ${at}`)}${days.stood} from asked a join ${entries} e on e.tenant_id = ${slot('tenant')} and e.source_id = a.source_id and e.effect = a.effect and e.source = a.source group by 1, 2, 3, 4, 5), moved as (select d.* from (select ${place}, ${difference}${days.moved} from wanted w full join stands s using (${place}) join asked a using (source, source_id, effect)) d where ${differs}), posted as (insert into ${entries} (tenant_id, ${place}, ${columns}${days.columns}, action, actor_id, time) select ${slot('tenant')}, ${place}, ${columns}${days.columns}, a.action, ${slot('actorId')}::bigint, ${slot('time')}::timestamptz from moved join asked a using (source, source_id, effect) order by owner_id, account), moves as (select owner_id, account, ${sums} from (${moves(ledger, balances, sums, none)}) v group by 1, 2), kept as (insert into ${balances} as b (tenant_id, owner_id, account, ${columns}) select ${slot('tenant')}, owner_id, account, ${columns} from moves order by owner_id, account on conflict (tenant_id, owner_id, account) do update set ${added} returning b.owner_id, b.account, b.xmax = 0 as is_new, ${each(measures, (at) => sql`b.${at}`)})${days.kept} select k.owner_id::text as owner, k.account as subaccount, ${answer} from kept k join moves m using (owner_id, account) order by k.owner_id, k.account`;
  });

/** Returns the statement that selects the subaccounts, with owners, that have entries of these effects of records. */
export const subaccountsInForce = (ledger: Ledger): Template =>
  keep(`standing ${ledger.key}`, () => {
    const entries = sql.table(ledgerShape(ledger).entries);
    return sql`select distinct e.owner_id::text as owner, e.account as subaccount from ${entries} e join jsonb_to_recordset(${slot('effects')}::jsonb) as a(source text, source_id bigint, effect text) on a.source = e.source and a.source_id = e.source_id and a.effect = e.effect where e.tenant_id = ${slot('tenant')}`;
  });

/**
 * Returns the statement that selects the records that use a subaccount, or any subaccount of the owner if the
 * subaccount is empty.
 */
export const holdersStatement = (ledger: Ledger): Template =>
  keep(`holders ${ledger.key}`, () => {
    const { entries, measures } = ledgerShape(ledger);
    const used = sql.join(
      measures.map(({ column }) => sql`sum(${sql.id(column)}) <> 0`),
      sql` or `,
    );
    return sql`select source, source_id::text as ${sql.id('sourceId')} from ${sql.table(entries)} where tenant_id = ${slot('tenant')} and owner_id = ${slot('owner')}::bigint and (${slot('subaccount')} = '' or account = ${slot('subaccount')}) group by source, source_id having ${used} order by min(id) limit 4`;
  });
