import type { MoneyUnit } from './matching.ts';

/** Value written into a requested table: text, number or day. */
export interface FilledValue {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'day';
}

/** Values for one table of a file. */
export interface TableFilling {
  /** Index of the table in the file. */
  readonly table: number;
  readonly bodyTop: number;
  readonly bodyBottom: number;
  /** Indexes of the columns to fill. */
  readonly columns: readonly number[];
  /** Values by row, then in order of `columns`; null leaves a cell empty. */
  readonly rows: readonly (readonly (FilledValue | null)[])[];
}

/** Precision of a date in a column, from its heading. */
export type DayForm = 'day' | 'month' | 'year';

/** Precision of dates that a heading asks for: 「出生年月」, 「发表年份」. */
export const dayFormOf = (heading: string): DayForm =>
  /年月(?!日)|yyyymm(?!d)|yyyy-mm(?!-d)/i.test(heading)
    ? 'month'
    : /年份|年度|yyyy(?!-?m)|\byear\b/i.test(heading)
      ? 'year'
      : 'day';

const decimal = /^-?\d+(?:\.\d+)?$/;

/** Amount in yuan converted to another unit without rounding: `1234567.8` in 万元 is `123.45678`. */
export const inUnit = (amount: string, unit: MoneyUnit): string => {
  if (unit === 1 || !decimal.test(amount)) return amount;
  const isNegative = amount.startsWith('-');
  const [whole = '0', part = ''] = amount.replace('-', '').split('.');
  const places = unit === 10_000 ? 4 : 3;
  const digits = whole.padStart(places + 1, '0');
  const cut = digits.length - places;
  const rest = `${digits.slice(cut)}${part}`.replace(/0+$/, '');
  const text = `${digits.slice(0, cut).replace(/^0+(?=\d)/, '')}${rest && `.${rest}`}`;
  return isNegative && text !== '0' ? `-${text}` : text;
};

/**
 * Date in the precision of a column; a month such as `2024-06` becomes a text, as spreadsheets have
 * no month type.
 */
export const dayValue = (day: string, form: DayForm): FilledValue =>
  form === 'day'
    ? { text: day.slice(0, 10), kind: 'day' }
    : form === 'month'
      ? { text: day.slice(0, 7), kind: 'text' }
      : { text: day.slice(0, 4), kind: 'number' };

/** Maximum significant digits of a number in a spreadsheet. */
const maxSignificantDigits = 15;

/** Number, or text if a spreadsheet would round it. */
export const numberValue = (text: string): FilledValue => ({
  text,
  kind:
    decimal.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= maxSignificantDigits
      ? 'number'
      : 'text',
});

/** Origin of a cell’s value. */
export type CellMark = 'known' | 'last' | 'unknown' | 'answered' | 'hand' | 'none';

/** Cell as stored. */
export interface KeptCell {
  readonly value: FilledValue | null;
  readonly mark: CellMark;
  /** Field of the record; null for values that records do not have. */
  readonly field: string | null;
}

/** Column with the record’s value. */
export interface AskedCell {
  /** Value of the record: undefined without such a field, null if empty. */
  readonly known: FilledValue | null | undefined;
  readonly field: string | null;
  readonly isAsked: boolean;
}

/**
 * Cell for a column: the record’s value, otherwise an entered or answered value, otherwise the
 * value in the last table unless it came from another field, otherwise unknown (to be asked).
 */
export const filledCell = (
  { known, field, isAsked }: AskedCell,
  before: KeptCell | undefined,
  last: KeptCell | undefined,
): KeptCell => {
  if (before?.mark === 'hand' || (before?.mark === 'answered' && !known))
    return { ...before, field };
  if (known) return { value: known, mark: 'known', field };
  if (!isAsked) return { value: null, mark: 'none', field };
  // A value of another field is not reused: the officer may lack the right to read that field.
  const isUsable = last?.field === null ? last.mark !== 'known' : last?.field === field;
  if (last?.value && isUsable) return { value: last.value, mark: 'last', field };
  return { value: null, mark: 'unknown', field };
};
