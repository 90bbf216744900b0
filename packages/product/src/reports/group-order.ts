import { atLeast, equal, plus } from '@keyan/kernel/values/amounts.ts';

/** A number under the values of its groups. */
interface Placed {
  readonly keys: readonly string[];
  /** A decimal text; empty where nothing is known. */
  readonly value: string;
}

const sumOf = (rows: readonly Placed[]): string =>
  plus('0', ...rows.flatMap(({ value }) => (value === '' ? [] : [value])));

/**
 * Rows with those of one group together, and within them those of one group of the next field.
 * @param ordered per field: groups stand in the order of their keys, as years do; otherwise the largest stand first
 */
export const inGroups = <R extends Placed>(
  rows: readonly R[],
  [isOrdered, ...others]: readonly boolean[],
  depth = 0,
): readonly R[] => {
  if (isOrdered === undefined) return rows;
  const groups = [...Map.groupBy(rows, ({ keys }) => keys[depth] ?? '')].map(([key, own]) => ({
    key,
    own,
    sum: sumOf(own),
  }));
  const sorted = groups.toSorted((one, other) =>
    isOrdered
      ? one.key.localeCompare(other.key)
      : equal(one.sum, other.sum)
        ? 0
        : atLeast(one.sum, other.sum)
          ? -1
          : 1,
  );
  return sorted.flatMap(({ own }) => inGroups(own, others, depth + 1));
};
