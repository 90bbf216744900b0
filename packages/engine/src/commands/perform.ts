import { isSystem } from '@keyan/kernel/access/actor.ts';
import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { BackgroundWork } from '@keyan/kernel/definition/life/actions.ts';
import { isDueRule } from '@keyan/kernel/definition/life/due.ts';
import { factsForRules, type KnownFacts } from '@keyan/kernel/definition/life/fact.ts';
import { phaseOf, stateOf, statePlacesOf } from '@keyan/kernel/definition/life/states.ts';
import type { ActionContext, Resource } from '@keyan/kernel/definition/resource.ts';
import { Denied, Fault, Invalid, Missing } from '@keyan/kernel/errors.ts';
import { denialReason } from '@keyan/kernel/records/abilities.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { computedValuesOf, validateForm, validatorFaults } from '@keyan/kernel/records/validate.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { actorId } from '../base/actors.ts';
import { triesUntilRepaired } from '../jobs/port.ts';
import type { StoredRow } from '../records/behaviour.ts';
import { cleanInput } from '../records/clean-input.ts';
import { commitChange } from '../records/commit.ts';
import { currentFacts } from '../records/facts.ts';
import { lockInOrder } from '../records/lock.ts';
import { referenceFaults } from '../records/references.ts';
import { fieldsHiddenFrom, holdsPermission, scopeValues, visibleRow } from '../records/rights.ts';
import { withLineIds } from '../records/row.ts';
import { sendMessagesOf } from '../records/tell.ts';
import { anyVersion, assertVersion } from '../records/versions.ts';
import { readableBy } from '../store/statements/scope.ts';
import {
  behaviourTransaction,
  type CommandContext,
  type CommandTransaction,
  throwFault,
} from './context.ts';
import { assertMovable, isLockedBefore, type LockedMove, lockMovingRecords } from './moves.ts';
import type { ActionResult } from './port.ts';
import { addFiles, withFilesIfAllowed } from './record-files.ts';
import { recordDueAction } from './timer-fired.ts';

type Action = NonNullable<Resource['actions']>[string];

const actionOf = (resource: Resource, name: string): Action => {
  const action = resource.actions?.[name];
  if (!action) throw new Missing();
  return action;
};

/** Fields that the dialog asks this actor for, without those that are secret for them. */
const formFor = (
  resource: Resource,
  { form = {} }: Action,
  actor: CommandContext['actor'],
): Fields => {
  const hidden = fieldsHiddenFrom(resource, actor);
  return Object.fromEntries(Object.entries(form).filter(([field]) => !hidden.has(field)));
};

/**
 * Returns the values besides the row that guards, targets and values of an action may use. A guard that needs another
 * fact is judged when the action is performed.
 */
export const actionContext = (
  { engine, actor }: CommandContext,
  resource: Resource,
  facts: KnownFacts = {},
  dictionaries?: Dictionaries,
): ActionContext => {
  const now = timeText(engine.clock());
  return {
    today: now.slice(0, 10),
    now,
    actor: actorId(actor),
    facts: factsForRules(resource, facts),
    ...(dictionaries ? { dictionaries } : {}),
  };
};

/** Returns the inputs whose names are fields of the record. */
const ownInputs = ({ fields }: Resource, input: RowLike): RowLike =>
  Object.fromEntries(Object.entries(input).filter(([name]) => Object.hasOwn(fields, name)));

/**
 * Returns the row after the action.
 * @param files its attachments, if the dialog asks for attachments
 * @throws Invalid for a changed value that a rule of the resource refuses.
 */
const rowAfter = async (
  transaction: CommandTransaction,
  resource: Resource,
  action: Action,
  before: StoredRow,
  input: RowLike,
  files: RowLike,
  context: ActionContext,
): Promise<StoredRow> => {
  const values = action.set ? action.set(before, input, context) : ownInputs(resource, input);
  const given = { ...before, ...values, ...files };
  const facts = await currentFacts(transaction, transaction.tx, resource, given, before);
  // Lines may be computed too, from facts that have changed since the action was judged.
  const all = { ...given, ...computedValuesOf(resource, given, before, facts) };
  const after = withLineIds(transaction, resource, all, before) as StoredRow;
  const changed = new Set(changesBetween(resource, before, after).map(({ path }) => path));
  // Rules that read none of the changed fields were checked when the values were entered.
  const touched = resource.validators.filter(({ fields }) =>
    fields.some((one) => changed.has(one)),
  );
  const faults = [
    ...validatorFaults({ ...resource, validators: touched }, after, {
      ...context,
      facts: factsForRules(resource, facts),
    }),
    ...(await referenceFaults(transaction, transaction.tx, resource, after, before)),
  ];
  if (faults.length > 0) throw new Invalid(faults);
  return after;
};

/**
 * Returns the row with the target state of the action.
 * @throws Error for a state in another phase of the approval, since only the approval leads there; and for a code that
 *   the life of the record does not have.
 */
