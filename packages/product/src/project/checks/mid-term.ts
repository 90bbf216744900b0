import { dayText } from '@keyan/kernel/values/time.ts';

/** Length in days from which a project has a check in the middle of its term. */
export const checkedFrom = 730;

/** The middle of the term, where nothing else says when a project is checked. */
export const middleOf = (from: string, to: string): string =>
  dayText(new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) / 2));
