import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { StatusAction } from '@keyan/kernel/access/status.ts';
import { processFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Change, changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorName } from '../base/actors.ts';
import type { HistoryLine } from '../store/statements/write.ts';
import type { TransactionContext } from './behaviour.ts';

/** Name of a change in the history of a record; also the name of an action of its kind. */
export type HistoryAction =
  | StatusAction
  | 'create'
  | 'update'
  | 'remove'
  | 'restore'
  | 'confirm'
  // Changes by effects: another record entered or left a state; `kept` is a value that somebody entered since.
  | 'effect'
  | 'undone'
  | 'kept'
  | (string & {});

const statusChange = (before: RowLike | null, after: RowLike): readonly Change[] =>
  before && before.auditStatus !== after.auditStatus
    ? [
        {
          path: 'auditStatus',
          label: processFields.auditStatus.spec.label,
          before: before.auditStatus,
          after: after.auditStatus,
        },
      ]
    : [];

/** Values of a history entry besides the changed fields. */
export interface HistoryEntryValues {
  readonly action: HistoryAction;
  /** Reason or comment of the actor, or a note of the program. */
  readonly note?: HistoryLine['note'];
  /** Changes of data of the record that is stored outside its table. */
  readonly changes?: readonly Change[];
}

/** Returns the history entry of a change, with every field that differs. */
export const historyEntry = (
  { engine, actor, now }: TransactionContext,
  resource: Resource,
  before: RowLike | null,
  after: RowLike,
  { action, note = null, changes = [] }: HistoryEntryValues,
): HistoryLine => ({
  id: engine.ids.next(),
  action,
  actorId: isSystem(actor) ? null : actor.id,
  actorName: actorName(actor),
  time: now,
  note,
  changes: [
    ...changesBetween(resource, before ?? {}, after),
    ...statusChange(before, after),
    ...changes,
  ],
});
