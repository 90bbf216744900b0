/**
 * Explains errors of unique indexes. `writeRecord` registers every record that a transaction writes, so the answer is
 * the same for every command: a save, an action, an edit at an approval step, an effect, a move.
 */

import { uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { sql } from 'kysely';
import type { Tx } from '../store/connection/database.ts';
import { type Column, shapeOf } from '../store/schema/shape.ts';
import { compileTemplate, slot } from '../store/statements/compile.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { readableRows } from './readable-rows.ts';

/** Returns the name of the unique index of a column; the generator of migrations uses it too. */
export const uniqueIndex = (table: string, column: Column): string =>
  `${table}_${column.column}_unique`;

/** Returns the fault of a value that must be unique and that another record has. */
export const duplicateFault = (label: Label): Label =>
  fill(['【{label}】已存在', '{label} already exists'], { label });

/** Record that a transaction writes. */
interface Written {
  readonly resource: Resource;
  readonly row: RowLike;
}

const written = new WeakMap<Tx, Written[]>();

const constraintOf = (error: unknown): string | null => {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return code === '23505' && constraint ? constraint : null;
};

/**
 * Returns the column of a hand-written unique index: `… USING btree (tenant_id, lower(account)) WHERE …`. The error
 * does not name it, because row-level security hides it.
 */
const columnIn = async (
  { engine, actor }: TransactionContext,
  resource: Resource,
  index: string,
): Promise<Column | undefined> => {
  const [found] = await engine.database.read(actor.tenantId, (session) =>
    session.query<{ text: string | null }>('select pg_get_indexdef(to_regclass($1)) as text', [
      index,
    ]),
  );
  const [, over = ''] = found?.text?.split(/ USING | WHERE /) ?? [];
  const names = new Set(over.match(/\w+/g));
  return shapeOf(resource).own.find((one) => names.has(one.column));
};

/** Returns the record that has one of these values, with its title if the actor may read it. */
const holderOf = async (
  context: TransactionContext,
  resource: Resource,
  column: Column,
  keys: readonly string[],
): Promise<{ readonly id: string; readonly text: string } | undefined> => {
  const { engine, actor } = context;
  const shape = shapeOf(resource);
  const title = shape.column(resource.title)?.column ?? 'id';
  const holder = compileTemplate(
    sql`select t.id, ${sql.ref(`t.${title}`)}::text as text from ${sql.table(resource.table)} t where t.tenant_id = ${slot('tenant')} and ${sql.ref(`t.${column.column}_key`)} = any(${slot('keys')}) and t.is_deleted = 0 ${shape.process ? sql`and t.audit_status in ('1', '2')` : sql``} limit 1`,
  );
  return engine.database.read(actor.tenantId, async (session) => {
    const [other] = await session.query<{ id: string; text: string | null }>(
      holder.bind({ tenant: actor.tenantId, keys }),
    );
    if (!other) return undefined;
    const readable = readableRows(context, resource, 'u.id', 1);
    const [seen] = await session.query(
      `select 1 from (values ($1::bigint)) u(id) where ${readable.sql}`,
      [other.id, ...readable.parameters],
    );
    return seen ? { id: other.id, text: other.text ?? other.id } : undefined;
  });
};

/**
 * Converts the error of a unique index to the fault 【标签】已存在 at the field, with a link to the other record if the actor
 * may read it (ruling 28: only records in approval or approved count, so a draft of another person is never revealed).
 * Returns other errors unchanged.
 */
const explained = async (
  context: TransactionContext,
  rows: readonly Written[],
  error: unknown,
): Promise<unknown> => {
  const constraint = constraintOf(error);
  const { table } = error as { readonly table?: string };
  const resource = rows.find((one) => one.resource.table === table)?.resource;
  if (constraint === null || !resource) return error;
  const unique = shapeOf(resource).unique.find(
    (one) => uniqueIndex(resource.table, one) === constraint,
  );
  const column = unique ?? (await columnIn(context, resource, constraint));
  if (!column) return error;
  const keys = rows.flatMap(({ resource: { key }, row }) => {
    const value = key === resource.key && unique ? uniqueKey(unique.spec, unique.field, row) : null;
    return value === null ? [] : [value];
  });
  const link = unique && (await holderOf(context, resource, unique, keys));
  const message = duplicateFault(column.spec.label);
  return new Invalid([
    {
      path: column.field,
      message,
      ...(link && { link: { resource: resource.key, ...link } }),
    },
  ]);
};

/** Registers a record that the transaction is about to write, so that an error of a unique index can be explained. */
export const noteWrittenRecord = (
  context: TransactionContext,
  resource: Resource,
  row: StoredRow,
): void => {
  const { tx } = context;
  const rows = written.get(tx);
  if (rows) {
    rows.push({ resource, row });
    return;
  }
  const first = [{ resource, row }];
  written.set(tx, first);
  tx.explains((error) => explained(context, first, error));
};
