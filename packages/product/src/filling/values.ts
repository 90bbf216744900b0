import type { MoneyUnit } from './matching.ts';

/** A value as it goes into a requested table: a text, a number or a day. */
export interface FilledValue {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'day';
}

/** Values for the rows of one table of a file. */
export interface TableFilling {
  /** Place of the table among those of the file. */
  readonly table: number;
  readonly bodyTop: number;
  readonly bodyBottom: number;
  /** The columns that are filled. */
  readonly columns: readonly number[];
  /** By row, then in the order of `columns`; null for what stays empty. */
  readonly rows: readonly (readonly (FilledValue | null)[])[];
}

/** Digits that a day has in a column: the heading tells it. */
export type DayForm = 'day' | 'month' | 'year';

/** How precisely a heading asks for a day: 「出生年月」, 「发表年份」. */
export const dayFormOf = (heading: string): DayForm =>
  /年月(?!日)|yyyymm(?!d)|yyyy-mm(?!-d)/i.test(heading)
    ? 'month'
    : /年份|年度|yyyy(?!-?m)|\byear\b/i.test(heading)
      ? 'year'
      : 'day';

const decimal = /^-?\d+(?:\.\d+)?$/;

/** An amount in yuan in another unit, to the last digit: `1234567.8` in 万元 is `123.45678`. */
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

/** A day as a column asks for it: a month is `2024-06`, which no spreadsheet has as a day. */
export const dayValue = (day: string, form: DayForm): FilledValue =>
  form === 'day'
    ? { text: day.slice(0, 10), kind: 'day' }
    : form === 'month'
      ? { text: day.slice(0, 7), kind: 'text' }
      : { text: day.slice(0, 4), kind: 'number' };

/** Digits that a spreadsheet keeps of a number. */
const mostDigits = 15;

/** A number, or the text of one that a spreadsheet would not keep whole. */
export const numberValue = (text: string): FilledValue => ({
  text,
  kind:
    decimal.test(text) && text.replace(/\D/g, '').replace(/^0+/, '').length <= mostDigits
      ? 'number'
      : 'text',
});

/** Where the value of a cell comes from. */
export type CellMark = 'known' | 'last' | 'unknown' | 'answered' | 'hand' | 'none';

/** A cell as it is kept. */
export interface KeptCell {
  readonly value: FilledValue | null;
  readonly mark: CellMark;
  /** Field of the record; null for what is no field of it. */
  readonly field: string | null;
}

/** A column with the value that the record has. */
export interface AskedCell {
  /** Undefined where the record has no such field, null where it is empty. */
  readonly known: FilledValue | null | undefined;
  readonly field: string | null;
  readonly isAsked: boolean;
}

/**
 * The cell that a filling makes: what the record says, else what was entered or answered before, else the
 * value of the last table, unless that came from another field, else nothing, which somebody is asked for.
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
  // A value of another field tells nothing here: it may be one that this officer does not read.
  const isUsable = last?.field === null ? last.mark !== 'known' : last?.field === field;
  if (last?.value && isUsable) return { value: last.value, mark: 'last', field };
  return { value: null, mark: 'unknown', field };
};
