import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { sameValue } from '@keyan/kernel/records/diff.ts';
import type { FieldChangeRow, HistoryRow } from '@keyan/kernel/wire/records.ts';

/**
 * History entries that create a version of a project: edits by people and by approved processes
 * (R-205).
 */
export const versionEntriesIn = (history: readonly HistoryRow[]): readonly HistoryRow[] =>
  history
    .filter(({ changes }) => changes.length > 0)
    .toSorted((one, other) => one.version - other.version || one.time.localeCompare(other.time));

/**
 * Differences between two versions: per field the first old value and the last new value of the
 * entries between them; fields that returned to the old value are left out.
 * @param versions all versions in order
 * @param from index of the earlier version
 * @param to index of the later version
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
