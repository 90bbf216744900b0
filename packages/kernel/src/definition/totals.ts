import type { FieldKind, Fields } from './field.ts';

/** Kinds whose values can be added up. */
const summable: ReadonlySet<FieldKind> = new Set(['money', 'decimal', 'percent', 'integer']);

/** @throws Error for a total of what is no column of the list, or cannot be added up. */
export const checkTotals = ({
  key,
  fields,
  list: { columns, totals = [] },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly columns: readonly string[]; readonly totals?: readonly string[] };
}): void => {
  const wrong = totals.find(
    (name) => !columns.includes(name) || !summable.has(fields[name]?.spec.kind as FieldKind),
  );
  if (wrong !== undefined) throw new Error(`${key}: ${wrong} has no total in the list`);
};
