import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import { maskOf } from '@keyan/kernel/values/mask.ts';
import { maskedFields } from '../store/shape.ts';

type RowLike = Readonly<Record<string, unknown>>;

const hide = (value: unknown): unknown => (typeof value === 'string' ? maskOf(value) : value);

/** The row as people read it: the system alone reads whole values. */
export const masked = <R extends object>(
  resource: Resource,
  actor: Actor | SystemActor,
  row: R,
): R => {
  const names = maskedFields(resource);
  if (names.size === 0 || isSystem(actor)) return row;
  const shown = Object.entries(row).map(([name, value]) => [
    name,
    names.has(name) ? hide(value) : value,
  ]);
  return Object.fromEntries(shown) as R;
};

/** Changes as people read them. */
export const maskedChanges = (
  resource: Resource,
  actor: Actor | SystemActor,
  changes: readonly Change[],
): readonly Change[] => {
  const names = maskedFields(resource);
  if (names.size === 0 || isSystem(actor)) return changes;
  return changes.map((change) =>
    names.has(change.path)
      ? { ...change, before: hide(change.before), after: hide(change.after) }
      : change,
  );
};

/** The input without masks that go back unchanged: those fields keep their values. */
export const withoutMasks = <I extends RowLike>(
  resource: Resource,
  before: RowLike | null,
  input: I,
): I => {
  const same = [...maskedFields(resource)].filter(
    (name) => typeof before?.[name] === 'string' && input[name] === maskOf(before[name] as string),
  );
  if (same.length === 0) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !same.includes(name))) as I;
};
