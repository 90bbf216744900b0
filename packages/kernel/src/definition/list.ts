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

/** Kinds with few values, that need no name from another table. */
const countable: ReadonlySet<FieldKind> = new Set(['year', 'dict', 'dicts']);

/** @throws Error for counts of what is no filter of the list, or has too many values. */
export const checkKeptCounts = ({
  key,
  fields,
  list: { filters, keptCounts = [] },
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly filters: readonly string[]; readonly keptCounts?: readonly string[] };
}): void => {
  const wrong = keptCounts.find(
    (name) => !filters.includes(name) || !countable.has(fields[name]?.spec.kind as FieldKind),
  );
  if (wrong !== undefined) throw new Error(`${key}: counts of ${wrong} cannot be kept`);
};

/** @throws Error for a tree whose field does not refer to the same resource. */
export const checkTree = ({
  key,
  fields,
  list,
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly list: { readonly tree?: string };
}): void => {
  const { tree } = list;
  if (tree && fields[tree]?.spec.target?.key !== key) {
    throw new Error(`${key}: ${tree} does not refer to the same resource`);
  }
};
