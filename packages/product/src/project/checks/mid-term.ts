import { dayText } from '@keyan/kernel/values/time.ts';

/** Days of a project from which it is checked in the middle of its term. */
export const checkedFrom = 730;

/** The middle of the term, where nothing else says when a project is checked. */
export const middleOf = (from: string, to: string): string =>
  dayText(new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) / 2));
