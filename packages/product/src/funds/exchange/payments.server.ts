import { reserveNumber } from '@keyan/engine/commands/record-number.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill } from '@keyan/kernel/label.ts';
import { atMost, equal, minus, plus } from '@keyan/kernel/values/amounts.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { budgetItem, isSpecialItem } from '../../project/budget/budget-items.ts';
import { createRow } from '../../shared/mechanisms/rows.server.ts';
import { expenseNameOf } from '../expense-rules.ts';
import { fundsExpenditure } from '../funds-expenditure.ts';
import { differenceKindCodes } from './dictionaries.ts';
import { type FoundDifference, saveDifferences } from './differences.server.ts';
import type { FinanceRow } from './objects.ts';
import { amountOfForeignText, dayOfForeignText, unreadableAmount } from './values.server.ts';
import type { ExchangeWork, HandledRow } from './work.server.ts';

const kind = fundsExpenditure as Resource;

/** Texts stored in records of the exchange, in Chinese. */
const words = {
  stays: ['已入账，未改动', 'Already booked, not changed'],
  early: [
    '财务已付款，本系统的支出单尚未审批通过',
    'Paid by finance, but the expense is not approved here yet',
  ],
  item: ['科目代码不在本系统中', 'The budget item code does not exist in this system'],
  program: ['项目编号不在本系统中', 'The project number does not exist in this system'],
  card: ['经费卡号不在本系统中', 'The fund card number does not exist in this system'],
  payee: ['财务付款', 'Paid by finance'],
} as const;

/** Payment: the voucher lines for one expense, or a single line that the finance system created. */
export interface FinancePayment {
  readonly number: string;
  readonly voucher: string;
  /** Number of the expense; empty for a payment without an expense. */
  readonly expense: string;
  /** Sum of the lines in yuan; null if a line has no valid amount. */
  readonly amount: string | null;
  /** Day of the payment; null if invalid. */
  readonly day: string | null;
  readonly first: FinanceRow;
}

/** Payment with valid amount and day. */
type Readable = FinancePayment & { readonly amount: string; readonly day: string };

const sumOf = (lines: readonly FinanceRow[]): string | null => {
  const amounts = lines.map(({ amount }) => amountOfForeignText(amount));
  return amounts.includes(null) ? null : plus('0.00', ...amounts);
};

/** Groups voucher lines into payments by voucher and expense. */
export const paymentsOf = (rows: readonly FinanceRow[]): readonly FinancePayment[] => {
  const groups = Map.groupBy(rows, ({ voucher, line, expense }) =>
    expense ? `${voucher ?? ''}/${expense}` : `${voucher ?? ''}/${line ?? ''}`,
  );
  return [...groups].flatMap(([number, lines]) => {
    const [first] = lines;
    return first
      ? [
          {
            number,
            voucher: first.voucher ?? '',
            expense: first.expense ?? '',
            amount: sumOf(lines),
            day: dayOfForeignText(first.date),
            first,
          },
        ]
      : [];
  });
};

interface Expense {
  readonly id: string;
  readonly status: string;
  readonly amount: string;
  readonly voucher: string | null;
}

const about = ({ source }: ExchangeWork, { number }: FinancePayment) => ({
  sourceId: source.id,
  object: 'payment',
  recordNum: number,
});

/** Key of a voucher line with its source. */
const keyOf = ({ source }: ExchangeWork, { number }: FinancePayment): string =>
  `${source.id}/${number}`;

const differing = async (
  work: ExchangeWork,
  payment: FinancePayment,
  found: readonly FoundDifference[],
  more: Partial<HandledRow> = {},
): Promise<HandledRow> => {
  const open = await work.change((transaction) =>
    saveDifferences(transaction, about(work, payment), found),
  );
  return { ...more, outcome: open > 0 ? 'different' : 'same' };
};

/**
 * Marks an expense as paid like the finance system; any disagreement is recorded as a difference.
 */
