/**
 * Returns the days of `yyyy-MM`, from the Monday on or before its first to the Sunday on or after
 * its last.
 */
export const daysOfMonth = (month: string): readonly string[] => {
  const first = new Date(`${month}-01T00:00:00Z`);
  const start = new Date(first);
  start.setUTCDate(1 - ((first.getUTCDay() + 6) % 7));
  const days: string[] = [];
  for (const day = start; ; day.setUTCDate(day.getUTCDate() + 1)) {
    const text = day.toISOString().slice(0, 10);
    if (day.getUTCDay() === 1 && text.slice(0, 7) > month) return days;
    days.push(text);
  }
};

/** Returns the month some months later. */
export const monthAfter = (month: string, months: number): string => {
  const day = new Date(`${month}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() + months);
  return day.toISOString().slice(0, 7);
};

/** Returns the day before. */
export const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
