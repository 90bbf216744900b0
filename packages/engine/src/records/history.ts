import { isSystem } from '@keyan/kernel/access/actor.ts';
import type { StatusAction } from '@keyan/kernel/access/status.ts';
import { processFields } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Change, changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorName } from '../base/actors.ts';
import type { HistoryLine } from '../store/statements/write.ts';
import type { TransactionContext } from './behaviour.ts';

/** Name of a change of a record in the history; also an action of its kind. */
export type HistoryAction =
  | StatusAction
  | 'create'
  | 'update'
  | 'remove'
  | 'restore'
  | 'confirm'
  // Changes by effects: another record entered a state, or left it; `kept` is a value that somebody entered since.
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

/** Values of an entry beside the fields that differ. */
export interface HistoryEntryValues {
  readonly action: HistoryAction;
  /** The reason or comment that the actor gave, or what the program says of it. */
  readonly note?: HistoryLine['note'];
  /** Changes of what belongs to the record and is kept outside its own table. */
  readonly changes?: readonly Change[];
}

/** The history entry of a change, with every field that differs. */
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
