import { atLeast, equal, plus } from '@keyan/kernel/values/amounts.ts';

/** Number with its group values. */
interface GroupedNumber {
  readonly keys: readonly string[];
  /** Decimal text; empty if undefined. */
  readonly value: string;
}

const sumOf = (rows: readonly GroupedNumber[]): string =>
  plus('0', ...rows.flatMap(({ value }) => (value === '' ? [] : [value])));

/**
 * Orders rows so that groups stay together at each level.
 * @param ordered by field: true orders groups by key (such as years), false by size
 */
export const inGroups = <R extends GroupedNumber>(
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
