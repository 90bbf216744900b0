import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { bankHeadings, type ColumnKind, columnKinds } from './headings.ts';

/** Label of each column meaning. */
export const columnNames: Readonly<Record<ColumnKind, Label>> = {
  date: ['交易日期', 'Date'],
  credit: ['收入金额（贷方）', 'Received (credit)'],
  debit: ['支出金额（借方）', 'Paid (debit)'],
  amount: ['发生额', 'Amount'],
  direction: ['收支方向', 'Direction'],
  payer: ['来款单位', 'Payer'],
  account: ['来款账号', 'Payer account'],
  memo: ['摘要（附言）', 'Memo'],
  voucher: ['流水（凭证）号', 'Voucher no.'],
  balance: ['余额', 'Balance'],
  own: ['本方账号', 'Own account'],
};

/** Column indexes by meaning, from 0; a memo may spread over several columns. */
export type StatementMapping = Readonly<Partial<Record<Exclude<ColumnKind, 'memo'>, number>>> & {
  readonly memo: readonly number[];
};

/** Normalised heading without width, spaces and bracketed text: `贷方发生额（元）` becomes 贷方发生额. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：]/g, '');

/** Column indexes found in a heading row by the headings that banks use. */
export const columnsByHeadings = (headings: readonly string[]): StatementMapping => {
  const plain = headings.map(plainHeading);
  const at = (kind: ColumnKind): number | undefined => {
    const found = bankHeadings[kind].map((word) => plain.indexOf(word)).find((index) => index >= 0);
    return found;
  };
  const single = Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const index = kind === 'memo' ? undefined : at(kind);
      return index === undefined ? [] : [[kind, index]];
    }),
  );
  const memo = bankHeadings.memo.map((word) => plain.indexOf(word)).filter((index) => index >= 0);
  return { ...single, memo };
};

/**
 * True if lines can be read with the mapping: date, incoming amount, and payer or memo are mapped.
 */
export const isReadable = ({ date, credit, amount, payer, memo }: StatementMapping): boolean =>
  date !== undefined &&
  (credit !== undefined || amount !== undefined) &&
  (payer !== undefined || memo.length > 0);

/** Signature of a statement’s headings, under which the bank’s mapping is stored. */
export const headingsSignatureOf = (headings: readonly string[]): string =>
  headings.map(plainHeading).join('|').slice(0, 2000);

/** Validates a mapping sent by the client for a number of columns; null if invalid. */
export const statementMappingOf = (given: unknown, columns: number): StatementMapping | null => {
  if (given === null || typeof given !== 'object') return null;
  const isColumn = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < columns;
  const values = given as RowLike;
  const memo = Array.isArray(values.memo) ? values.memo.filter(isColumn) : [];
  const single = columnKinds.flatMap((kind) =>
    kind !== 'memo' && isColumn(values[kind]) ? [[kind, values[kind]]] : [],
  );
  return { ...Object.fromEntries(single), memo };
};
