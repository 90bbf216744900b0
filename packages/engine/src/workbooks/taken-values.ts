import { explainsDuplicate, uniqueKey } from '@keyan/kernel/definition/field/unique.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { FieldFault } from '@keyan/kernel/errors.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { duplicateFault } from '../records/duplicates.ts';
import type { Tx } from '../store/connection/database.ts';
import { type Column, type Shape, shapeOf } from '../store/schema/shape.ts';

/** Row as it would be stored. */
export interface JudgedValues {
  readonly row: number;
  /** Id of the record that the row corrects; `0` for a new one. */
  readonly own: string;
  readonly become: RowLike;
}

/** Id of a record that is not stored yet. */
const newRecord = '0';

/** Returns the unique key of a row; null if no other row can conflict. */
const keyIn = (field: string, spec: Column['spec'], row: RowLike): string | null =>
  explainsDuplicate(spec, row) ? null : uniqueKey(spec, field, row);

/** Returns the condition of the unique index of a column, on the alias `t` of its table. */
const counted = (shape: Shape, { spec }: Column): string => {
  const told = spec.unlessTold === undefined ? undefined : shape.column(spec.unlessTold)?.column;
  return [
    't.tenant_id = $1 and t.is_deleted = 0',
    ...(shape.process ? [`t.audit_status in ('1', '2')`] : []),
    ...(told ? [`t."${told}" is null`] : []),
  ].join(' and ');
};

/** Unique values that the rows of a file would take, row by row. */
export class TakenValues {
  readonly #resource: Resource;
  readonly #shape: Shape;
  /** New keys that earlier rows give to stored records, by unique field and record. */
  readonly #given = new Map<string, Map<string, string | null>>();

  constructor(resource: Resource) {
    this.#resource = resource;
    this.#shape = shapeOf(resource);
  }

  /**
   * Returns the faults, by row, of rows with a unique value that another record has by then: what the database would
   * report when the rows are saved or submitted. One statement per unique field.
   */
  async judge(
    tx: Tx,
    rows: readonly JudgedValues[],
  ): Promise<ReadonlyMap<number, readonly FieldFault[]>> {
    const holders = new Map<string, ReadonlyMap<number, readonly string[]>>();
    for (const column of this.#shape.unique) {
      holders.set(column.field, await this.#holdersOf(tx, column, rows));
    }
    const faults = new Map<number, readonly FieldFault[]>();
    for (const one of rows) {
      const found = this.#shape.unique.flatMap(({ field, spec }): FieldFault[] => {
        const key = keyIn(field, spec, one.become);
        const standing = (holders.get(field)?.get(one.row) ?? []).some((id) => {
          const given = this.#given.get(field);
          return !given?.has(id) || given.get(id) === key;
        });
        return standing ? [{ path: field, message: duplicateFault(spec.label) }] : [];
      });
      if (found.length > 0) faults.set(one.row, found);
      else if (one.own !== newRecord) this.#give(one);
    }
    return faults;
  }

  #give({ own, become }: JudgedValues): void {
    for (const { field, spec } of this.#shape.unique) {
      const given = this.#given.get(field) ?? new Map<string, string | null>();
      this.#given.set(field, given.set(own, keyIn(field, spec, become)));
    }
  }

  /** Returns the ids of other stored records with the key of a row, by row. */
  async #holdersOf(
    tx: Tx,
    column: Column,
    rows: readonly JudgedValues[],
  ): Promise<ReadonlyMap<number, readonly string[]>> {
    const asked = rows.flatMap(({ row, own, become }) => {
      const key = keyIn(column.field, column.spec, become);
      return key === null ? [] : [{ row, own, key }];
    });
    if (asked.length === 0) return new Map();
    const found = await tx.query<{ row: number; ids: string[] }>(
      `select k.row, array_agg(t.id::text) as ids
         from unnest($2::int[], $3::bigint[], $4::text[]) as k(row, own, key)
         join "${this.#resource.table}" t
           on ${counted(this.#shape, column)} and t."${column.column}_key" = k.key and t.id <> k.own
        group by k.row`,
      [
        tx.tenantId,
        asked.map(({ row }) => row),
        asked.map(({ own }) => own),
        asked.map(({ key }) => key),
      ],
    );
    return new Map(found.map(({ row, ids }) => [row, ids]));
  }
}
