import { isSystem } from '@keyan/kernel/access/actor.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';

const noProcess = {
  auditStatus: statuses.draft,
  processInstanceId: null,
  submitTime: null,
  finishTime: null,
  currentNode: null,
  currentAssignee: null,
  currentSince: null,
  steps: [],
};

/** Returns the columns of a new record before it is first written. */
export const newRowColumns = (
  { engine, actor, now }: TransactionContext,
  resource: Resource,
): RowLike => {
  const time = timeText(now);
  return {
    id: engine.ids.next(),
    tenantId: actor.tenantId,
    createUser: actorId(actor),
    createDept: isSystem(actor) ? null : (actor.departments[0] ?? null),
    createTime: time,
    updateUser: actorId(actor),
    updateTime: time,
    isDeleted: 0,
    version: 1,
    ...(hasProcess(resource) ? noProcess : {}),
  };
};

/** Returns the row with the columns that every change sets: who, when, and the next version. */
export const withAuditColumns = (
  { actor, now }: TransactionContext,
  before: StoredRow,
  after: RowLike,
): StoredRow =>
  ({
    ...after,
    updateUser: actorId(actor),
    updateTime: timeText(now),
    version: before.version + 1,
  }) as StoredRow;

/** Gives every line of every sub-table an id: the stored id if it matches one, else a new one. */
export const withLineIds = (
  { engine }: TransactionContext,
  resource: Resource,
  fields: RowLike,
  before: RowLike | null,
): RowLike => {
  const lines = Object.entries(resource.fields).filter(([, { spec }]) => spec.type === 'rows');
  return {
    ...fields,
    ...Object.fromEntries(
      lines.map(([name]) => {
        const known = new Set(((before?.[name] as RowLike[] | null) ?? []).map((line) => line.id));
        const given = (fields[name] as RowLike[] | null) ?? [];
        // A stored id is used once: a copied line gets a new id.
        return [
          name,
          given.map((line) => ({
            ...line,
            id: known.delete(line.id) ? line.id : engine.ids.next(),
          })),
        ];
      }),
    ),
  };
};
