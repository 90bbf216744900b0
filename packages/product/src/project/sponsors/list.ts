import { fill, type Label } from '@keyan/kernel/label.ts';
import { atMost, isZero, plus, times } from '@keyan/kernel/values/amounts.ts';
import {
  type ColumnKind,
  columnsBySponsorHeadings,
  isReadable,
  type SponsorListMapping,
} from './columns.ts';
import { sourcesByTitleWord } from './headings.ts';

/** Cell value from a workbook reader. */
export type ListCell = string | number | boolean | Date | null | undefined;

export type ListGrid = readonly (readonly ListCell[])[];

/** Project approved by a sponsor. */
export interface GrantLine {
  /** Row number in the file, from 1. */
  readonly row: number;
  readonly number: string;
  readonly title: string;
  readonly leader: string;
  readonly staffNo: string;
  readonly college: string;
  /** Project type as the sponsor names it. */
  readonly type: string;
  readonly code: string;
  /** Amount in yuan; empty if the list has none. */
  readonly funds: string;
  readonly start: string;
  readonly end: string;
  readonly approvedOn: string;
  readonly document: string;
}

/** Cell that cannot be imported, with the reason. */
export interface GrantFault {
  readonly row: number;
  readonly column: ColumnKind;
  /** Text in the file. */
  readonly text: string;
  readonly message: Label;
}

/** Unit of the amounts, and its origin (heading or size). */
export interface AmountUnit {
  readonly factor: '1' | '10000';
  readonly by: 'heading' | 'size';
}

/** Parsed list. */
export interface GrantList {
  readonly lines: readonly GrantLine[];
  readonly faults: readonly GrantFault[];
  readonly unit: AmountUnit;
}

/** Corrected cell texts by row and column. */
export type CellFixes = Readonly<Record<string, Readonly<Partial<Record<ColumnKind, string>>>>>;

/** Number of first rows in which headings are searched; titles, dates and notes precede them. */
const maxHeadingSearchRows = 20;

export const listCellText = (cell: ListCell): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
};

/** Index of the heading row; null if none of the first rows has number, title and leader. */
export const headingRow = (grid: ListGrid): number | null => {
  const index = grid
    .slice(0, maxHeadingSearchRows)
    .findIndex((row) => isReadable(columnsBySponsorHeadings(row.map(listCellText))));
  return index < 0 ? null : index;
};

/** Code of the source named above the headings; null if none. */
export const sourceOfListTitle = (grid: ListGrid, heading: number): string | null => {
  const title = grid
    .slice(0, heading)
    .map((row) => row.map(listCellText).join(''))
    .join(' ');
  return sourcesByTitleWord.find(([pattern]) => pattern.test(title))?.[1] ?? null;
};

const lastDay = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * First and last day of a span such as `2027.01-2030.12` or `2027年1月1日至2030年12月31日`; months
 * become their first and last day.
 */
export const daysInText = (
  cell: ListCell,
): readonly { readonly first: string; readonly last: string }[] => {
  const text = listCellText(cell).normalize('NFKC');
  const found = text.matchAll(
    /(\d{4})(?:[-/.年](\d{1,2})(?!\d)(?:[-/.月](\d{1,2})(?!\d))?|(\d{2})(\d{2})(?!\d))/g,
  );
  return [...found].flatMap(([, year = '', month, day, wholeMonth, wholeDay]) => {
    const [y, m] = [Number(year), Number(month ?? wholeMonth)];
    if (m < 1 || m > 12) return [];
    const named = day ?? wholeDay;
    const end = lastDay(y, m);
    if (named !== undefined && (Number(named) < 1 || Number(named) > end)) return [];
    const on = (d: number): string => `${year}-${twoDigits(m)}-${twoDigits(d)}`;
    return [{ first: on(Number(named ?? 1)), last: on(Number(named ?? end)) }];
  });
};

/** Decimal text of an amount; `''` for an empty cell, null for other text. */
const decimalOf = (cell: ListCell): string | null => {
  const text = listCellText(cell)
    .normalize('NFKC')
    .replace(/[¥￥,\s]|万?元$/g, '');
  if (text === '' || /^-+$/.test(text)) return '';
  return /^\d{1,11}(?:\.\d{1,6})?$/.test(text) ? text : null;
};

/** Amount in 万元 above which a number is taken as yuan. */
const maxAmountInWan = '10000';

/**
 * Unit of an amount column: by its heading or the rows above, otherwise by the size of the numbers.
 */
