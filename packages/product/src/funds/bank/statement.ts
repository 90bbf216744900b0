import type { Label } from '@keyan/kernel/label.ts';
import { equal, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { columnsByHeadings, isReadable, type StatementMapping } from './columns.ts';

/** Cell value from a workbook reader. */
export type StatementCell = string | number | boolean | Date | null | undefined;

/** Incoming payment of a statement. */
export interface StatementLine {
  /** Row number in the file, from 1. */
  readonly row: number;
  readonly date: string;
  readonly amount: string;
  readonly payer: string;
  readonly account: string;
  readonly memo: string;
  readonly voucher: string;
}

/** Row that cannot be imported, with the reason. */
export interface StatementFault {
  readonly row: number;
  readonly message: Label;
}

/** Parsed statement. */
export interface BankStatement {
  readonly lines: readonly StatementLine[];
  readonly faults: readonly StatementFault[];
  /** Account of the university; empty if the file does not name it. */
  readonly own: string;
  /** Numbers of skipped rows: outgoing payments, and others (sums, empty rows). */
  readonly skipped: { readonly debits: number; readonly others: number };
  /** First row at which the running balance is inconsistent; null if consistent. */
  readonly gap: number | null;
}

type Grid = readonly (readonly StatementCell[])[];

/** Number of first rows in which headings are searched. */
const maxHeadingSearchRows = 30;

export const cellText = (cell: StatementCell): string => {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return String(cell).trim();
};

/**
 * Index of the heading row; null if none of the first rows has headings for date, amount, and payer
 * or memo.
 */
export const headingRow = (grid: Grid): number | null => {
  const index = grid
    .slice(0, maxHeadingSearchRows)
    .findIndex((row) => isReadable(columnsByHeadings(row.map(cellText))));
  return index < 0 ? null : index;
};

/**
 * Day from the notations of statements: `20260301`, `2026/3/1 10:22`, `2026年3月1日`; null if none
 * matches.
 */
export const cellDay = (cell: StatementCell): string | null => {
  const text = cellText(cell).normalize('NFKC');
  const found =
    /^(\d{4})(\d{2})(\d{2})(?!\d)/.exec(text) ??
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})/.exec(text);
  if (!found) return null;
  const [, year = '', month = '', day = ''] = found;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const date = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== iso ? null : iso;
};

/** Signed amount in yuan; `''` for an empty cell, null for text that is no amount. */
export const cellAmount = (cell: StatementCell): string | null => {
  if (typeof cell === 'number') {
    const text = cell.toFixed(2);
    return Math.abs(cell) < 1e13 && Math.abs(Number(text) - cell) < 1e-6 ? text : null;
  }
  const text = cellText(cell)
    .normalize('NFKC')
    .replace(/[¥￥,\s元]/g, '')
    .replace(/^[＋+]/, '')
    .replace(/^[－−]/, '-');
  if (text === '' || text === '-' || text === '--') return '';
  return /^-?\d{1,13}(?:\.\d{1,2})?$/.test(text) ? plus('0.00', text) : null;
};

const outgoing = /^(?:借|支|付|转出|出|D|DR|-)/i;
const sumWords = /合计|小计|总计|承前页|过次页|本页|累计|期初|期末|上期|本期/;
const interest = /结息|利息/;

/** Digits of a number above which a spreadsheet has rounded it. */
const cutDigits = 15;

