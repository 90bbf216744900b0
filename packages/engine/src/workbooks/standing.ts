import { fieldTypeTable } from '@keyan/kernel/definition/field/field-types.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { Session } from '../store/connection/database.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { rowsPerStatement } from './import-batch.ts';
import type { SheetRecord } from './read.ts';

/** A record that stands already, as a row of a file names it. */
export interface StandingRecord {
  readonly id: string;
  readonly title: string;
}

/** Lists of fields: a record is the one of a row where all fields of one list are the same. */
export type SameBy = readonly (readonly string[])[];

/** The value of a field as the database compares it; null where the row has none. */
const textIn = (resource: Resource, name: string, input: RowLike): string | null => {
  const spec = resource.fields[name]?.spec;
  const value = input[name];
  if (!spec || isEmpty(value) || typeof value === 'object') return null;
  const parsed = fieldTypeTable[spec.type].parse(value, spec);
  return 'value' in parsed && parsed.value !== null ? String(parsed.value).trim() : null;
};

/** Conditions that a record counts: it is there, and neither void nor told to be another one. */
const counts = (resource: Resource, names: readonly string[]): string => {
  const shape = shapeOf(resource);
  const told = names.flatMap((name) => resource.fields[name]?.spec.unlessTold ?? []);
  return [
    't.is_deleted = 0',
    ...(shape.process ? [`t.audit_status <> '6'`] : []),
    ...told.map((name) => `t."${shape.column(name)?.column}" is null`),
  ].join(' and ');
};

/**
 * The records that rows of a file are already, by row: found by the first list of fields that all have a value. Texts are
 * compared without case. Nothing is judged of these rows, so that the same file twice makes every record once.
 */
export const standingRecords = async (
  tx: Session,
  resource: Resource,
  records: readonly SheetRecord[],
  sameBy: SameBy,
): Promise<ReadonlyMap<number, StandingRecord>> => {
  const shape = shapeOf(resource);
  const found = new Map<number, StandingRecord>();
  const title = shape.column(resource.title)?.column;
  for (const names of sameBy) {
    const columns = names.map((name) => shape.column(name)?.column);
    const asked = records.flatMap(({ row, input }) => {
      const texts = names.map((name) => textIn(resource, name, input));
      return found.has(row) || texts.includes(null) ? [] : [{ row, texts }];
    });
    const equal = columns.map(
      (column, at) => `lower(t."${column}"::text) = lower(k.texts ->> ${at})`,
    );
    for (let from = 0; from < asked.length; from += rowsPerStatement) {
      const rows = await tx.query<StandingRecord & { readonly row: number }>(
        `select distinct on (k.row) k.row, t.id::text, coalesce(t."${title}", '') as title
           from jsonb_to_recordset($2::jsonb) as k(row int, texts jsonb)
           join "${resource.table}" t on t.tenant_id = $1 and ${counts(resource, names)} and ${equal.join(' and ')}
          order by k.row, t.id`,
        [tx.tenantId, JSON.stringify(asked.slice(from, from + rowsPerStatement))],
      );
      for (const { row, ...record } of rows) found.set(row, record);
    }
  }
  return found;
};

/**
 * Marks the rows of a batch that is about to run whose records stand by now: another file, or the same one again, may have
 * made them since the dry run.
 */
export const markStanding = async (
  tx: Session,
  resource: Resource,
  batchId: string,
  sameBy: SameBy,
): Promise<void> => {
  const open = await tx.query<{ readonly row: number; readonly input: RowLike }>(
    `select row_no as row, input from import_row
      where tenant_id = $1 and batch_id = $2 and faults = '[]' and record_id is null and standing_id is null
        and failure is null order by row_no`,
    [tx.tenantId, batchId],
  );
  const records = open.map(({ row, input }) => ({
    row,
    input: { ...input },
    faults: [],
    lines: {},
  }));
  const found = [...(await standingRecords(tx, resource, records, sameBy))];
  if (found.length === 0) return;
  await tx.query(
    `update import_row r set standing_id = s.id
       from unnest($3::int[], $4::bigint[]) s(row_no, id)
      where r.tenant_id = $1 and r.batch_id = $2 and r.row_no = s.row_no`,
    [tx.tenantId, batchId, found.map(([row]) => row), found.map(([, { id }]) => id)],
  );
  await tx.query('update import_batch set valid = valid - $3 where tenant_id = $1 and id = $2', [
    tx.tenantId,
    batchId,
    found.length,
  ]);
};
