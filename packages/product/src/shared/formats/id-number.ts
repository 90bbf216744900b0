import { isMasked } from '@keyan/kernel/values/mask.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checks = '10X98765432';

/** The check character of the first seventeen digits (GB 11643-1999). */
const checkOf = (digits: string): string => {
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return checks[sum % 11] ?? '';
};

/** The day of birth in an identity number, `yyyy-MM-dd`; null where there is no such day. */
export const birthDayIn = (idNumber: string): string | null => {
  const digits = idNumber.length === 15 ? `19${idNumber.slice(6, 12)}` : idNumber.slice(6, 14);
  const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const read = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || !read.toISOString().startsWith(day) ? null : day;
};

/** Tells whether a text has 15 digits, or 17 digits and a check character. (spec §5) */
export const isIdNumberLong = (text: string): boolean => /^(?:\d{15}|\d{17}[\dX])$/.test(text);

/** Is its day of birth a day, and of a long one the last character right? */
export const isIdNumber = (text: string): boolean =>
  isIdNumberLong(text) &&
  birthDayIn(text) !== null &&
  (text.length === 15 || checkOf(text) === text[17]);

/** The n-th of many right ones, born on this day. */
export const nthIdNumber = (n: number, born = '1980-01-01'): string => {
  const digits = `110101${born.replaceAll('-', '')}${String(n % 1000).padStart(3, '0')}`;
  return digits + checkOf(digits);
};

/** Tells whether an identity number can be checked: a masked one cannot. */
export const isUnmaskedIdNumber = (text: string | null): text is string =>
  text !== null && !isMasked(text);
