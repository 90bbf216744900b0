import { partsOf } from '@keyan/kernel/definition/measures.ts';
import { snake } from '@keyan/kernel/definition/resource.ts';
import { sql } from 'kysely';
import { type Sql, slot } from './compile.ts';
import { ledgerShape } from './ledger-shape.ts';
import type { Column } from './shape.ts';

/** The column of the record with the owner of a balance: a reference, or the record's own id. */
const ownerColumn = (owner: string | null): string => (owner === null ? 'id' : snake(owner));

/**
 * The columns of a record that the value of a field is made of. A balance with an account of the
 * record needs that as well.
 */
export const neededColumns = ({ column, spec: { balance } }: Column): readonly string[] =>
  balance
    ? [ownerColumn(balance.owner), ...(balance.account === null ? [] : [snake(balance.account)])]
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
  const { ledger, measure, owner, account } = balance;
  const parts = partsOf(ledger, measure);
  const at = (name: string): Sql => sql`b.${sql.id(snake(name))}`;
  const amount = sql`${sql.join(parts.plus.map(at), sql` + `)}${sql.join(
    parts.minus.map((name) => sql` - ${at(name)}`),
    sql``,
  )}`;
  // Accounts are texts; a reference is a number.
  const key = account === null ? sql`''` : sql`${sql.ref(`${alias}.${snake(account)}`)}::text`;
  return sql`coalesce((select ${amount} from ${sql.table(ledgerShape(ledger).balances)} b where b.tenant_id = ${slot('tenant')} and b.owner_id = ${sql.ref(`${record}.${ownerColumn(owner)}`)} and b.account = ${key}), 0)::${sql.raw(column.type)}`;
};

/** The sum of a field over rows `t`; nothing of no row is 0. */
export const sumSql = (column: Column): Sql =>
  sql`coalesce(sum(${valueSql(column)}), 0::${sql.raw(column.type)})`;