const payOurs = async (work: ExchangeWork, payment: Readable): Promise<HandledRow> => {
  const { engine, tenantId } = work;
  const { expense, amount, voucher, day } = payment;
  const [known] = await engine.database.read(tenantId, (session) =>
    session.query<Expense>(
      `select id::text, status, expense_amount::text as amount, voucher_num as voucher from funds_expenditure
        where tenant_id = $1 and expense_num = $2 and is_deleted = 0`,
      [tenantId, expense],
    ),
  );
  const base = { ...about(work, payment), kind: differenceKindCodes.other };
  if (!known) {
    const one = {
      ...base,
      kind: differenceKindCodes.surplus,
      item: 'record',
      ours: '',
      theirs: `${expense} ${amount}`,
    };
    return differing(work, payment, [one]);
  }
  const link = { expenseId: known.id };
  if (!equal(known.amount, amount)) {
    const one = { ...base, ...link, item: 'expenseAmount', ours: known.amount, theirs: amount };
    return differing(work, payment, [one], link);
  }
  if (known.status === '3') {
    const found =
      known.voucher === voucher
        ? []
        : [{ ...base, ...link, item: 'voucherNum', ours: known.voucher ?? '', theirs: voucher }];
    return differing(work, payment, found, link);
  }
  if (known.status !== '2') {
    const one = {
      ...base,
      ...link,
      item: 'status',
      ours: known.status,
      theirs: '3',
      message: words.early[0],
    };
    return differing(work, payment, [one], link);
  }
  await work.commands.perform(fundsExpenditure, 'pay', known.id, {
    voucherNum: voucher,
    payDate: day,
  });
  await differing(work, payment, []);
  return { outcome: 'updated', ...link };
};

/** Expense of a voucher line; older versions stored the line without its source. */
const knownBy = async (
  session: Session,
  work: ExchangeWork,
  payment: FinancePayment,
): Promise<{ readonly id: string; readonly amount: string } | undefined> => {
  const [known] = await session.query<{ id: string; amount: string }>(
    `select id::text, expense_amount::text as amount from funds_expenditure
      where tenant_id = $1 and finance_key_key in (lower($2), lower($3)) and is_deleted = 0
      order by finance_key_key = lower($2) desc limit 1`,
    [session.tenantId, keyOf(work, payment), payment.number],
  );
  return known;
};

/** Imports a payment without an expense; a new expense gets the next number. */
const takeNumbered = async (work: ExchangeWork, payment: Readable): Promise<HandledRow> => {
  const { engine, tenantId, actor } = work;
  const known = await engine.database.read(tenantId, (session) => knownBy(session, work, payment));
  const number = known
    ? null
    : await reserveNumber({ engine, actor }, kind, {}, { kind: 'submit' });
  let isUsed = false;
  try {
    const handled = await work.change((transaction) =>
      takeForeign(transaction, work, payment, number?.text),
    );
    isUsed = handled.outcome === 'added';
    return handled;
  } finally {
    if (!isUsed) number?.release();
  }
};

/**
 * Payee, purpose and name of an expense. Voucher lines have no purpose, so the budget item is used.
 */
const namedBy = (paidTo: string | null | undefined, item: string, amount: string) => {
  const told = { payee: (paidTo ?? words.payee[0]).slice(0, 100), reason: item };
  return { ...told, expenseName: expenseNameOf(told, plus('0.00', amount)) };
};

/** Creates a paid expense for a payment that only the finance system knows. */
const takeForeign = async (
  transaction: TransactionContext,
  work: ExchangeWork,
  payment: Readable,
  expenseNum: string | undefined,
): Promise<HandledRow> => {
  const { tx } = transaction;
  const { voucher, amount, day, first } = payment;
  const own = about(work, payment);
  const known = await knownBy(tx, work, payment);
  if (known) {
    const found: readonly FoundDifference[] = equal(known.amount, amount)
      ? []
      : [
          {
            ...own,
            kind: differenceKindCodes.other,
            item: 'expenseAmount',
            ours: known.amount,
            theirs: amount,
            expenseId: known.id,
            message: words.stays[0],
          },
        ];
    const open = await saveDifferences(transaction, own, found);
    return { outcome: open > 0 ? 'different' : 'same', expenseId: known.id };
  }
  const [program] = await tx.query<{
    id: string;
    programName: string;
    programNum: string;
    programLeader: string;
    departmentId: string;
  }>(
    `select id::text, program_name as "programName", program_num as "programNum",
            program_leader::text as "programLeader", department_id::text as "departmentId"
       from program where tenant_id = $1 and program_num = $2 and is_deleted = 0`,
    [tx.tenantId, first.program ?? ''],
  );
  const item = first.item ?? '';
  const itemEntry = entryOf(budgetItem, item);
  if (!program || !itemEntry) {
    const open = await saveDifferences(transaction, own, [
      {
        ...own,
        kind: differenceKindCodes.surplus,
        item: 'record',
        ours: '',
        theirs: `${first.program ?? ''} ${item} ${amount}`,
        programId: program?.id ?? null,
        message: (program ? words.item : words.program)[0],
      },
    ]);
    return { outcome: open > 0 ? 'different' : 'same', programId: program?.id ?? null };
  }
  const { id: programId, ...copies } = program;
  const { id } = await createRow(transaction, kind, {
    ...copies,
    ...namedBy(first.payee, itemEntry.label[0], amount),
    programId,
    expenseNum,
    expenseType: '01',
    expenseDate: day,
    expenseAmount: amount,
    advanceItem: item,
    special: isSpecialItem(item) ? '1' : '0',
    items: [{ itemCode: item, amount, invoiceNum: null, remark: voucher }],
    isImport: '1',
    financeKey: keyOf(work, payment),
    voucherNum: voucher,
    payDate: day,
    status: '3',
    auditStatus: '2',
  });
  await saveDifferences(transaction, own, []);
  return { outcome: 'added', expenseId: id, programId };
};

