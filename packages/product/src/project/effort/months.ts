/** Months of a project in a year, by the calendar; none of one that ended before it was to begin. */
export const monthsIn = (year: number, start: string | null, end: string | null): number => {
  const from = start === null || start < `${year}-01-01` ? 1 : Number(start.slice(5, 7));
  const until = end === null || end > `${year}-12-31` ? 12 : Number(end.slice(5, 7));
  const isOutside =
    (start !== null && start > `${year}-12-31`) || (end !== null && end < `${year}-01-01`);
  return isOutside ? 0 : Math.max(0, until - from + 1);
};

/** The months that a member puts into a project in a year: this many a year, for its months, to half a month. */
export const effortIn = (tenthsAYear: number, months: number): number =>
  Math.round((tenthsAYear * months) / 12 / 5) * 5;
