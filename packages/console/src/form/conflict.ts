import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { normalisedRow } from '../form-store/row.ts';

/** A field that both users changed: one of the two values must be chosen. */
export interface FieldDispute {
  readonly name: string;
  readonly theirs: unknown;
  readonly mine: unknown;
}

export interface FormMerge {
  /** Fields that only the other user changed; their values are taken over without asking. */
  readonly taken: readonly string[];
  readonly disputes: readonly FieldDispute[];
}

/**
 * Compares three versions of a record that another user changed meanwhile, by the definition.
 * @param base the row as this form fetched it
 * @param mine the values in the form
 * @param theirs the row as stored now
 */
export const mergeConflict = (
  resource: Resource,
  base: RowLike,
  mine: RowLike,
  theirs: RowLike,
): FormMerge => {
  const names = (before: RowLike, after: RowLike) =>
    new Set(changesBetween(resource, before, after).map((change) => change.path));
  const current = normalisedRow(resource.fields, theirs);
  const byMe = names(base, mine);
  const different = names(mine, current);
  const changed = [...names(base, current)].filter(
    (name) => different.has(name) && !resource.fields[name]?.spec.readonly,
  );
  return {
    taken: changed.filter((name) => !byMe.has(name)),
    disputes: changed
      .filter((name) => byMe.has(name))
      .map((name) => ({ name, theirs: current[name], mine: mine[name] })),
  };
};

/**
 * Returns the stored row with the values of the form where only this user changed the field, or
 * chose the form's version.
 */
export const mergedRow = (
  resource: Resource,
  base: RowLike,
  mine: RowLike,
  theirs: RowLike,
  keep: ReadonlySet<string>,
): RowLike => {
  const { taken, disputes } = mergeConflict(resource, base, mine, theirs);
  const current = normalisedRow(resource.fields, theirs);
  const yielded = [...taken, ...disputes.flatMap(({ name }) => (keep.has(name) ? [] : [name]))];
  const given = yielded.flatMap((name): [string, unknown][] => [
    [name, current[name]],
    [`${name}Name`, current[`${name}Name`]],
  ]);
  return { ...mine, ...Object.fromEntries(given) };
};