export const amountUnitOf = (
  grid: ListGrid,
  heading: number,
  column: number | undefined,
): AmountUnit => {
  const head = listCellText(grid[heading]?.[column ?? -1]).normalize('NFKC');
  const above = grid
    .slice(0, heading)
    .map((row) => row.map(listCellText).join(' '))
    .join(' ');
  if (/万元/.test(head)) return { factor: '10000', by: 'heading' };
  if (/元/.test(head)) return { factor: '1', by: 'heading' };
  const said = /(?:单位|金额)[^，。;；]*?(万?)元/.exec(above.normalize('NFKC'));
  if (said) return { factor: said[1] ? '10000' : '1', by: 'heading' };
  const amounts = grid
    .slice(heading + 1)
    .map((row) => decimalOf(row[column ?? -1]))
    .filter((one): one is string => Boolean(one));
  const isSmall = amounts.length > 0 && amounts.every((one) => atMost(one, maxAmountInWan));
  return { factor: isSmall ? '10000' : '1', by: 'size' };
};

/** Amount in yuan with two decimals; null if invalid or with fractions of a fen. */
const yuanOf = (cell: ListCell, { factor }: AmountUnit): string | null => {
  const plain = decimalOf(cell);
  if (plain === null || plain === '') return plain;
  const [whole = '0', fraction = ''] = times(plain, factor).split('.');
  return /[^0]/.test(fraction.slice(2))
    ? null
    : plus('0.00', `${whole}.${fraction.slice(0, 2) || '0'}`);
};

const sums = /合计|小计|总计|共计/;

const required: Readonly<Partial<Record<ColumnKind, Label>>> = {
  number: ['没有批准号', 'There is no grant number'],
  title: ['没有项目名称', 'There is no title'],
  leader: ['没有负责人', 'There is no leader'],
};

interface Reading {
  readonly line: GrantLine;
  readonly faults: readonly GrantFault[];
}

/** Parses a row with corrected cells. */
const readRow = (
  row: number,
  cellOf: (kind: ColumnKind) => ListCell,
  unit: AmountUnit,
): Reading => {
  const faults: GrantFault[] = [];
  const text = (kind: ColumnKind): string => listCellText(cellOf(kind)).replace(/\s+/g, ' ');
  const fault = (column: ColumnKind, message: Label) =>
    faults.push({ row, column, text: text(column), message });
  for (const [kind, message] of Object.entries(required) as [ColumnKind, Label][]) {
    if (text(kind) === '') fault(kind, message);
  }
  const funds = yuanOf(cellOf('funds'), unit);
  if (funds === null || (funds !== '' && isZero(funds))) {
    fault('funds', ['无法识别金额', 'The amount cannot be read']);
  }
  const period = daysInText(cellOf('period'));
  const start = daysInText(cellOf('start'))[0]?.first ?? period[0]?.first ?? '';
  const end = daysInText(cellOf('end'))[0]?.last ?? period[1]?.last ?? '';
  const dated = text('period') || text('start') || text('end');
  if (dated && (start === '' || end === '' || end <= start)) {
    fault(text('period') || !text('start') ? 'period' : 'end', [
      '无法识别起止年月，或结束早于开始',
      'The dates cannot be read, or the end is before the start',
    ]);
  }
  return {
    line: {
      row,
      number: text('number').replace(/\s/g, ''),
      title: text('title'),
      leader: text('leader').replace(/(?<=\p{Script=Han})\s+(?=\p{Script=Han})/gu, ''),
      staffNo: text('staffNo'),
      college: text('college'),
      type: text('type'),
      code: text('code'),
      funds: funds ?? '',
      start,
      end,
      approvedOn: daysInText(cellOf('approvedOn'))[0]?.first ?? '',
      document: text('document'),
    },
    faults,
  };
};

/**
 * Parses the projects of a list; sums and empty rows are skipped.
 * @param heading index of the heading row, from 0
 */
export const readList = (
  grid: ListGrid,
  heading: number,
  mapping: SponsorListMapping,
  fixes: CellFixes = {},
): GrantList => {
  const unit = amountUnitOf(grid, heading, mapping.funds);
  const faults: GrantFault[] = [];
  const lines: GrantLine[] = [];
  const rows = new Map<string, number>();
  for (const [index, cells] of grid.entries()) {
    const row = index + 1;
    const cellOf = (kind: ColumnKind): ListCell =>
      fixes[row]?.[kind] ?? (mapping[kind] === undefined ? null : cells[mapping[kind]]);
    const isEmpty = listCellText(cellOf('number')) === '' && listCellText(cellOf('leader')) === '';
    if (
      index <= heading ||
      (isEmpty &&
        (listCellText(cellOf('title')) === '' || sums.test(cells.map(listCellText).join(''))))
    )
      continue;
    const read = readRow(row, cellOf, unit);
    lines.push(read.line);
    faults.push(...read.faults);
    const key = read.line.number.toLowerCase();
    const before = rows.get(key);
    if (key !== '' && before !== undefined) {
      faults.push({
        row,
        column: 'number',
        text: read.line.number,
        message: fill(['与第 {before} 行的批准号相同', 'Same grant no. as row {before}'], {
          before,
        }),
      });
    } else if (key !== '') rows.set(key, row);
  }
  return { lines, faults, unit };
};
