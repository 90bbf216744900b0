/**
 * 全时当量 of people from the months that they put into projects. Months are whole numbers of tenths, so that no
 * value is a float.
 */

/** Months in tenths that a person put into projects of a research type in the year. */
export interface TenthsOfMonths {
  readonly person: string;
  /** A code of the dictionary `researchType`. */
  readonly type: string;
  readonly tenths: number;
}

/** 1 基础, 2 应用, 3 试验发展: research and development, whose months count. */
export const rdTypes = ['1', '2', '3'] as const;

/** A person of research and development: in full, or in part. */
export interface FullTimePeople {
  readonly person: string;
  readonly full: boolean;
  /** Tenths of a person-year, 1 to 10. */
  readonly tenths: number;
  /** Tenths by research type; they add up to `tenths`. */
  readonly byType: Readonly<Record<string, number>>;
  /** Tenths of a month in all. */
  readonly months: number;
}

/** Divides tenths by months; the last type takes the rounding. */
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
 * The people of research and development of a year. A share of the year of 0.9 or more is a whole person-year, from
 * 0.1 on it counts to one decimal, below it does not count.
 * @param fullMonths months that make a year: 12, in some forms 10
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
    // Whole numbers on both sides: 0.9 and 0.1 of a year are no floats.
    if (months * 10 < year) return [];
    const full = months * 10 >= year * 9;
    const tenths = full ? 10 : Math.round((months * 10) / year);
    return [{ person, full, tenths, byType: shared(tenths, own), months }];
  });
};
