import type { FieldSpec, FieldType } from '@keyan/kernel/definition/field/field.ts';
import type { BookCell } from './book-plan.ts';
import { sheetDigits } from './cell.ts';

/** Returns the number of significant digits of a number as text. */
const digitsIn = (text: string): number => text.replace(/\D/g, '').replace(/^0+/, '').length;

/** True for a number that a spreadsheet stores exactly. */
const isExact = (text: string): boolean =>
  /^-?\d+(?:\.\d+)?$/.test(text) && digitsIn(text) <= sheetDigits;

const decimals = (scale: number): string => (scale > 0 ? `.${'0'.repeat(scale)}` : '');

type Write = (text: string, spec: FieldSpec) => BookCell;

const number =
  (format: (spec: FieldSpec) => string): Write =>
  (text, spec) =>
    isExact(text) ? { is: 'number', value: text, format: format(spec) } : text;

/** First date whose serial number is the same in every spreadsheet. */
const firstDay = '1900-03-01';

const dayFormat = 'yyyy-mm-dd';

const moment: Write = (text) => {
  const match = /^(\d{4}-\d{2}-\d{2})(?: \d{2}:\d{2}:\d{2})?$/.exec(text);
  if (!match || text < firstDay) return text;
  return text === match[1]
    ? { is: 'moment', value: `${text} 00:00:00`, format: dayFormat }
    : { is: 'moment', value: text, format: `${dayFormat} hh:mm:ss` };
};

/** Cell writers of types with which a spreadsheet calculates, sorts and groups; all others are text. */
const writers: Partial<Record<FieldType, Write>> = {
  integer: number(() => '0'),
  year: number(() => '0'),
  decimal: number(({ scale = 0 }) => `0${decimals(scale)}`),
  money: number(({ scale = 0 }) => `#,##0${decimals(scale)}`),
  // 12.5 and not 0.125: an import reads the digits.
  percent: number(() => 'General"%"'),
  date: moment,
  time: moment,
};

/** Converts a stored value to a cell of its type; `text` is used if a cell cannot represent the value exactly. */
export const valueCell = (value: unknown, text: string, spec: FieldSpec): BookCell => {
  const plain = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  return (plain !== '' && writers[spec.type]?.(plain, spec)) || text;
};

/** Returns the text that a cell shows, to measure its column. */
export const cellText = (cell: BookCell): string =>
  typeof cell === 'object' ? cell.value : String(cell);
