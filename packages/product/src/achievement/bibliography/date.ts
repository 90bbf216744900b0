import { cleanLine } from './text.ts';

/** Dates of references with the precision of the source: `yyyy`, `yyyy-MM` or `yyyy-MM-dd`. */

const monthNames = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const two = (value: number): string => String(value).padStart(2, '0');

/** Returns the month number of a word: `6` for `Jun.`, `JUNE`, `jun-jul`; otherwise undefined. */
function monthOf(word: string): number | undefined {
  const index = monthNames.indexOf(word.slice(0, 3).toLowerCase());
  return index < 0 ? undefined : index + 1;
}

/** Formats a date; an invalid month or day is omitted. */
function spell(year: number, month = 0, day = 0): string | undefined {
  if (year < 1000 || year > 2999) return undefined;
  if (month < 1 || month > 12) return String(year);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const precise = day >= 1 && day <= days;
  return `${year}-${two(month)}${precise ? `-${two(day)}` : ''}`;
}

const numeric = /^(\d{4})\s?[-/.年]\s?(\d{1,2})(?:\s?[-/.月]\s?(\d{1,2}))?(?!\d)/;
const compactDate = /^(\d{4})(\d{2})(\d{2})$/;
const monthFirst = /^(\d{1,2})[-/.](\d{4})$/;
const anyYear = /(?<!\d)(1[0-9]|2[0-9])\d{2}(?!\d)/;
const word = /[A-Za-z]{3,}/g;
const dayNumber = /(?<!\d)([0-3]?\d)(?!\d)/;

/**
 * Reads a date as libraries print it: `2024-12`, `04/2024`, `2020/03/15`, `2019年5月3日`, `2024/12//`, `20240105`, `Jun
 * 15, 2023`, `FEB 21-23, 2005`, `JUL-AUG 2010`. A range yields its first day.
 * @returns undefined if the text has no year
 */
export function readDate(text: string | undefined): string | undefined {
  const plain = cleanLine((text ?? '').slice(0, 200).normalize('NFKC'));
  const inOrder = plain.match(numeric) ?? plain.match(compactDate);
  if (inOrder) return spell(Number(inOrder[1]), Number(inOrder[2]), Number(inOrder[3] ?? 0));
  const reversed = plain.match(monthFirst);
  if (reversed) return spell(Number(reversed[2]), Number(reversed[1]));
  const year = plain.match(anyYear)?.[0];
  if (!year) return undefined;
  const month = (plain.match(word) ?? []).map(monthOf).find((found) => found !== undefined);
  const day = plain.replace(year, ' ').match(dayNumber)?.[1];
  return spell(Number(year), month, month ? Number(day ?? 0) : 0);
}

/**
 * Joins a year with a separate month and day: `1998` with `JUL-AUG`, `Jun 15` or `6`. An unreadable month (`SPR`,
 * `1998, thesis publ. 1997`) is ignored; a month field with the same year (`15 NOV 1998`) is the whole date.
 */
export function joinDate(year: string | undefined, month: string | undefined): string | undefined {
  const base = readDate(year);
  const rest = cleanLine((month ?? '').slice(0, 200).normalize('NFKC'));
  if (!base || base.length > 4 || !rest) return base;
  if (/^\d{1,2}$/.test(rest)) return spell(Number(base), Number(rest));
  const numbers = rest.match(/^(\d{1,2})[-/ ](\d{1,2})$/);
  if (numbers) return spell(Number(base), Number(numbers[1]), Number(numbers[2]));
  if (!anyYear.test(rest)) return readDate(`${rest} ${base}`);
  const whole = readDate(rest);
  return whole?.startsWith(base) ? whole : base;
}
