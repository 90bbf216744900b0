import { isSystem } from '@keyan/kernel/access/actor.ts';
import { scopeAdmits } from '@keyan/kernel/access/scope.ts';
import { statusAfter, statuses } from '@keyan/kernel/access/status.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, type FieldFault, Invalid, wrongStatus } from '@keyan/kernel/errors.ts';
import { denialReason } from '@keyan/kernel/records/abilities.ts';
import { fieldsKeptFrom } from '@keyan/kernel/records/kept.ts';
import { isEmpty, validate } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { actorId, actorName } from '../base/actors.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { commitChange } from '../records/commit.ts';
import { currentCopies } from '../records/copies.ts';
import { currentValidationContext } from '../records/facts.ts';
import { lockInOrder } from '../records/lock.ts';
import { withoutUnchangedMasks } from '../records/masks.ts';
import { referenceFaults } from '../records/references.ts';
import { allowancesOf, fieldsHiddenFrom, holdsPermission, scopeValues } from '../records/rights.ts';
import { newRowColumns, withLineIds } from '../records/row.ts';
import { transitionColumns } from '../records/transition.ts';
import { treeFaults } from '../records/tree.ts';
import { resolveVariant } from '../records/variants.ts';
import { assertVersion } from '../records/versions.ts';
import type { ReservedNumber } from '../store/schema/numbers.ts';
import { shapeOf } from '../store/schema/shape.ts';
import { readableBy } from '../store/statements/scope.ts';
import type { TaskComment } from '../workflow/runtime/port.ts';
import { type CommandContext, type CommandTransaction, throwFault } from './context.ts';
import { foreignDepartmentFaults } from './department.ts';
import { importedState } from './imported-state.ts';
import { actionContext } from './perform.ts';
import { bindFiles, missingFiles } from './record-files.ts';
import { missingNumberFault } from './record-number.ts';

/** Mode of a save: a draft may be incomplete, a submission must be complete. */
export type SaveMode =
  | {
      readonly kind: 'draft';
      readonly imported?: boolean;
      readonly first?: (transaction: CommandTransaction, input: RowLike) => Promise<RowLike>;
    }
  | {
      readonly kind: 'submit';
      readonly taskUserId?: string;
      readonly opinion?: TaskComment;
    };

/** State of a save between its phases. */
export interface Save {
  readonly transaction: CommandTransaction;
  readonly resource: Resource;
  /** Cleaned input without fields that are secret for the actor. */
  readonly input: RowLike;
  readonly mode: SaveMode;
  /** True if the record must be complete; always true for a resource without a process, which has no drafts. */
  readonly complete: boolean;
  /** True if the save starts or continues an approval. */
  readonly submits: boolean;
}

/** Row that the input gives, and the faults found so far. */
interface Checked {
  readonly row: StoredRow;
  readonly faults: readonly FieldFault[];
}

/** Returns the input without fields that are secret for the actor. */
export const dropHiddenFields = (
  context: CommandContext,
  resource: Resource,
  input: RowLike,
): RowLike => {
  const hidden = fieldsHiddenFrom(resource, context.actor);
  return hidden.size === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([name]) => !hidden.has(name)));
};

/** Returns the input without kept fields that the actor may not change; their stored values remain. */
export const dropKeptFields = (save: Save, before: StoredRow | null): RowLike => {
  const { transaction, resource, input } = save;
  const { actor } = transaction;
  const kept =
    isSystem(actor) || !before ? [] : fieldsKeptFrom(resource, actor.permissions, before);
  return kept.length === 0
    ? input
    : Object.fromEntries(Object.entries(input).filter(([name]) => !kept.includes(name)));
};

/** Locks and returns a record that the actor may read. */
export const lockReadable = (
  transaction: CommandTransaction,
  resource: Resource,
  id: unknown,
): Promise<StoredRow> => {
  const scope = readableBy(transaction.engine.store.catalog, resource, transaction.actor);
  return lockInOrder(transaction, resource, String(id), scope, scopeValues(transaction));
};

/** @throws Denied if the actor may not create a record. */
export const assertMayCreate = ({ transaction: { actor }, resource, submits }: Save): void => {
  if (!holdsPermission(resource, actor, 'add')) throw new Denied();
  if (submits && !holdsPermission(resource, actor, 'submit')) throw new Denied();
};

/** @throws Denied, Refused or Conflict if the actor may not change the record in its current state. */
export const assertMayChange = async (save: Save, row: StoredRow): Promise<void> => {
  const { transaction, resource, input, submits } = save;
  const { actor, tx } = transaction;
  throwFault(denialReason(submits ? 'submit' : 'edit', { resource, row, actor }));
  await assertVersion(transaction, tx, resource, row, input.version);
};

