import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { bankHeadings, type ColumnKind, columnKinds } from './headings.ts';

/** How people call them. */
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

/** Columns of a statement by meaning, from 0; a memo may stand in several. */
export type StatementMapping = Readonly<Partial<Record<Exclude<ColumnKind, 'memo'>, number>>> & {
  readonly memo: readonly number[];
};

/** A heading without width, blanks and what stands in brackets: `贷方发生额（元）` is 贷方发生额. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：]/g, '');

/** The columns that a heading row has, as banks call them. */
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

/** Can lines be read by these columns: a day, what came in, and from whom or why? */
export const isReadable = ({ date, credit, amount, payer, memo }: StatementMapping): boolean =>
  date !== undefined &&
  (credit !== undefined || amount !== undefined) &&
  (payer !== undefined || memo.length > 0);

/** Headings of a bank's statement in one text, by which its next statement is recognised. */
export const headingsSignatureOf = (headings: readonly string[]): string =>
  headings.map(plainHeading).join('|').slice(0, 2000);

/** Is what somebody sends a mapping of this many columns? */
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