const inState = (
  resource: Resource,
  { to, life }: Action,
  row: StoredRow,
  context: ActionContext,
): StoredRow => {
  const { states } = resource;
  const field = life ?? states?.field;
  if (to === undefined || field === undefined) return row;
  const code = typeof to === 'string' ? to : to(row, context);
  if (life !== undefined) {
    if (statePlacesOf(resource, life).includes(code)) return { ...row, [field]: code };
    throw new Error(`${resource.key}: the life ${life} has no code ${code}`);
  }
  if (hasProcess(resource) && !states?.phases?.[phaseOf(row)].includes(code)) {
    throw new Error(`${resource.key}: ${stateOf(resource, row)} and ${code} are in two phases`);
  }
  return { ...row, [field]: code };
};

/** @throws Invalid for a record chosen in the dialog that does not exist or may not be chosen. */
const assertReferences = async (
  transaction: CommandTransaction,
  { fields }: Resource,
  form: Fields,
  input: RowLike,
): Promise<void> => {
  const apart = Object.fromEntries(
    Object.entries(form).filter(([name, { spec }]) => spec.target && !Object.hasOwn(fields, name)),
  );
  const faults = await referenceFaults(transaction, transaction.tx, { fields: apart }, input, null);
  if (faults.length > 0) throw new Invalid(faults);
};

/**
 * Locks the record and returns it with what guards of the action may use.
 * @throws Denied without the right, Missing if the record does not exist for the actor, Refused if the action is not
 *   possible now
 */
const claimed = async (
  transaction: CommandTransaction,
  resource: Resource,
  name: string,
  id: string,
): Promise<{ readonly before: StoredRow; readonly moment: ActionContext }> => {
  const { engine, actor, tx } = transaction;
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const scope = readableBy(engine.store.catalog, resource, actor);
  const before = await lockInOrder(transaction, resource, id, scope, scopeValues(transaction));
  const facts = await currentFacts(transaction, tx, resource, before, before);
  const moment = actionContext(transaction, resource, facts, dictionaries);
  throwFault(denialReason(name, { resource, row: before, actor, moment }));
  return { before, moment };
};

/**
 * Performs the action of a move on each of its records. No permission of the actor is needed, and open forms of these
 * records remain valid.
 */
const moveAll = async (
  transaction: CommandTransaction,
  { move, resource, rows }: LockedMove,
  row: StoredRow,
  input: RowLike,
): Promise<void> => {
  const { engine, tx, actor } = transaction;
  const action = actionOf(resource, move.action);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  for (const before of rows) {
    const facts = await currentFacts(transaction, tx, resource, before, before);
    const moment = actionContext(transaction, resource, facts, dictionaries);
    const values = move.values?.(before as never, row as never, input) ?? {};
    const given = [transaction, resource, action, before] as const;
    const changed = await rowAfter(...given, values, {}, moment);
    const after = inState(resource, action, changed, moment);
    const change = { resource, before, after, action: move.action, keepsVersion: true };
    const stored = await commitChange(transaction, change);
    await sendMessagesOf(transaction, resource, stored, action.tells ?? [], before);
    await engine.behaviours.get(resource.key)?.performed?.[move.action]?.(stored, transaction);
  }
};

/** Starts the background work of an action after the commit; a refused action starts none. */
const startWork = (
  { engine, actor, tx }: CommandTransaction,
  { job, moves }: BackgroundWork,
  id: string,
): void =>
  engine.jobs.queue(
    tx,
    { name: job, ...(moves ? { tries: triesUntilRepaired } : {}) },
    { id },
    { key: id, ...(isSystem(actor) ? {} : { by: actor.id }) },
  );

/**
 * Performs an action on one record, inside a transaction. An input `reason` that is no field of the record becomes the
 * note in its history.
 * @throws Denied; Missing; Refused if the record is in another state or the guard refuses; Conflict on a stale version;
 *   Invalid for wrong input. An action with a dialog requires the version that the actor saw; for other actions the
 *   state is enough.
 */
