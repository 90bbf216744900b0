/**
 * Writes records. Saving, submitting, approving, recalling, removing, restoring and what the
 * product changes by itself end here, inside the transaction of the caller. `laws/writers.test.ts`
 * lists the few other files that write tables of records, each with its reason.
 *
 * The parts of a save or a submission, in their order (the phases are those of `commands/save.ts`):
 *
 * 1. before the transaction (`commands/save-record.ts`): secret fields are dropped, formatted texts are
 *   cleaned, what the behaviour asks outside is asked (`ahead.save`), a number is reserved;
 * 2. permission code, scope, lock, version (phase 1), then whether the status allows it;
 * 3. `validate` with computed fields: the same function as in the form (phase 2);
 * 4. `complete` of the resource's behaviour, if there is no fault so far (phase 2);
 * 5. references, department, attachments, required attachments (phase 3);
 * 6. `check`, if the record has to be complete and there is no fault so far (phase 3);
 * 7. the reserved number, if the record has none;
 * 8. the approval engine, for a submission: its decision, its rows, its messages (phase 4);
 * 9. `commitChange`: credentials are sealed, audit columns, then row, lines and history in one statement,
 *   and the record's entry in the table of searches where its texts changed (phase 5);
 *   then `saved` of the behaviour: what belongs to it and is kept elsewhere, and its messages (`tells`,
 *   `answers`);
 * 10. its effects: what stands on other records because of its state (`settle.ts`);
 * 11. `entering` of the behaviour, if the status changed;
 * 12. before the commit, ledgers: entries, balances, owners that follow them, limits
 *   (`ledger/post.ts`);
 * 13. after the commit: live events and caches.
 *
 * An approval locks the record, applies the assignee's edits, and continues at 8.
 */
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { onPosted } from '../ledger/post.ts';
import { withApprovalNumber } from './approval-number.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import { actOnPostings } from './follow.ts';
import { writePlannedRecord } from './plan.ts';
import type { ProcessColumns } from './process-columns.ts';
import { settleEffects } from './settle.ts';
import { markAnsweredBy, sendMessagesOf } from './tell.ts';
import type { RecordChange } from './write-record.ts';

/**
 * Changes a record: sets its audit columns, writes row, changed lines and history entry in one statement, updates its
 * effects on other records, and runs `entering` of its behaviour if its status changed. Returns the stored row. Logical
 * deletion (`remove`) and its reversal (`restore`) change no field.
 * @throws errors of the database, such as a duplicate of a unique value: here if the statement is awaited, else at the
 *   commit; Refused if a record of an effect does not accept it.
 */
export const commitChange = async (
  transaction: TransactionContext,
  given: RecordChange,
): Promise<StoredRow> => {
  const change = await withApprovalNumber(transaction, given);
  const { resource, before, action } = change;
  onPosted(transaction.tx, (moved) =>
    actOnPostings(transaction, moved, (following) => commitChange(transaction, following)),
  );
  const { row, steps } = await writePlannedRecord(transaction, change);
  const behaviour = transaction.engine.behaviours.get(resource.key);
  await behaviour?.saved?.(row, { ...transaction, before, action });
  await sendMessagesOf(transaction, resource, row, resource.tells ?? [], before);
  markAnsweredBy(transaction, resource, row, resource.actions?.[action]?.answers);
  await settleEffects(transaction, steps);
  if (action !== 'remove' && action !== 'restore') {
    await runEntering(transaction, resource, before, row);
  }
  return row;
};

/** Runs `entering` of the behaviour if the status changed. */
const runEntering = async (
  transaction: TransactionContext,
  resource: Resource,
  before: StoredRow | null,
  after: StoredRow,
): Promise<void> => {
  if (!hasProcess(resource) || after.auditStatus === (before?.auditStatus ?? null)) return;
  const behaviour = transaction.engine.behaviours.get(resource.key);
  await behaviour?.entering?.[after.auditStatus]?.(after, transaction);
};

const tookOver: Label = [
  '原填报人账号已停用，记录由他人接办',
  'The author’s account was disabled: somebody else takes over the record',
];

/** Makes another person the writer of a record whose writer has left, and records that in its history. */
export const changeWriter = async (
  transaction: TransactionContext,
  resource: Resource,
  before: StoredRow,
  writer: string,
): Promise<void> => {
  const { engine, tx } = transaction;
  tx.send(
    engine.store.writer.changeWriter(resource, { tenant: tx.tenantId, id: before.id, writer }),
  );
  const after = { ...before, createUser: writer };
  await commitChange(transaction, { resource, before, after, action: 'update', note: tookOver });
};

/**
 * Writes the columns that name the current assignees of a record. They are no part of what people edit: no new version,
 * no history (the log of the process has it), and a person who is editing the record can still save it.
 */
export const updateCurrentStep = (
  { engine, tx }: TransactionContext,
  resource: Resource,
  id: string,
  process: ProcessColumns,
): void => {
  tx.send(
    engine.store.writer.updateCurrentStep(resource, {
      tenant: tx.tenantId,
      id,
      node: process.currentNode,
      assignee: process.currentAssignee,
      since: process.currentSince,
      steps: process.steps,
    }),
  );
};
