import { isSystem } from '@keyan/kernel/actor.ts';
import { hasProcess, processFields } from '@keyan/kernel/base.ts';
import { type Change, changesBetween } from '@keyan/kernel/diff.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { type StatusAction, statuses } from '@keyan/kernel/status.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { actorId, actorName } from '../base/actors.ts';
import type { HistoryLine } from '../store/write.ts';
import type { StoredRow, TransactionContext } from './behaviour.ts';
import type { ProcessColumns } from './process-columns.ts';

type RowLike = Readonly<Record<string, unknown>>;

/** What the history calls an act on a record. */
export type Act = StatusAction | 'create' | 'update' | 'remove' | 'restore';

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

/** The columns of a record that is about to be written for the first time. */
export const newborn = (step: TransactionContext, resource: Resource): RowLike => {
  const { actor } = step;
  const now = timeText(step.now);
  return {
    id: step.engine.ids.next(),
    tenantId: actor.tenantId,
    createUser: actorId(actor),
    createDept: isSystem(actor) ? null : (actor.departments[0] ?? null),
    createTime: now,
    updateUser: actorId(actor),
    updateTime: now,
    isDeleted: 0,
    version: 1,
    ...(hasProcess(resource) ? noProcess : {}),
  };
};

/** The columns that every change of a record sets. */
export const touched = (step: TransactionContext, before: StoredRow): RowLike => ({
  updateUser: actorId(step.actor),
  updateTime: timeText(step.now),
  version: before.version + 1,
});

/** Where the record stands in its process, as its columns carry it. */
export const processOf = (process: ProcessColumns): RowLike => ({
  ...process,
  currentSince: process.currentSince ? timeText(process.currentSince) : null,
});

/** Gives every line of every sub-table an id: its own where it is known, else a new one. */
export const withLineIds = (
  step: TransactionContext,
  resource: Resource,
  fields: RowLike,
  before: RowLike | null,
): RowLike => {
  const lines = Object.entries(resource.fields).filter(([, { spec }]) => spec.kind === 'rows');
  return {
    ...fields,
    ...Object.fromEntries(
      lines.map(([name]) => {
        const known = new Set(((before?.[name] as RowLike[] | null) ?? []).map((line) => line.id));
        const given = (fields[name] as RowLike[] | null) ?? [];
        // A known id counts once: a copied line is a new one.
        return [
          name,
          given.map((line) => ({
            ...line,
            id: known.delete(line.id) ? line.id : step.engine.ids.next(),
          })),
        ];
      }),
    ),
  };
};

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

/** The history entry of an act, with every field that it changed. */
export const recordOf = (
  step: TransactionContext,
  resource: Resource,
  act: { readonly action: Act; readonly before: RowLike | null; readonly after: RowLike },
  note: string | null = null,
): HistoryLine => ({
  id: step.engine.ids.next(),
  action: act.action,
  actorId: isSystem(step.actor) ? null : step.actor.id,
  actorName: actorName(step.actor),
  time: step.now,
  note,
  changes: [
    ...changesBetween(resource, act.before ?? {}, act.after),
    ...statusChange(act.before, act.after),
  ],
});
