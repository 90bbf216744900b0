import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Missing } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { CellFault } from '@keyan/kernel/wire/workbooks.ts';
import type { TransactionContext } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { lockTarget } from '../records/lock.ts';
import { referringRecord } from '../records/references.ts';
import type { Session } from '../store/connection/database.ts';

// Batches that stay: what came of each row is compared with the file later, or undone as a whole.

/** Keeps a batch beyond the days for which imports are kept. */
export const keepBatch = async (session: Session, batchId: string): Promise<void> => {
  await session.query('update import_batch set kept = true where tenant_id = $1 and id = $2', [
    session.tenantId,
    batchId,
  ]);
};

/** A row of a kept batch, and what came of it. */
export interface KeptRow {
  readonly row: number;
  /** Values as the file has them, references resolved. */
  readonly input: RowLike;
  readonly faults: readonly CellFault[];
  /** Record that the batch made of it. */
  readonly recordId: string | null;
  /** Record that stood before. */
  readonly standingId: string | null;
  /** Why it was not saved. */
  readonly failure: Label | null;
}

export const keptRows = (session: Session, batchId: string): Promise<readonly KeptRow[]> =>
  session.query<KeptRow>(
    `select row_no as row, input, faults, record_id::text as "recordId",
            standing_id::text as "standingId", failure
       from import_row where tenant_id = $1 and batch_id = $2 order by row_no`,
    [session.tenantId, batchId],
  );

/** Is the batch at rest: every row settled, and no process at work on it? @throws Missing for no batch */
export const isAtRest = async (session: Session, batchId: string): Promise<boolean> => {
  const [batch] = await session.query<{ readonly rests: boolean }>(
    `select finish_time is not null as rests from import_batch where tenant_id = $1 and id = $2`,
    [session.tenantId, batchId],
  );
  if (!batch) throw new Missing();
  return batch.rests;
};

/** Why a record that a batch made cannot be taken back. */
export interface UndoObstacle {
  readonly id: string;
  readonly title: string;
  readonly reason: Label;
}

const usedBy: Label = ['已被【{kind}】引用', 'it is used by “{kind}”'];
const changedSince: Label = ['导入后已有人修改', 'it was changed after the import'];

const nameOf = (resource: Resource, row: RowLike): string =>
  String(row[resource.number?.field ?? resource.title] ?? row[resource.title] ?? row.id);

/**
 * Takes back the records that a batch made, by rising id: each is removed with its history and its effects, so that ledgers
 * get counter-entries. Records that are gone already are passed over.
 * @returns the obstacles, at most `most`; where there are any, the caller undoes the transaction
 */
export const takeBackRecords = async (
  transaction: TransactionContext,
  resource: Resource,
  ids: readonly string[],
  most: number,
): Promise<readonly UndoObstacle[]> => {
  const { engine, tx } = transaction;
  const obstacles: UndoObstacle[] = [];
  for (const id of ids.toSorted((a, b) => Number(BigInt(a) - BigInt(b)))) {
    if (obstacles.length >= most) break;
    const row = await lockTarget(transaction, resource, id);
    if (!row) continue;
    const referrer = await referringRecord(engine, tx, resource, id);
    const reason = referrer
      ? fill(usedBy, { kind: referrer.label })
      : row.version > 1
        ? changedSince
        : null;
    if (reason) obstacles.push({ id, title: nameOf(resource, row), reason });
    else await commitChange(transaction, { resource, before: row, after: row, action: 'remove' });
  }
  return obstacles;
};
