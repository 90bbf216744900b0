import type { Actor } from '@keyan/kernel/access/actor.ts';
import { grantsAction } from '@keyan/kernel/definition/permissions.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Missing } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { CellFault, ImportState } from '@keyan/kernel/wire/workbooks.ts';
import type { Engine } from '../engine.ts';
import type { Tx } from '../store/connection/database.ts';

/** Record between dry run and confirmation, as its batch stores it. */
export interface BatchRow {
  readonly row: number;
  readonly input: Record<string, unknown>;
  readonly faults: readonly CellFault[];
  /** Id of the record that the row is already; such a row is not saved. */
  readonly standing?: string;
}

/** Number of rows read or written by one statement. */
export const rowsPerStatement = 100;

/** @throws Denied without the permission to import. */
export const assertImport = (actor: Actor, resource: Resource): void => {
  if (!grantsAction(resource, actor.permissions, 'import')) throw new Denied();
};

/** Batch that a dry run is about to store. */
export interface NewBatch {
  readonly id: string;
  readonly resource: Resource;
  readonly fileName: string;
  readonly actor: Actor;
  readonly now: Date;
}

/** Tells whether a record comes of the row. */
export const isToSave = ({ faults, standing }: Pick<BatchRow, 'faults' | 'standing'>): boolean =>
  faults.length === 0 && standing === undefined;

/** Stores what a dry run found, in statements of bounded size. */
export const storeBatch = async (
  tx: Tx,
  batch: NewBatch,
  rows: readonly BatchRow[],
): Promise<void> => {
  const { id, resource, fileName, actor, now } = batch;
  const valid = rows.filter(isToSave).length;
  await tx.query(
    `insert into import_batch
       (tenant_id, id, resource, file_name, total, valid, create_user, create_time)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [tx.tenantId, id, resource.key, fileName, rows.length, valid, actor.id, now],
  );
  for (let from = 0; from < rows.length; from += rowsPerStatement) {
    const some = rows.slice(from, from + rowsPerStatement);
    await tx.query(
      `insert into import_row (tenant_id, batch_id, row_no, input, faults, standing_id)
       select $1, $2, r.row, r.input, r.faults, r.standing
         from jsonb_to_recordset($3) as r (row int, input jsonb, faults jsonb, standing bigint)`,
      [tx.tenantId, id, JSON.stringify(some)],
    );
  }
};

/** Stored batch: the number of its rows, and of those that can be saved. */
export interface ImportBatch {
  readonly total: number;
  readonly valid: number;
  readonly state: ImportState;
}

const batchWhere = async (
  engine: Engine,
  tenantId: string,
  condition: string,
  parameters: readonly unknown[],
): Promise<ImportBatch> => {
  const [batch] = await engine.database.read(tenantId, (session) =>
    session.query<ImportBatch>(
      `select total, valid,
              case when finish_time is not null then 'finished'
                   when held_until > now() then 'running'
                   when held_by is not null then 'interrupted'
                   when confirm_time is not null then 'waiting'
                   else 'judged' end as state
         from import_batch
        where tenant_id = $1 and id = $2 and resource = $3 and ${condition}`,
      [tenantId, ...parameters],
    ),
  );
  if (!batch)
    throw new Missing(['导入批次不存在或已过期', 'The import does not exist or has expired']);
  return batch;
};

/** The batch that the actor made for this resource. */
export const importBatchOf = async (
  engine: Engine,
  actor: Actor,
  { key }: Resource,
  id: string,
): Promise<ImportBatch> => {
  if (!isId(id)) throw new Missing();
  return batchWhere(engine, actor.tenantId, 'create_user = $4', [id, key, actor.id]);
};

/** A batch that is kept, whoever made it. */
export const keptBatchOf = async (
  engine: Engine,
  tenantId: string,
  { key }: Resource,
  id: string,
): Promise<ImportBatch> => {
  if (!isId(id)) throw new Missing();
  return batchWhere(engine, tenantId, 'kept', [id, key]);
};

/** The rows of a batch that could not be taken, with what is wrong, to be mended and tried again. */
export const faultyRows = async (
  engine: Engine,
  actor: Actor,
  resource: Resource,
  id: string,
): Promise<readonly BatchRow[]> => {
  await importBatchOf(engine, actor, resource, id);
  return engine.database.read(actor.tenantId, (session) =>
    session.query<BatchRow>(
      `select row_no as row, input, faults from import_row
        where tenant_id = $1 and batch_id = $2 and faults <> '[]' order by row_no`,
      [actor.tenantId, id],
    ),
  );
};
