import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import { sql } from 'kysely';
import { ledgerShape } from '../store/schema/ledger-shape.ts';
import {
  cacheSql,
  compileTemplate,
  type Sql,
  slot,
  type Template,
} from '../store/statements/compile.ts';

/**
 * Rollup of a ledger: sums over all owners by subaccount and year (decision 0410). Postings only insert rows, so that
 * none waits for another; readers add up the rows of a subaccount and year, and these statements merge them.
 */
const keep = cacheSql(50);

/** Returns the SQL fragments for the rollup of a ledger. */
const partsFor = (ledger: Ledger) => {
  const { rollup, years, balances, measures } = ledgerShape(ledger);
  const columns = sql.join(measures.map(({ column }) => sql.id(column)));
  const sums = sql.join(
    measures.map(
      ({ column, type }) => sql`sum(${sql.id(column)})::${sql.raw(type)} as ${sql.id(column)}`,
    ),
  );
  return { table: sql.table(rollup), years, balances, measures, columns, sums };
};

/**
 * Merges the rows of each subaccount and year into one, and returns the number of merged rows. Concurrent runs merge
 * each row once; readers see the rows before or after the merge.
 */
export const mergeRollup = (ledger: Ledger): Template =>
  keep(`fold ${ledger.key}`, () => {
    const { table, columns, sums } = partsFor(ledger);
    return sql`with several as (select account, year from ${table} where tenant_id = ${slot('tenant')} group by 1, 2 having count(*) > 1), gone as (delete from ${table} t using several s where t.tenant_id = ${slot('tenant')} and t.account = s.account and t.year = s.year returning t.*), folded as (insert into ${table} (tenant_id, account, year, owners, ${columns}) select ${slot('tenant')}, account, year, sum(owners), ${sums} from gone group by account, year) select count(*)::int as count from gone`;
  });

/** Returns the SQL of the correct rollup: the sums of owners, by year and over all years. */
const addedUp = (ledger: Ledger): Sql => {
  const { years, balances, columns, sums } = partsFor(ledger);
  const of = (table: string, year: Sql): Sql =>
    sql`select account, ${year} as year, 1 as owners, ${columns} from ${sql.table(table)} where tenant_id = ${slot('tenant')}`;
  return sql`select account, year, sum(owners) as owners, ${sums} from (${of(years, sql`year`)} union all ${of(balances, sql`0`)}) s group by account, year`;
};

/** Returns the statement that finds a row of the rollup that differs from the sums of owners; no row if all agree. */
export const findWrongRollup = (ledger: Ledger): Template =>
  keep(`wrong ${ledger.key}`, () => {
    const { table, measures, columns } = partsFor(ledger);
    const all = [sql`owners`, ...measures.map(({ column }) => sql.id(column))];
    const differs = sql.join(
      all.map((one) => sql`sum(d.${one} * d.sign) <> 0`),
      sql` or `,
    );
    return sql`select 1 from (select 1 as sign, account, year, owners, ${columns} from ${table} where tenant_id = ${slot('tenant')} union all select -1, account, year, owners, ${columns} from (${addedUp(ledger)}) a) d group by account, year having ${differs} limit 1`;
  });

/**
 * Returns the statements that rebuild the rollup of a tenant, to run in order in one transaction; nobody may post
 * meanwhile.
 */
export const refillRollup = (ledger: Ledger): readonly Template[] => {
  const { table, balances, columns } = partsFor(ledger);
  return [
    sql`lock table ${sql.table(balances)} in share row exclusive mode`,
    sql`delete from ${table} where tenant_id = ${slot('tenant')}`,
    sql`insert into ${table} (tenant_id, account, year, owners, ${columns}) select ${slot('tenant')}, account, year, owners, ${columns} from (${addedUp(ledger)}) a`,
  ].map(compileTemplate);
};
