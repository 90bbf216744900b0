import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** Returns the names of a line's computed fields. */
const computedFieldNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.readonly ? [name] : []));

/**
 * Returns the typed lines with their computed values; typed values are untouched, also half a
 * number. Unchanged lines stay the same objects.
 */
export const withComputedLines = (fields: Fields, typed: unknown, computed: unknown): unknown => {
  if (!Array.isArray(typed) || !Array.isArray(computed)) return typed;
  const names = computedFieldNames(fields);
  const lines = typed.map((line: RowLike, index): RowLike => {
    const found = computed[index] as RowLike | undefined;
    const changed = names.filter(
      (name) => found && found[name] !== undefined && found[name] !== line[name],
    );
    if (!found || changed.length === 0) return line;
    return { ...line, ...Object.fromEntries(changed.map((name) => [name, found[name]])) };
  });
  return lines.some((line, index) => line !== typed[index]) ? lines : typed;
};
