/**
 * 全时当量 (full-time equivalents) from months in projects, computed with integers of tenths of a
 * month to avoid floats.
 */

/** Tenths of a month that a person worked on projects of a research type in the year. */
export interface TenthsOfMonths {
  readonly person: string;
  /** Code of the dictionary `researchType`. */
  readonly type: string;
  readonly tenths: number;
}

/** Codes of research types that count: 1 基础, 2 应用, 3 试验发展. */
export const rdTypes = ['1', '2', '3'] as const;

/** Full-time equivalent of a person. */
export interface FullTimePeople {
  readonly person: string;
  readonly full: boolean;
  /** Tenths of a person-year, 1 to 10. */
  readonly tenths: number;
  /** Tenths of a person-year by research type; their sum is `tenths`. */
  readonly byType: Readonly<Record<string, number>>;
  /** Total tenths of a month. */
  readonly months: number;
}

/** Distributes tenths in proportion to months; the last type absorbs rounding. */
const shared = (
  tenths: number,
  efforts: readonly TenthsOfMonths[],
): Readonly<Record<string, number>> => {
  const months = new Map<string, number>();
  for (const { type, tenths: part } of efforts) months.set(type, (months.get(type) ?? 0) + part);
  const all = [...months.values()].reduce((sum, one) => sum + one, 0);
  const types = [...months.keys()].sort();
  const result: Record<string, number> = {};
  let left = tenths;
  for (const [index, type] of types.entries()) {
    const part =
      index === types.length - 1
        ? left
        : Math.min(left, Math.round((tenths * (months.get(type) ?? 0)) / all));
    result[type] = part;
    left -= part;
  }
  return result;
};

/**
 * Full-time equivalents of the year. Shares of 0.9 and more count as a full person-year, from 0.1
 * with one decimal, less not at all.
 * @param fullMonths months of a person-year: 12, in some forms 10
 */
export const fullTimePeopleOf = (
  efforts: readonly TenthsOfMonths[],
  fullMonths = 12,
): readonly FullTimePeople[] => {
  const counted = efforts.filter(
    ({ type, tenths }) => tenths > 0 && (rdTypes as readonly string[]).includes(type),
  );
  return [...Map.groupBy(counted, ({ person }) => person)].flatMap(([person, own]) => {
    const months = own.reduce((sum, { tenths }) => sum + tenths, 0);
    const year = fullMonths * 10;
    // Integer comparison, since 0.9 and 0.1 are not exact floats.
    if (months * 10 < year) return [];
    const full = months * 10 >= year * 9;
    const tenths = full ? 10 : Math.round((months * 10) / year);
    return [{ person, full, tenths, byType: shared(tenths, own), months }];
  });
};
