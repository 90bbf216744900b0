import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';

/** The fields of a line that nobody types. */
const computedNames = (fields: Fields): readonly string[] =>
  Object.entries(fields).flatMap(([name, { spec }]) => (spec.readonly ? [name] : []));

/**
 * Lines as they are being typed, with the values that were computed for them: what somebody types stays as
 * it is, also while it is half a number. Lines that nothing changes in stay the same objects.
 */
export const withComputedLines = (fields: Fields, typed: unknown, computed: unknown): unknown => {
  if (!Array.isArray(typed) || !Array.isArray(computed)) return typed;
  const names = computedNames(fields);
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
