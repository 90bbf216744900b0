import { isMasked } from '@keyan/kernel/values/mask.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2] as const;
const checks = '10X98765432';

/** Check character of the first seventeen digits (GB 11643-1999). */
const checkOf = (digits: string): string => {
  const sum = weights.reduce((all, weight, at) => all + weight * Number(digits[at]), 0);
  return checks[sum % 11] ?? '';
};

/** Birth date in an identity number, `yyyy-MM-dd`; null if invalid. */
export const birthDayIn = (idNumber: string): string | null => {
  const digits = idNumber.length === 15 ? `19${idNumber.slice(6, 12)}` : idNumber.slice(6, 14);
  const day = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  const read = new Date(`${day}T00:00:00Z`);
  return Number.isNaN(read.getTime()) || !read.toISOString().startsWith(day) ? null : day;
};

/** True for 15 digits, or 17 digits with a check character (spec §5). */
export const isIdNumberLong = (text: string): boolean => /^(?:\d{15}|\d{17}[\dX])$/.test(text);

/** True if birth date and, for 18 characters, check character are valid. */
export const isIdNumber = (text: string): boolean =>
  isIdNumberLong(text) &&
  birthDayIn(text) !== null &&
  (text.length === 15 || checkOf(text) === text[17]);

/** The n-th valid identity number with a birth date, for examples. */
export const nthIdNumber = (n: number, born = '1980-01-01'): string => {
  const digits = `110101${born.replaceAll('-', '')}${String(n % 1000).padStart(3, '0')}`;
  return digits + checkOf(digits);
};

/** True for an identity number that is not masked and can be validated. */
export const isUnmaskedIdNumber = (text: string | null): text is string =>
  text !== null && !isMasked(text);
