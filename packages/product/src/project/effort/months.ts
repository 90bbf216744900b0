/** Number of calendar months of a project in a year; 0 if it ended before its start. */
export const monthsIn = (year: number, start: string | null, end: string | null): number => {
  const from = start === null || start < `${year}-01-01` ? 1 : Number(start.slice(5, 7));
  const until = end === null || end > `${year}-12-31` ? 12 : Number(end.slice(5, 7));
  const isOutside =
    (start !== null && start > `${year}-12-31`) || (end !== null && end < `${year}-01-01`);
  return isOutside ? 0 : Math.max(0, until - from + 1);
};

/**
 * Effort of a member in a year, in tenths of a month, rounded to half months.
 * @param tenthsAYear effort per full year
 * @param months months of the project in the year
 */
export const effortIn = (tenthsAYear: number, months: number): number =>
  Math.round((tenthsAYear * months) / 12 / 5) * 5;