const isReadable = (payment: FinancePayment): payment is Readable =>
  payment.voucher !== '' &&
  payment.day !== null &&
  payment.amount !== null &&
  !atMost(payment.amount, 0);

/**
 * Imports a payment: an expense is found by number; other payments become expenses by
 * voucher and line.
 */
export const importPayment = (work: ExchangeWork, payment: FinancePayment): Promise<HandledRow> => {
  if (!isReadable(payment)) {
    return Promise.resolve({
      outcome: 'failed',
      message: ['缺少凭证号、日期或金额', 'Voucher no., date or amount is missing'],
    });
  }
  return payment.expense === '' ? takeNumbered(work, payment) : payOurs(work, payment);
};

interface Sums {
  readonly id: string;
  readonly num: string;
  readonly booked: string;
  readonly spent: string;
  readonly settled: string;
}

/** Compares a balance of the finance system with the ledger; never posts. */
export const compareBalance = async (work: ExchangeWork, row: FinanceRow): Promise<HandledRow> => {
  const { engine, tenantId } = work;
  const card = row.card ?? '';
  const given = [row.income, row.spent, row.balance];
  if (given.some((text) => text && amountOfForeignText(text) === null)) {
    return { outcome: 'failed', message: unreadableAmount };
  }
  const [income, spent, balance] = given.map((text) => amountOfForeignText(text) ?? '0');
  const [known] = await engine.database.read(tenantId, (session) =>
    session.query<Sums>(
      `select p.id::text, p.program_num as num, coalesce(b.booked, 0)::text as booked, coalesce(b.spent, 0)::text as spent,
              coalesce(b.settled, 0)::text as settled
         from program p left join ledger_funds_balance b
           on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
        where p.tenant_id = $1 and p.fund_card_num = $2 and p.is_deleted = 0`,
      [tenantId, card],
    ),
  );
  const base = { sourceId: work.source.id, object: 'balance', recordNum: card, item: 'balance' };
  const text = (income: string, spent: string, balance: string): string =>
    fill(
      [
        '收入 {income} · 支出 {spent} · 余额 {balance}',
        'Income {income} · spent {spent} · balance {balance}',
      ],
      { income, spent, balance },
    )[0];
  const theirs = text(row.income ?? '', row.spent ?? '', row.balance ?? '');
  if (!known) {
    const one = {
      ...base,
      kind: differenceKindCodes.surplus,
      ours: '',
      theirs,
      message: words.card[0],
    };
    const open = await work.change((transaction) => saveDifferences(transaction, base, [one]));
    return { outcome: open > 0 ? 'different' : 'same' };
  }
  const left = minus(known.booked, known.spent, known.settled);
  const isSame = equal(known.booked, income) && equal(known.spent, spent) && equal(left, balance);
  const found: readonly FoundDifference[] = isSame
    ? []
    : [
        {
          ...base,
          kind: differenceKindCodes.balance,
          ours: text(known.booked, known.spent, left),
          theirs,
          programId: known.id,
        },
      ];
  const open = await work.change((transaction) => saveDifferences(transaction, base, found));
  return { outcome: open > 0 ? 'different' : 'same', programId: known.id };
};
