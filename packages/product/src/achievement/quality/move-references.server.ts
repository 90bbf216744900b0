import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { withLineIds } from '@keyan/engine/records/row.ts';
import type { Referrer } from '@keyan/engine/store/catalog.ts';
import { type Resource, snakeCase } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** SQL condition that the column names the record in `$2`. */
const names = (alias: string, { column, spec }: Referrer['column']): string =>
  spec.type === 'refs' ? `${alias}."${column}" @> array[$2::bigint]` : `${alias}."${column}" = $2`;

/** Reads records that refer to the record in one column, sorted by id. */
const pointing = async (
  { tx }: TransactionContext,
  { resource, linesTable, column }: Referrer,
  id: string,
): Promise<readonly string[]> => {
  const rows = await tx.query<{ id: string }>(
    linesTable === null
      ? `select t.id::text from ${resource.table} t
          where t.tenant_id = $1 and ${names('t', column)} and t.is_deleted = 0 order by t.id`
      : `select distinct t.id::text, t.id as place from ${linesTable} l
           join ${resource.table} t on t.tenant_id = l.tenant_id and t.id = l.parent_id
          where l.tenant_id = $1 and ${names('l', column)} and t.is_deleted = 0 order by place`,
    [tx.tenantId, id],
  );
  return rows.map((row) => row.id);
};

/** Returns the value with `from` replaced by `to`; a list with both contains `to` once. */
const movedValue = (value: unknown, from: string, to: string): unknown =>
  Array.isArray(value) ? [...new Set(value.map((id) => (id === from ? to : id)))] : to;

/** Returns the lines with the replaced reference, without duplicates. */
const movedLines = (
  lines: readonly RowLike[],
  field: string,
  from: string,
  to: string,
): RowLike[] => {
  const isThere = lines.some((line) => line[field] === to);
  return lines.flatMap((line) => {
    const value = line[field];
    if (Array.isArray(value)) return [{ ...line, [field]: movedValue(value, from, to) }];
    if (value !== from) return [line];
    return isThere ? [] : [{ ...line, [field]: to }];
  });
};

/** Returns the field of the resource with these lines. */
const linesField = ({ resource, linesTable }: Referrer): string =>
  Object.keys(resource.fields).find(
    (name) =>
      resource.fields[name]?.spec.type === 'rows' &&
      linesTable === `${resource.table}_${snakeCase(name)}`,
  ) ?? '';

const movedRow = (referrer: Referrer, before: RowLike, from: string, to: string): RowLike => {
  const { column, linesTable } = referrer;
  if (linesTable === null)
    return { ...before, [column.field]: movedValue(before[column.field], from, to) };
  const field = linesField(referrer);
  const lines = (before[field] as readonly RowLike[] | null) ?? [];
  return { ...before, [field]: movedLines(lines, column.field, from, to) };
};

/** Returns the labels of resources that refer to a record about to be removed. */
export const referringKindsOf = async (
  transaction: TransactionContext,
  kind: Resource,
  id: string,
): Promise<readonly Label[]> => {
  const found = new Map<string, Label>();
  for (const referrer of transaction.engine.store.catalog.referrers(kind.key)) {
    if ((await pointing(transaction, referrer, id)).length > 0) {
      found.set(referrer.resource.key, referrer.resource.label);
    }
  }
  return [...found.values()];
};

/**
 * Redirects all references from one record to another: claims, awards, declarations, outputs of conclusions. Versions
 * remain unchanged, so that people editing these records can save.
 */
export const moveReferences = async (
  transaction: TransactionContext,
  kind: Resource,
  from: string,
  to: string,
): Promise<void> => {
  for (const referrer of transaction.engine.store.catalog.referrers(kind.key)) {
    const { resource } = referrer;
    for (const id of await pointing(transaction, referrer, from)) {
      const before = id === to ? null : await lockTarget(transaction, resource, id);
      if (!before) continue;
      const moved = movedRow(referrer, before as RowLike, from, to);
      await commitChange(transaction, {
        resource,
        before,
        after: withLineIds(transaction, resource, moved, before as RowLike),
        action: 'effect',
        keepsVersion: true,
      });
    }
  }
};