const digitsOf = (cell: StatementCell): string | null => {
  if (typeof cell === 'number') {
    return Math.abs(cell) >= 10 ** cutDigits ? null : String(cell);
  }
  return cellText(cell).replace(/[\s\t']/g, '');
};

interface Read {
  readonly credit: string;
  readonly debit: string;
}

/** Incoming and outgoing amount of a row; null if no amount can be read. */
const movementOf = (row: readonly StatementCell[], mapping: StatementMapping): Read | null => {
  const at = (index: number | undefined): string | null =>
    index === undefined ? '' : cellAmount(row[index]);
  const [credit, debit, amount] = [at(mapping.credit), at(mapping.debit), at(mapping.amount)];
  if (credit === null || debit === null || amount === null) return null;
  if (mapping.credit !== undefined) return { credit: credit || '0.00', debit: debit || '0.00' };
  if (amount === '') return { credit: '0.00', debit: '0.00' };
  const isOut =
    mapping.direction === undefined
      ? amount.startsWith('-')
      : outgoing.test(cellText(row[mapping.direction]).normalize('NFKC'));
  const size = amount.replace('-', '');
  return isOut ? { credit: '0.00', debit: size } : { credit: size, debit: '0.00' };
};

interface Balanced extends Read {
  readonly row: number;
  readonly balance: string;
}

const continuesBalance = (from: Balanced, to: Balanced): boolean =>
  equal(minus(plus(from.balance, to.credit), to.debit), to.balance);

/**
 * Row after which the running balance is inconsistent; rows may be in ascending or descending order
 * of time.
 */
const gapIn = (rows: readonly Balanced[]): number | null => {
  const breaks = (isNext: (one: Balanced, next: Balanced) => boolean): number =>
    rows.findIndex((one, index) => {
      const next = rows[index + 1];
      return next !== undefined && !isNext(one, next);
    });
  const [up, down] = [breaks(continuesBalance), breaks((one, next) => continuesBalance(next, one))];
  if (up < 0 || down < 0) return null;
  return rows[Math.max(up, down) + 1]?.row ?? null;
};

const ownAccount = /[账帐][号户](?:号码)?[:：]?\s*([\d-]{8,30})/;

/** Account number of the university in the rows above the headings; empty if none. */
const ownAbove = (grid: Grid, heading: number): string => {
  for (const row of grid.slice(0, heading)) {
    const texts = row.map(cellText);
    const found = ownAccount.exec(texts.join(' ').normalize('NFKC'))?.[1];
    if (found) return found.replaceAll('-', '');
  }
  return '';
};

/** Classification of a row of a statement. */
type RowMeaning =
  | { readonly is: 'nothing' }
  | {
      readonly is: 'wrapped';
      readonly memo: string;
      readonly payer: string;
      readonly voucher: string;
    }
  | { readonly is: 'fault'; readonly message: Label }
  | { readonly is: 'debit' }
  | { readonly is: 'line'; readonly line: StatementLine };

const fault = (zh: string, en: string): RowMeaning => ({ is: 'fault', message: [zh, en] });

const textAt = (row: readonly StatementCell[], index: number | undefined): string =>
  index === undefined ? '' : cellText(row[index]);

const memoOf = (row: readonly StatementCell[], { memo }: StatementMapping): string =>
  [...new Set(memo.map((index) => cellText(row[index])))].filter(Boolean).join(' ');

/** Classifies a row without a date: a continuation of the previous row, or a sum. */
const meaningOfUndatedRow = (
  row: readonly StatementCell[],
  mapping: StatementMapping,
): RowMeaning => {
  const memo = memoOf(row, mapping);
  return memo === '' || sumWords.test(row.map(cellText).join(''))
    ? { is: 'nothing' }
    : {
        is: 'wrapped',
        memo,
        payer: textAt(row, mapping.payer),
        voucher: textAt(row, mapping.voucher),
      };
};

/** Statement line of an incoming payment. */
const incomingPayment = (
  row: readonly StatementCell[],
  mapping: StatementMapping,
  said: { readonly row: number; readonly date: string; readonly amount: string },
): RowMeaning => {
  const account = digitsOf(row[mapping.account ?? -1]);
  if (account === null) {
    return fault(
      '来款账号已被表格软件截断，请将该列设为文本后重新导出',
      'The payer account was cut off by spreadsheet software: set the column to text and export again',
    );
  }
  const [payer, memo] = [textAt(row, mapping.payer), memoOf(row, mapping)];
  if (payer === '') {
    return interest.test(memo) ? { is: 'nothing' } : fault('没有来款单位', 'Payer is missing');
  }
  const voucher = digitsOf(row[mapping.voucher ?? -1]) ?? '';
  return { is: 'line', line: { ...said, payer, account, memo, voucher } };
};

const meaningOf = (
  row: readonly StatementCell[],
  number: number,
  mapping: StatementMapping,
): RowMeaning & { readonly movement?: Read } => {
  if (row.every((cell) => cellText(cell) === '')) return { is: 'nothing' };
  const date = cellDay(row[mapping.date ?? -1]);
  const movement = movementOf(row, mapping);
  const isEmpty = movement !== null && equal(movement.credit, 0) && equal(movement.debit, 0);
  if (date === null) {
    return isEmpty || sumWords.test(row.map(cellText).join(''))
      ? meaningOfUndatedRow(row, mapping)
      : fault('无法识别日期', 'The date cannot be read');
  }
  if (movement === null || isEmpty) return fault('无法识别金额', 'The amount cannot be read');
  if (equal(movement.credit, 0)) return { is: 'debit', movement };
  const said = { row: number, date, amount: movement.credit };
  return { ...incomingPayment(row, mapping, said), movement };
};

/**
 * Reads the incoming payments of a statement.
 * @param heading index of the heading row, from 0
 */
export const readStatement = (
  grid: Grid,
  heading: number,
  mapping: StatementMapping,
): BankStatement => {
  const lines: StatementLine[] = [];
  const faults: StatementFault[] = [];
  const balances: Balanced[] = [];
  const skipped = { debits: 0, others: 0 };
  let own = ownAbove(grid, heading);
  // Last payment, to which wrapped text of following rows is appended.
  let below = null as StatementLine | null;
  for (const [index, row] of grid.entries()) {
    if (index <= heading) continue;
    const number = index + 1;
    const meaning = meaningOf(row, number, mapping);
    const balance = mapping.balance === undefined ? null : cellAmount(row[mapping.balance]);
    if (meaning.movement && balance) balances.push({ ...meaning.movement, row: number, balance });
    if (meaning.is === 'wrapped' && below) {
      below = {
        ...below,
        payer: below.payer + meaning.payer,
        memo: below.memo + meaning.memo,
        voucher: below.voucher || meaning.voucher,
      };
      lines[lines.length - 1] = below;
      continue;
    }
    below = null;
    if (meaning.is === 'fault') faults.push({ row: number, message: meaning.message });
    else if (meaning.is === 'debit') skipped.debits += 1;
    else if (meaning.is === 'line') {
      own ||= digitsOf(row[mapping.own ?? -1]) ?? '';
      below = meaning.line;
      lines.push(below);
    } else skipped.others += 1;
  }
  return { lines, faults, own, skipped, gap: gapIn(balances) };
};
