import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Change } from '@keyan/kernel/records/diff.ts';
import { concealedText } from '@keyan/kernel/values/mask.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { concealedFields, maskedLines, openFields } from '../store/schema/shape.ts';

type Hide = (value: unknown) => unknown;

const hideOf =
  (spec: FieldSpec | undefined): Hide =>
  (value) =>
    typeof value === 'string' ? concealedText(spec ?? {}, value) : value;

/** Lines have masked fields and no credentials. */
const hide = hideOf(undefined);

const hideIn = (names: ReadonlySet<string>, row: RowLike): RowLike =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, names.has(name) ? hide(value) : value]),
  );

const hideInLines =
  (names: ReadonlySet<string>): Hide =>
  (lines) =>
    Array.isArray(lines) ? lines.map((line) => hideIn(names, line as RowLike)) : lines;

const hides = new WeakMap<Resource, ReadonlyMap<string, Hide>>();

/** Returns how to hide the values of masked fields and credentials, keyed by field; for sub-tables, those of lines. */
const hidesOf = (resource: Resource): ReadonlyMap<string, Hide> => {
  const found =
    hides.get(resource) ??
    new Map<string, Hide>([
      ...[...concealedFields(resource)].map(
        (name) => [name, hideOf(resource.fields[name]?.spec)] as const,
      ),
      ...[...maskedLines(resource)].map(([name, names]) => [name, hideInLines(names)] as const),
    ]);
  hides.set(resource, found);
  return found;
};

/** Returns the row with masked values; only the system reads whole values. */
export const maskedRow = <R extends object>(
  resource: Resource,
  actor: Actor | SystemActor,
  row: R,
): R => {
  const how = hidesOf(resource);
  if (how.size === 0 || isSystem(actor)) return row;
  const shown = Object.entries(row).map(([name, value]) => [name, how.get(name)?.(value) ?? value]);
  return Object.fromEntries(shown) as R;
};

/** Returns changes with masked values. */
export const maskedChanges = (
  resource: Resource,
  actor: Actor | SystemActor,
  changes: readonly Change[],
): readonly Change[] => {
  const how = hidesOf(resource);
  const open = openFields(resource);
  if (how.size + open.size === 0 || isSystem(actor)) return changes;
  return changes.flatMap((change) => {
    // Earlier values reveal more than the current row, which may be visible only in some states.
    if (open.has(change.path)) return [];
    const hidden = how.get(change.path);
    return hidden
      ? { ...change, before: hidden(change.before), after: hidden(change.after) }
      : change;
  });
};

/** Returns the stored values of fields that were sent back masked. */
const wholeOf = (
  how: Iterable<readonly [string, Hide]>,
  before: RowLike,
  given: RowLike,
): RowLike =>
  Object.fromEntries(
    [...how]
      .filter(
        ([name, hidden]) =>
          typeof before[name] === 'string' && given[name] === hidden(before[name]),
      )
      .map(([name]) => [name, before[name]]),
  );

/** Returns the lines of a sub-table with stored values in place of masked values sent back. */
const wholeLines = (names: ReadonlySet<string>, before: unknown, lines: unknown): unknown => {
  if (!Array.isArray(lines) || !Array.isArray(before)) return lines;
  const how = [...names].map((name) => [name, hide] as const);
  const held = new Map((before as readonly RowLike[]).map((line) => [line.id, line]));
  return lines.map((line: unknown) => {
    if (line === null || typeof line !== 'object') return line;
    const given = line as RowLike;
    const stood = given.id === undefined ? undefined : held.get(given.id);
    return stood ? { ...given, ...wholeOf(how, stood, given) } : given;
  });
};

/** Removes masked values that were sent back unchanged from the input: those fields keep their stored values. */
export const withoutUnchangedMasks = <I extends RowLike>(
  resource: Resource,
  before: RowLike | null,
  input: I,
): I => {
  const how = hidesOf(resource);
  if (!before || how.size === 0) return input;
  const fields = concealedFields(resource);
  const same = wholeOf(
    [...how].filter(([name]) => fields.has(name)),
    before,
    input,
  );
  const lines = [...maskedLines(resource)]
    .filter(([name]) => Object.hasOwn(input, name))
    .map(([name, names]) => [name, wholeLines(names, before[name], input[name])] as const);
  return Object.fromEntries([
    ...Object.entries(input).filter(([name]) => !Object.hasOwn(same, name)),
    ...lines,
  ]) as I;
};
