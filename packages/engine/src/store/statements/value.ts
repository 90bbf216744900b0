import { measureTermsOf } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { ledgerShape } from '../schema/ledger-shape.ts';
import type { Column } from '../schema/shape.ts';
import { type Sql, slot } from './compile.ts';

/** Returns the column with the owner of a balance: a reference, or the record's own id. */
const ownerColumn = (owner: string | null): string => (owner === null ? 'id' : snakeCase(owner));

/**
 * Returns the columns of a record that the value of a field depends on. A balance of a subaccount also needs the column
 * of the subaccount.
 */
export const neededColumns = ({ column, spec: { balance } }: Column): readonly string[] =>
  balance
    ? [
        ownerColumn(balance.owner),
        ...(balance.subaccount === null ? [] : [snakeCase(balance.subaccount)]),
      ]
    : [column];

/**
 * Returns SQL for the value of a field: its column, or the balance that it shows; null for a subaccount without
 * entries.
 * @param alias the record, or the line that contains the field.
 * @param record the record of a line.
 */
export const valueSql = (column: Column, alias = 't', record = alias): Sql => {
  const { balance } = column.spec;
  if (!balance) return sql.ref(`${alias}.${column.column}`);
  return sql`coalesce((select ${amountSql(balance, 'b')} from ${subaccountSql(balance, 'b', alias, record)}), 0)::${sql.raw(column.type)}`;
};

type Balance = NonNullable<Column['spec']['balance']>;

/** Returns SQL for the amount of the subaccount in row `b` that a balance shows. */
const amountSql = ({ ledger, measure }: Pick<Balance, 'ledger' | 'measure'>, b: string): Sql => {
  const parts = measureTermsOf(ledger, measure);
  const at = (name: string): Sql => sql.ref(`${b}.${snakeCase(name)}`);
  const amount = sql`${sql.join(parts.plus.map(at), sql` + `)}${sql.join(
    parts.minus.map((name) => sql` - ${at(name)}`),
    sql``,
  )}`;
  if (parts.percentOf === undefined) return amount;
  const whole = sql`nullif(greatest(${amountSql({ ledger, measure: parts.percentOf }, b)}, 0), 0)`;
  return sql`coalesce(round(100 * (${amount}) / ${whole}, 2), 0)`;
};

/** Returns the table of balances, and the condition for the subaccount of a record. */
const subaccountSql = (
  { ledger, owner, subaccount }: Balance,
  b: string,
  alias: string,
  record: string,
  condition = 'where',
): Sql => {
  // Subaccounts are texts; a reference is a number.
  const key =
    subaccount === null ? sql`''` : sql`${sql.ref(`${alias}.${snakeCase(subaccount)}`)}::text`;
  return sql`${sql.table(ledgerShape(ledger).balances)} ${sql.id(b)} ${sql.raw(condition)} ${sql.ref(`${b}.tenant_id`)} = ${slot('tenant')} and ${sql.ref(`${b}.owner_id`)} = ${sql.ref(`${record}.${ownerColumn(owner)}`)} and ${sql.ref(`${b}.account`)} = ${key}`;
};

/** SQL fragments for sums of fields over rows `t`. */
export interface SumParts {
  /** Joins after the rows: each subaccount once, even if several fields show its balances. */
  readonly joins: Sql;
  /** Returns SQL for the sum of a field; 0 if there are no rows. */
  sum(column: Column): Sql;
  /** Returns SQL for the value of a field in a row; null if its subaccount has no entry. */
  value(column: Column): Sql;
}

/**
 * Returns SQL for sums of these fields, with each subaccount joined once: looked up row by row it would be read for
 * every field.
 */
export const sumsOf = (columns: readonly Column[]): SumParts => {
  const keyOf = ({ ledger, owner, subaccount }: Balance): string =>
    `${ledgerShape(ledger).balances} ${owner} ${subaccount}`;
  const balances = columns.flatMap(({ spec }) => spec.balance ?? []);
  const subaccounts = [...new Map(balances.map((balance) => [keyOf(balance), balance])).entries()];
  const nameOf = (balance: Balance): string =>
    `b${subaccounts.findIndex(([key]) => key === keyOf(balance))}`;
  const joins = subaccounts.map(
    ([, balance]) => sql` left join ${subaccountSql(balance, nameOf(balance), 't', 't', 'on')}`,
  );
  const value = ({ column, spec: { balance } }: Column): Sql =>
    balance ? amountSql(balance, nameOf(balance)) : sql.ref(`t.${column}`);
  return {
    joins: sql.join(joins, sql``),
    value,
    sum: (column) => sql`coalesce(sum(${value(column)}), 0)::${sql.raw(column.type)}`,
  };
};
