import { dayText } from '@keyan/kernel/values/time.ts';

/** Minimum length of a project term in days for a mid-term check. */
export const checkedFrom = 730;

/** Middle day of a term, the default date of the mid-term check. */
export const middleOf = (from: string, to: string): string =>
  dayText(new Date(Date.parse(from) + (Date.parse(to) - Date.parse(from)) / 2));