export const performActionIn = async (
  transaction: CommandTransaction,
  resource: Resource,
  name: string,
  id: string,
  given: RowLike = {},
): Promise<StoredRow> => {
  const { engine, actor, tx } = transaction;
  const action = actionOf(resource, name);
  const { moves = [] } = action;
  if (moves.length > 0 && !holdsPermission(resource, actor, name)) throw new Denied();
  const above = isLockedBefore(transaction, resource);
  await lockMovingRecords(transaction, id, moves.filter(above), given);
  const { before, moment } = await claimed(transaction, resource, name, id);
  // The records above are queried again: some may have been added while the record itself was being locked.
  const moving = await lockMovingRecords(
    transaction,
    id,
    moves.toSorted((a, b) => Number(above(b)) - Number(above(a))),
    given,
  );
  if (isDueRule(action.by)) await recordDueAction(transaction, resource, name, action.by, before);
  const form = withFilesIfAllowed(resource, formFor(resource, action, actor), before);
  const isPart = action.at === 'part';
  const isSeen = Object.keys(form).length > 0 && !isPart;
  const version = given.version ?? (isSeen ? undefined : anyVersion);
  await assertVersion(transaction, tx, resource, before, version);
  const dictionaries = await engine.dictionaries.of(actor.tenantId);
  const { row: input, faults } = validateForm(form, before, given, dictionaries);
  if (faults.length > 0) throw new Invalid(faults);
  const wrong = action.faults?.(before, input, moment) ?? [];
  if (wrong.length > 0) throw new Invalid(wrong);
  await assertReferences(transaction, resource, form, input);
  assertMovable(moving, input);
  const files = await addFiles(transaction, resource, form, before, input);
  const changed = await rowAfter(transaction, resource, action, before, input, files, moment);
  const after = inState(resource, action, changed, moment);
  const note = Object.hasOwn(resource.fields, 'reason') ? null : (input.reason as string | null);
  const change = { resource, before, after, action: name, note: note ?? null };
  const stored = await commitChange(transaction, { ...change, keepsVersion: isPart });
  for (const one of moving) await moveAll(transaction, one, stored, input);
  await sendMessagesOf(transaction, resource, stored, action.tells ?? [], before);
  await engine.behaviours.get(resource.key)?.performed?.[name]?.(stored, transaction);
  if (action.starts) startWork(transaction, action.starts, id);
  return visibleRow(resource, actor, stored);
};

/** Performs an action in its own transaction; formatted texts of the input are cleaned first. */
export const performAction = async (
  context: CommandContext,
  resource: Resource,
  name: string,
  id: string,
  given: RowLike = {},
): Promise<StoredRow> => {
  const { engine, actor } = context;
  const form = formFor(resource, actionOf(resource, name), actor);
  const input = await cleanInput(engine.workers, actor, form, given);
  const { tenantId } = actor;
  const ahead = engine.behaviours.get(resource.key)?.ahead?.[name];
  let version = input.version;
  if (ahead) {
    const { before } = await engine.database.transaction(tenantId, (tx) =>
      claimed(behaviourTransaction(context, tx), resource, name, id),
    );
    await ahead(before, { tenantId, before });
    // Results of external calls hold only for the version of the record for which the calls were made.
    if (version === undefined || version === anyVersion) version = before.version;
  }
  return engine.database.transaction(tenantId, (tx) =>
    performActionIn(behaviourTransaction(context, tx), resource, name, id, { ...input, version }),
  );
};

/** Error that rolls back a transaction in which an action failed for one of several records. */
class NotToAll extends Error {
  readonly refused: ActionResult['refused'];
  constructor(refused: ActionResult['refused']) {
    super('not to all');
    this.refused = refused;
  }
}

/** Performs an action on all records in one transaction, or on none; returns the refusing records and the reasons. */
const performTogether = async (
  context: CommandContext,
  resource: Resource,
  name: string,
  ids: readonly string[],
  given: RowLike,
): Promise<ActionResult> => {
  const { engine, actor } = context;
  const form = formFor(resource, actionOf(resource, name), actor);
  const input = await cleanInput(engine.workers, actor, form, given);
  // Concurrent actions lock their records in the same order.
  const ordered = [...new Set(ids)].toSorted(
    (one, other) => one.length - other.length || (one < other ? -1 : 1),
  );
  try {
    await engine.database.transaction(actor.tenantId, async (tx) => {
      const transaction = behaviourTransaction(context, tx);
      const refused: { id: string; fault: Fault }[] = [];
      for (const id of ordered) {
        try {
          await performActionIn(transaction, resource, name, id, { ...input, version: anyVersion });
        } catch (error) {
          if (!(error instanceof Fault)) throw error;
          refused.push({ id, fault: error });
        }
      }
      if (refused.length > 0) throw new NotToAll(refused);
    });
    return { done: ordered, refused: [] };
  } catch (error) {
    if (error instanceof NotToAll) return { done: [], refused: error.refused };
    throw error;
  }
};

/**
 * Performs an action on several records, each in its own transaction, unless the action is defined as all or none;
 * returns the refused records and the reasons.
 */
export const performAll = async (
  context: CommandContext,
  resource: Resource,
  name: string,
  ids: readonly string[],
  given: RowLike = {},
): Promise<ActionResult> => {
  if (actionOf(resource, name).at === 'together')
    return performTogether(context, resource, name, ids, given);
  const done: string[] = [];
  const refused: { id: string; fault: Fault }[] = [];
  for (const id of new Set(ids)) {
    try {
      await performAction(context, resource, name, id, { ...given, version: anyVersion });
      done.push(id);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      refused.push({ id, fault: error });
    }
  }
  return { done, refused };
};
