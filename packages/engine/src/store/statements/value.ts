import { measureTermsOf } from '@keyan/kernel/definition/ledger/measures.ts';
import { snakeCase } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { ledgerShape } from '../schema/ledger-shape.ts';
import type { Column } from '../schema/shape.ts';
import { type Sql, slot } from './compile.ts';

/** The column of the record with the owner of a balance: a reference, or the record's own id. */
const ownerColumn = (owner: string | null): string => (owner === null ? 'id' : snakeCase(owner));

/**
 * The columns of a record that the value of a field is made of. A balance with an account of the
 * record needs that as well.
 */
export const neededColumns = ({ column, spec: { balance } }: Column): readonly string[] =>
  balance
    ? [
        ownerColumn(balance.owner),
        ...(balance.account === null ? [] : [snakeCase(balance.account)]),
      ]
    : [column];

/**
 * The value of a field: its column, or the balance that it shows; an account without entries has
 * nothing.
 * @param alias the record, or the line whose field it is.
 * @param record the record of a line.
 */
export const valueSql = (column: Column, alias = 't', record = alias): Sql => {
  const { balance } = column.spec;
  if (!balance) return sql.ref(`${alias}.${column.column}`);
  return sql`coalesce((select ${amountSql(balance, 'b')} from ${accountSql(balance, 'b', alias, record)}), 0)::${sql.raw(column.type)}`;
};

type Balance = NonNullable<Column['spec']['balance']>;

/** Amount that a balance shows of the account in the row `b`. */
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

/** The table of balances, and the condition for the account of a record. */
const accountSql = (
  { ledger, owner, account }: Balance,
  b: string,
  alias: string,
  record: string,
  condition = 'where',
): Sql => {
  // Accounts are texts; a reference is a number.
  const key = account === null ? sql`''` : sql`${sql.ref(`${alias}.${snakeCase(account)}`)}::text`;
  return sql`${sql.table(ledgerShape(ledger).balances)} ${sql.id(b)} ${sql.raw(condition)} ${sql.ref(`${b}.tenant_id`)} = ${slot('tenant')} and ${sql.ref(`${b}.owner_id`)} = ${sql.ref(`${record}.${ownerColumn(owner)}`)} and ${sql.ref(`${b}.account`)} = ${key}`;
};

/** Parts of sums of fields over rows `t`. */
export interface SumParts {
  /** Joins behind the rows: the balances of each account once, however many fields show some of it. */
  readonly joins: Sql;
  /** The sum of a field; nothing of no row is 0. */
  sum(column: Column): Sql;
  /** The value of a field in a row; null where its account has no entry. */
  value(column: Column): Sql;
}

/** Sums of these fields, with each account joined once: looked up row by row it would be read for every field. */
export const sumsOf = (columns: readonly Column[]): SumParts => {
  const keyOf = ({ ledger, owner, account }: Balance): string =>
    `${ledgerShape(ledger).balances} ${owner} ${account}`;
  const balances = columns.flatMap(({ spec }) => spec.balance ?? []);
  const accounts = [...new Map(balances.map((balance) => [keyOf(balance), balance])).entries()];
  const nameOf = (balance: Balance): string =>
    `b${accounts.findIndex(([key]) => key === keyOf(balance))}`;
  const joins = accounts.map(
    ([, balance]) => sql` left join ${accountSql(balance, nameOf(balance), 't', 't', 'on')}`,
  );
  const value = ({ column, spec: { balance } }: Column): Sql =>
    balance ? amountSql(balance, nameOf(balance)) : sql.ref(`t.${column}`);
  return {
    joins: sql.join(joins, sql``),
    value,
    sum: (column) => sql`coalesce(sum(${value(column)}), 0)::${sql.raw(column.type)}`,
  };
};
