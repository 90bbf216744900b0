import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import type { FieldChangeRow, HistoryRow } from '@keyan/kernel/wire/records.ts';

/** Entries that make a new version of a project: what people and approved processes wrote. */
export const versionEntriesIn = (history: readonly HistoryRow[]): readonly HistoryRow[] =>
  history
    .filter(({ changes }) => changes.length > 0)
    .toSorted((one, other) => one.version - other.version || one.time.localeCompare(other.time));

/**
 * Differences between two versions of a record, field by field, from the entries between them: the first value
 * before, the last one after; a field that returned to its old value is left out.
 * @param versions versions in their order
 * @param from place of the earlier version; @param to place of the later one
 */
export const versionDifferences = (
  resource: Resource,
  versions: readonly HistoryRow[],
  from: number,
  to: number,
): readonly FieldChangeRow[] => {
  const found = new Map<string, FieldChangeRow>();
  for (const change of versions.slice(from + 1, to + 1).flatMap(({ changes }) => changes)) {
    const earlier = found.get(change.path);
    found.set(change.path, earlier ? { ...change, before: earlier.before } : change);
  }
  return [...found.values()].filter(
    ({ path, before, after }) => !sameValue(resource, path, before, after),
  );
};
