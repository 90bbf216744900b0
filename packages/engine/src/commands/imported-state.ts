import { isPersonal } from '@keyan/kernel/definition/life/actions.ts';
import { isDueRule, reachedReminder } from '@keyan/kernel/definition/life/due.ts';
import type { ActionContext, Resource } from '@keyan/kernel/definition/resource.ts';
import { refusals } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { holdsPermission } from '../records/rights.ts';
import type { CommandContext } from './context.ts';

type Action = NonNullable<Resource['actions']>[string];

const notImported: Label = [
  '【{label}】不能导入为“{name}”',
  '{label}: “{name}” cannot be imported',
];
const notDue: Label = [
  '【{label}】为“{name}”时，“{field}”应已过去',
  '{label} can be “{name}” only once “{field}” has passed',
];

/** Returns why the clock has not yet brought a record to this state, or null. */
const undue = (resource: Resource, { by }: Action, row: RowLike, now: Date): Label | null => {
  if (!isDueRule(by)) return null;
  const isPassed = reachedReminder(by, row[by.field] as string | null, now) !== null;
  return isPassed ? null : (resource.fields[by.field]?.spec.label ?? null);
};

/** State of a new record, as an import gives it. */
export interface ImportedState {
  readonly values: RowLike;
  /** Reasons why the record cannot have this state. */
  readonly faults: readonly { readonly path: string; readonly message: Label }[];
}

/**
 * Returns the state that an import gives a new record. The definition lists the possible states. For a state to which
 * an action of people or of the clock leads, the importer needs the permission code of the action, the guard of the
 * action must agree, and its time must have come.
 */
export const importedState = (
  { engine, actor }: CommandContext,
  resource: Resource,
  row: RowLike,
  input: RowLike,
  moment: ActionContext,
): ImportedState => {
  const { states, actions = {} } = resource;
  const given = states?.imported && input[states.field];
  if (!states || isEmpty(given) || given === states.initial) return { values: {}, faults: [] };
  const path = states.field;
  const spec = resource.fields[path]?.spec;
  const code = String(given);
  const label = spec?.label ?? resource.label;
  const entry = spec?.dictionary && entryOf(spec.dictionary, code);
  const refused = (message: Label, words: Readonly<Record<string, string | Label>> = {}) => ({
    values: {},
    faults: [{ path, message: fill(message, { label, name: entry?.label ?? code, ...words }) }],
  });
  if (!states.imported?.includes(code)) return refused(notImported);
  const leading = Object.entries(actions).filter(([, { to }]) => to === code);
  const personal = leading.filter(([, action]) => isPersonal(action));
  const clocked = leading.flatMap(
    ([, action]) => undue(resource, action, row, engine.clock()) ?? [],
  );
  if (personal.length === 0) {
    const [field] = clocked;
    return field ? refused(notDue, { field }) : { values: { [path]: code }, faults: [] };
  }
  const held = personal.filter(([name]) => holdsPermission(resource, actor, name, row));
  if (held.length === 0) return refused(refusals.denied);
  const reasons = held.map(([, { guard }]) => guard?.check(row, moment) ?? null);
  const [reason] = reasons;
  return reason && !reasons.includes(null)
    ? refused(reason)
    : { values: { [path]: code }, faults: [] };
};