/**
 * Phase 1: checks permission, scope and version, and locks the record. Returns the row before the
 * change, or null for a new record.
 */
const openRecord = async (save: Save): Promise<StoredRow | null> => {
  const { transaction, resource, input } = save;
  if (isEmpty(input.id)) {
    assertMayCreate(save);
    return null;
  }
  const row = await lockReadable(transaction, resource, input.id);
  await assertMayChange(save, row);
  return row;
};

/** @throws Refused if the status of the record does not allow the save or submission. */
export const assertTransition = (save: Save, before: StoredRow | null): void => {
  if (!hasProcess(save.resource)) return;
  const { mode, transaction } = save;
  const action = mode.kind === 'submit' ? 'submit' : 'save';
  if (!statusAfter(before?.auditStatus ?? null, action, allowancesOf(transaction.actor))) {
    throw wrongStatus();
  }
};

/**
 * True if a limited reference is checked again although the draft already contains it. A returned record is exempt: the
 * reference was allowed when it was submitted.
 */
const judgesAgain = ({ submits }: Save, before: StoredRow | null): boolean =>
  submits && before !== null && before.auditStatus !== statuses.returned;

/** True if the actor has the permission to create the record on a page of its variant. */
const mayMake = (
  { transaction: { actor }, resource, mode, submits }: Save,
  row: RowLike,
): boolean => {
  const imported = mode.kind === 'draft' && mode.imported === true;
  const asked = ['add', ...(submits ? ['submit'] : []), ...(imported ? ['import'] : [])];
  return asked.every((action) => holdsPermission(resource, actor, action, row));
};

/** Phase 2: applies the input to the row, validates it as the form does, and computes fields. */
export const validateInput = async (save: Save, before: StoredRow | null): Promise<Checked> => {
  const { transaction, resource, input, mode } = save;
  const { engine, actor } = transaction;
  const writer = {
    id: actorId(actor),
    name: actorName(actor),
    departments: isSystem(actor) ? [] : actor.departments,
    imported: mode.kind === 'draft' && mode.imported === true,
  };
  const held = before ?? initialRow(resource.fields, writer);
  const named = { ...held, ...input };
  const copies = await currentCopies(transaction, transaction.tx, resource, named, before);
  const variant = resolveVariant(resource, actor, before, input, copies);
  const taken = { ...held, ...copies, ...variant.values };
  const judged = await currentValidationContext(
    transaction,
    transaction.tx,
    resource,
    { ...named, ...copies, ...variant.values },
    before,
  );
  const { row: validated, faults: found } = validate(
    resource,
    taken,
    { ...input, ...variant.values },
    save.complete ? 'complete' : 'draft',
    judged,
  );
  const isImport = !before && mode.kind === 'draft' && mode.imported === true;
  const moment = actionContext(transaction, resource, judged.facts, judged.dictionaries);
  const state = isImport
    ? importedState(transaction, resource, validated, input, moment)
    : { values: {}, faults: [] };
  Object.assign(validated, state.values);
  const faults = [...found, ...variant.faults, ...state.faults];
  // The behaviour computes values that need the database, from valid values only.
  const behaviour = engine.behaviours.get(resource.key);
  const patch =
    faults.length === 0
      ? await behaviour?.complete?.(validated, {
          ...transaction,
          before,
          facts: judged.facts ?? {},
        })
      : undefined;
  const fields = withLineIds(transaction, resource, { ...validated, ...patch }, before);
  const row = { ...(before ?? newRowColumns(transaction, resource)), ...fields } as StoredRow;
  if (!before && !isSystem(actor)) {
    const task = { todo: false, done: false };
    // A wrong value may be the reason why the record is outside the write scope.
    if (!mayMake(save, row) || !scopeAdmits(resource.access.write, actor, row, task)) {
      throw faults.length > 0 ? new Invalid(faults) : new Denied();
    }
  }
  return { row, faults };
};

/**
 * Phase 3: checks references, department and attachments, and runs the checks of the behaviour. Attachments are bound
 * to the record here; a fault rolls this back with the transaction.
 * @throws Invalid with every fault of phases 2 and 3.
 */
