import type { FieldChangeRow, HistoryRow } from '@keyan/kernel/wire/records.ts';

/**
 * Returns the changes since a record was last returned. A field that was changed several times
 * counts once; a field that is back at its earlier value does not count.
 * @param entries newest first, as the history call returns them
 * @returns nothing if the record was never returned
 */
export const changesSinceReturn = (entries: readonly HistoryRow[]): readonly FieldChangeRow[] => {
  const at = entries.findIndex((entry) => entry.action === 'return');
  if (at < 0) return [];
  const found = new Map<string, FieldChangeRow>();
  for (const entry of entries.slice(0, at).toReversed()) {
    for (const { path, label, before, after } of entry.changes) {
      const first = found.get(path);
      found.set(path, { path, label, before: first ? first.before : before, after });
    }
  }
  return [...found.values()].filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
};
