import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { differenceStatusCodes } from '../../people/exchange/dictionaries.ts';
import { changeRow, createRow } from '../../shared/mechanisms/rows.server.ts';
import { financeDifference } from './finance-difference.ts';

const kind = financeDifference as Resource;

/** Difference between the finance system and a stored record. */
export interface FoundDifference {
  /** Id of the reporting source; two sources may use equal numbers. */
  readonly sourceId: string;
  readonly object: string;
  readonly kind: string;
  readonly recordNum: string;
  readonly item: string;
  readonly ours: string;
  readonly theirs: string;
  readonly message?: string;
  readonly arriveId?: string | null;
  readonly programId?: string | null;
  readonly expenseId?: string | null;
}

interface StoredDifferenceRow {
  readonly id: string;
  readonly item: string;
  readonly ours: string | null;
  readonly theirs: string | null;
  readonly status: string;
}

/**
 * Stores the differences of one record: existing differences keep their decision; open ones that no
 * longer occur become outdated.
 * @param found all current differences; empty if the record agrees
 * @returns number of open differences
 */
export const saveDifferences = async (
  transaction: TransactionContext,
  about: Pick<FoundDifference, 'sourceId' | 'object' | 'recordNum'>,
  found: readonly FoundDifference[],
): Promise<number> => {
  const { tx } = transaction;
  const known = await tx.query<StoredDifferenceRow>(
    `select id::text, item, ours, theirs, status from finance_difference
      where tenant_id = $1 and object = $2 and record_num = $3 and is_deleted = 0 and status <> $4
        and coalesce(source_id, $5) = $5`,
    [tx.tenantId, about.object, about.recordNum, differenceStatusCodes.outdated, about.sourceId],
  );
  const isSame = (one: StoredDifferenceRow, { item, ours, theirs }: FoundDifference): boolean =>
    one.item === item && (one.ours ?? '') === ours && (one.theirs ?? '') === theirs;
  for (const one of known) {
    if (one.status !== differenceStatusCodes.open || found.some((each) => isSame(one, each)))
      continue;
    const before = await lockTarget(transaction, kind, one.id);
    if (before)
      await changeRow(transaction, kind, before, 'outdate', {
        status: differenceStatusCodes.outdated,
      });
  }
  const fresh = found.filter((each) => !known.some((one) => isSame(one, each)));
  for (const one of fresh) {
    await createRow(transaction, kind, {
      ...one,
      ours: one.ours.slice(0, 500),
      theirs: one.theirs.slice(0, 500),
      message: one.message?.slice(0, 500) ?? null,
    });
  }
  const open = known.filter(
    (one) => one.status === differenceStatusCodes.open && found.some((each) => isSame(one, each)),
  );
  return fresh.length + open.length;
};

export type StoredDifference = StoredRow & RowLike;
