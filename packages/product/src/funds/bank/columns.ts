import type { Label } from '@keyan/kernel/label.ts';

/** What a column of a bank statement may be. */
export const columnKinds = [
  'date',
  'credit',
  'debit',
  'amount',
  'direction',
  'payer',
  'account',
  'memo',
  'voucher',
  'balance',
  'own',
] as const;

export type ColumnKind = (typeof columnKinds)[number];

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

/** Which column of a statement is what, from 0; a memo may stand in several. */
export type Mapping = Readonly<Partial<Record<Exclude<ColumnKind, 'memo'>, number>>> & {
  readonly memo: readonly number[];
};

/** How banks head their columns, without blanks and brackets; the likeliest first. */
const words: Readonly<Record<ColumnKind, readonly string[]>> = {
  date: ['交易日期', '记账日期', '入账日期', '交易时间', '记账时间', '入账时间', '日期', '交易日'],
  credit: [
    '贷方发生额',
    '贷方金额',
    '收入金额',
    '转入金额',
    '贷方',
    '收入',
    '收入额',
    '贷方发生金额',
  ],
  debit: [
    '借方发生额',
    '借方金额',
    '支出金额',
    '转出金额',
    '借方',
    '支出',
    '支出额',
    '借方发生金额',
  ],
  amount: ['交易金额', '发生额', '金额', '发生金额'],
  direction: ['借贷标志', '收支方向', '借贷方向', '收支标志', '借贷', '交易方向', '收付标志'],
  payer: [
    '对方户名',
    '对方名称',
    '付款人名称',
    '来款单位',
    '对方单位',
    '付款人',
    '对方账户名称',
    '付款方户名',
    '付款方名称',
    '对方单位名称',
    '交易对手名称',
  ],
  account: [
    '对方账号',
    '付款人账号',
    '付款方账号',
    '对方账户',
    '来款账号',
    '交易对手账号',
    '对方帐号',
  ],
  memo: ['附言', '摘要', '用途', '备注', '交易附言', '交易摘要', '交易备注'],
  voucher: [
    '交易流水号',
    '核心流水号',
    '流水号',
    '凭证号',
    '业务编号',
    '交易流水',
    '凭证号码',
    '银行流水号',
  ],
  balance: ['余额', '账户余额', '本次余额', '交易后余额'],
  own: ['本方账号', '账号', '账户', '本方账户', '查询账号'],
};

/** A heading without width, blanks and what stands in brackets: `贷方发生额（元）` is 贷方发生额. */
export const plainHeading = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .replace(/[\s/:：]/g, '');

/** The columns that a heading row has, as banks call them. */
export const guessedColumns = (headings: readonly string[]): Mapping => {
  const plain = headings.map(plainHeading);
  const at = (kind: ColumnKind): number | undefined => {
    const found = words[kind].map((word) => plain.indexOf(word)).find((index) => index >= 0);
    return found;
  };
  const single = Object.fromEntries(
    columnKinds.flatMap((kind) => {
      const index = kind === 'memo' ? undefined : at(kind);
      return index === undefined ? [] : [[kind, index]];
    }),
  );
  const memo = words.memo.map((word) => plain.indexOf(word)).filter((index) => index >= 0);
  return { ...single, memo };
};

/** Can lines be read by these columns: a day, what came in, and from whom or why? */
export const isReadable = ({ date, credit, amount, payer, memo }: Mapping): boolean =>
  date !== undefined &&
  (credit !== undefined || amount !== undefined) &&
  (payer !== undefined || memo.length > 0);

/** By which a bank's statements are known again: its headings. */
export const signatureOf = (headings: readonly string[]): string =>
  headings.map(plainHeading).join('|').slice(0, 2000);

/** Is what somebody sends a mapping of so many columns? */
export const mappingOf = (given: unknown, columns: number): Mapping | null => {
  if (given === null || typeof given !== 'object') return null;
  const isColumn = (value: unknown): value is number =>
    typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < columns;
  const values = given as Readonly<Record<string, unknown>>;
  const memo = Array.isArray(values.memo) ? values.memo.filter(isColumn) : [];
  const single = columnKinds.flatMap((kind) =>
    kind !== 'memo' && isColumn(values[kind]) ? [[kind, values[kind]]] : [],
  );
  return { ...Object.fromEntries(single), memo };
};
