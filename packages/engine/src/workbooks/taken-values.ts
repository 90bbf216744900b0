import { explainsDuplicate, uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { duplicateFault } from '../records/duplicates.ts';
import type { Tx } from '../store/connection/database.ts';
import { type Column, type Shape, shapeOf } from '../store/schema/shape.ts';

/** A row as it would be stored. */
export interface JudgedValues {
  readonly row: number;
  /** Id of the record that it corrects; `0` for a new one. */
  readonly own: string;
  readonly become: RowLike;
}

/** Condition of the unique index of a column, on the alias `t` of its table. */
const counted = (shape: Shape, { spec }: Column): string => {
  const told = spec.unlessTold === undefined ? undefined : shape.column(spec.unlessTold)?.column;
  return [
    't.tenant_id = $1 and t.is_deleted = 0',
    ...(shape.process ? [`t.audit_status in ('1', '2')`] : []),
    ...(told ? [`t."${told}" is null`] : []),
  ].join(' and ');
};

/**
 * The faults of rows with a value that another stored record has and no second one may have, by the row: what the
 * database would say when they are saved or submitted. A statement for each unique field.
 */
export const duplicateValueFaults = async (
  tx: Tx,
  resource: Resource,
  rows: readonly JudgedValues[],
): Promise<ReadonlyMap<number, readonly FieldFault[]>> => {
  const shape = shapeOf(resource);
  const faults = new Map<number, FieldFault[]>();
  for (const column of shape.unique) {
    const { field, spec } = column;
    const asked = rows.flatMap(({ row, own, become }) => {
      const key = explainsDuplicate(spec, become) ? null : uniqueKey(spec, field, become);
      return key === null ? [] : [{ row, own, key }];
    });
    if (asked.length === 0) continue;
    const taken = await tx.query<{ row: number }>(
      `select k.row from unnest($2::int[], $3::bigint[], $4::text[]) as k(row, own, key)
        where exists (select 1 from "${shape.table}" t
                where ${counted(shape, column)} and t."${column.column}_key" = k.key and t.id <> k.own)`,
      [
        tx.tenantId,
        asked.map(({ row }) => row),
        asked.map(({ own }) => own),
        asked.map(({ key }) => key),
      ],
    );
    const fault: FieldFault = { path: field, message: duplicateFault(spec.label) };
    for (const { row } of taken) faults.set(row, [...(faults.get(row) ?? []), fault]);
  }
  return faults;
};
