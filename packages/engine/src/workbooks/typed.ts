import type { FieldSpec } from '@keyan/kernel/definition/field/field.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CellReading, RawCell } from './raw-cell.ts';

/** Parsers of numbers, dates and codes as people and programs write them in cells. */

const plain = (text: string): string => text.normalize('NFKC').replace(/^'/, '').trim();

/** Removes full-width characters or a leading apostrophe from a code, if the field accepts it only then. */
export const plainCodeOf = (text: string, { format }: FieldSpec): string =>
  format && !format.test(format.tidy?.(text) ?? text) ? plain(text) : text;

const lost: Label = [
  '“{text}”以数字保存，表格程序只保留 15 位，后面的数字已丢失：请把该列设为“文本”后重新填写',
  '“{text}” is stored as a number, of which spreadsheets keep 15 digits: the rest is lost. Format the column as text and fill it in again',
];

const isTyped: ReadonlySet<FieldSpec['type']> = new Set(['text', 'note', 'ref', 'refs']);

/** Returns the fault of a long code that a spreadsheet turned into a number and truncated. */
export const lostDigitsFault = (
  cell: RawCell,
  text: string,
  spec: FieldSpec,
): Label | undefined => {
  if (!isTyped.has(spec.type)) return undefined;
  const isCut =
    typeof cell === 'number' ? Math.abs(cell) >= 1e15 : /^\d(?:\.\d+)?E\+1[1-9]$/i.test(text);
  return isCut ? fill(lost, { text }) : undefined;
};

/** Parses a number such as `￥1,234.56`, `1,234.56元` or full-width digits; the unit is that of the field. */
export const readNumber = (text: string): CellReading => ({
  value: plain(text)
    .replace(/^(?:[¥￥]|RMB|CNY)\s*/i, '')
    .replace(/\s*[元年]$/, '')
    .replace(/^(-?)\s+/, '$1'),
});

/** Returns the date of a serial number, from a cell that lost its format. */
const ofSerial = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30) + serial * 86_400_000).toISOString().slice(0, 10);

const dayForm: Label = [
  '“{text}”不是日期，请填写如 2026-05-01',
  '“{text}” is not a date: write it as 2026-05-01',
];
const cutMonth: Label = [
  '“{text}”分不清是 1 月还是 10 月，请填写如 2026-10-01',
  '“{text}” may be January or October: write it as 2026-10-01',
];

/** Pattern of dates without separators: `20261120` and `202611`. */
const compact = /^((?:19|20)\d\d)(0[1-9]|1[0-2])([0-2]\d|3[01])?$/;

const dayOf = (text: string, cell: RawCell): CellReading => {
  const typed = plain(text);
  const solid = compact.exec(typed);
  if (solid) return { value: solid.slice(1).filter(Boolean).join('-') };
  if (typeof cell === 'number' && /^\d{4}\.1$/.test(typed)) {
    return { fault: fill(cutMonth, { text }) };
  }
  // Serial numbers from 1927 on: smaller numbers are years.
  if (/^\d{5}$/.test(typed)) return { value: ofSerial(Number(typed)) };
  const value = typed
    .replace(/\s*([/.年月-])\s*/g, '$1')
    .replace(/[/.年月]/g, '-')
    .replace(/日/g, '')
    .trim()
    .replace(/-$/, '');
  return /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:[ T].*)?$/.test(value)
    ? { value }
    : { fault: fill(dayForm, { text }) };
};

type Typed = (text: string, spec: FieldSpec, ids: unknown, cell: RawCell) => CellReading;

/** Parses dates as people type them: 2026/5/1, 2026.5.1, 2026年5月1日, 20260501, or a serial number. */
export const readDate: Typed = (text, _spec, _ids, cell) => dayOf(text, cell);

/** Parses times in the same forms; a date may come without a time. */
export const readTime: Typed = (text, _spec, _ids, cell) => {
  const read = dayOf(text, cell);
  if (!('value' in read)) return read;
  const [, year, month, day, rest = ''] =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(.*)$/.exec(String(read.value)) ?? [];
  return year && month && day
    ? { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}` }
    : read;
};
