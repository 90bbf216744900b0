/** Bar on a timeline, start and width in percent of the window. */
export interface Bar {
  readonly start: number;
  readonly width: number;
}

const timeOfDay = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Returns the window around these days: whole years. */
export const windowOf = (days: readonly string[], today: string): readonly [string, string] => {
  const years = [...days, today].map((day) => Number(day.slice(0, 4)));
  return [`${Math.min(...years)}-01-01`, `${Math.max(...years) + 1}-01-01`];
};

/** Returns the position of a day in the window, in percent. */
export const placeOf = (day: string, [from, to]: readonly [string, string]): number =>
  Math.min(
    100,
    Math.max(0, ((timeOfDay(day) - timeOfDay(from)) / (timeOfDay(to) - timeOfDay(from))) * 100),
  );

/** Returns the bar from the first day to the last, both included, with a visible minimum width. */
export const barOf = (from: string, to: string, window: readonly [string, string]): Bar => {
  const start = placeOf(from, window);
  return { start, width: Math.max(0.5, placeOf(to, window) - start) };
};

/** Returns the years that begin within the window. */
export const yearsOf = ([from, to]: readonly [string, string]): readonly number[] => {
  const first = Number(from.slice(0, 4));
  return Array.from({ length: Number(to.slice(0, 4)) - first }, (_, index) => first + index);
};