export const checkAgainstDatabase = async (
  save: Save,
  before: StoredRow | null,
  { row: given, faults: found }: Checked,
): Promise<StoredRow> => {
  const { transaction, resource, input, mode, complete } = save;
  const row: StoredRow = { ...given };
  const [dangling, circular, foreign, bound] = await Promise.all([
    referenceFaults(transaction, transaction.tx, resource, row, before, judgesAgain(save, before)),
    treeFaults(transaction.tx, resource, row, before),
    foreignDepartmentFaults(transaction, resource, row, before, mode.kind === 'submit'),
    bindFiles(transaction, resource, row, before, input),
  ]);
  const { files } = shapeOf(resource);
  if (files) (row as Record<string, unknown>)[files] = bound.files;
  // A fault of a reference that a rule already reports is not reported again.
  const isNew = ({ path }: FieldFault): boolean => found.every((fault) => fault.path !== path);
  const faults = [...found, ...dangling.filter(isNew), ...circular, ...foreign, ...bound.faults];
  if (complete) faults.push(...(await missingFiles(transaction, resource, row, bound.files)));
  if (complete && faults.length === 0) {
    const behaviour = transaction.engine.behaviours.get(resource.key);
    faults.push(...((await behaviour?.check?.(row, transaction)) ?? []));
  }
  if (faults.length > 0) throw new Invalid(faults);
  return row;
};

/** Phase 4: returns the columns that the transition changes; for a submission the approval engine decides them. */
const transitionOf = async (
  { transaction, resource, mode }: Save,
  before: StoredRow | null,
  row: StoredRow,
): Promise<RowLike> => {
  if (!hasProcess(resource)) return {};
  const { engine, now } = transaction;
  const status = before?.auditStatus ?? null;
  const allowances = allowancesOf(transaction.actor);
  if (mode.kind === 'draft') {
    return transitionColumns(resource, status, { action: 'save', allowances }, now);
  }
  const { kind: _kind, ...said } = mode;
  const started = await engine.workflow.submit(transaction, { resource, row, ...said });
  const submitted = { ...started, action: 'submit', allowances } as const;
  const columns = transitionColumns(resource, status, submitted, now);
  if (started.action !== 'approve') return columns;
  const { auditStatus } = columns as Pick<StoredRow, 'auditStatus'>;
  return { ...columns, ...transitionColumns(resource, auditStatus, started, now) };
};

/** Phase 5: stores the record, with its history, in one statement. */
const store = (
  { transaction, resource, mode, submits }: Save,
  before: StoredRow | null,
  row: RowLike,
): Promise<StoredRow> =>
  commitChange(transaction, {
    resource,
    before,
    after: row,
    action: submits ? 'submit' : before ? 'update' : 'create',
    note: (before && mode.kind === 'submit' && mode.opinion?.comment) || null,
  });

export const prepareSave = (
  transaction: CommandTransaction,
  resource: Resource,
  input: RowLike,
  mode: SaveMode,
): Save => ({
  transaction,
  resource,
  input,
  mode,
  complete: mode.kind === 'submit' || !hasProcess(resource),
  submits: mode.kind === 'submit' && hasProcess(resource),
});

/** Input of a save within a transaction. */
interface SaveInput {
  readonly resource: Resource;
  /** Cleaned input without fields that are secret for the actor. */
  readonly input: RowLike;
  readonly mode: SaveMode;
  /** Set for a record that has no number yet. */
  readonly number?: ReservedNumber | null;
}

/** Runs all phases of a save inside a transaction; returns the record, and whether it took the reserved number. */
export const saveIn = async (
  transaction: CommandTransaction,
  { resource, input, mode, number = null }: SaveInput,
): Promise<{ readonly stored: StoredRow; readonly numbered: boolean }> => {
  const named = mode.kind === 'draft' ? await mode.first?.(transaction, input) : undefined;
  const sent = prepareSave(transaction, resource, named ?? input, mode);
  const before = await openRecord(sent);
  const taken = dropKeptFields(sent, before);
  const save: Save = { ...sent, input: withoutUnchangedMasks(resource, before, taken) };
  assertTransition(save, before);
  const checked = await validateInput(save, before);
  const row = await checkAgainstDatabase(save, before, checked);
  const asks =
    resource.number !== undefined &&
    resource.number.at !== 'approved' &&
    isEmpty(row[resource.number.field]);
  if (resource.number && asks) {
    if (number) (row as Record<string, unknown>)[resource.number.field] = number.text;
    else if (save.complete) throw missingNumberFault(resource.number.field);
  }
  const attempted = { ...row, ...(await transitionOf(save, before, row)) };
  const stored = await store(save, before, attempted);
  return { stored, numbered: asks && number !== null };
};
