import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { minus, plus } from '@keyan/kernel/values/amounts.ts';
import { budgetItem } from '../project/budget/budget-items.ts';
import { funds } from '../project/budget/funds.ts';
import { personType } from '../shared/dictionaries.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { isAdvance, isRepayment } from './expense-rules.ts';

/** Permission code for seeing payee accounts of an expense. */
export const expensePrivate = 'expend_private';

/** Field with a bank account number. */
export const accountNumber = (label: Label) =>
  f
    .text(label)
    .max(40)
    .format({
      test: (value) => /^\d{6,30}$/.test(value),
      message: ['收款账号应为 6 到 30 位数字', 'An account number has 6 to 30 digits'],
      example: '6222020200001234567',
      make: (n) => `622202020000${String(1_000_000 + n)}`,
      tidy: (value) => value.replace(/[\s-]/g, ''),
    });

/** Columns of a booking line: item, amount of this arrival, budget, and amount booked before. */
export const bookingItemFields = {
  itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
  planAmount: yuan('项目总预算', 'Total budget').balance(funds, 'budget', {
    owner: 'programId',
    subaccount: 'itemCode',
  }),
  arrivedAmount: yuan('累计已入账', 'Booked').balance(funds, 'booked', {
    owner: 'programId',
    subaccount: 'itemCode',
  }),
  amount: yuan('本次入账', 'This time').required(),
};

/** Columns of an expense line: purpose, amount, and remaining amount of the budget item. */
export const expenseItems = {
  itemCode: f.dict(['科目', 'Item'], budgetItem).required(),
  available: yuan('科目已入账可用', 'Available').balance(funds, 'available', {
    owner: 'programId',
    subaccount: 'itemCode',
  }),
  amount: f.money(['金额', 'Amount']).between(0.01, 9_999_999_999).unit(['元', 'yuan']).required(),
  invoiceNum: f.text(['发票号', 'Invoice no.']).max(50),
  remark: f.text(['摘要', 'Memo']).required().max(200),
};

/** Columns of a labour payment: payee and amount. */
export const labourPayments = {
  name: f.text(['姓名', 'Name']).required().max(30).personName(),
  idNumber: f.text(['证件号', 'ID no.']).required().max(18).masked(expensePrivate),
  personType: f.dict(['人员类型', 'Type'], personType).required(),
  bankAccount: f.text(['银行卡号', 'Account']).required().max(30).masked(expensePrivate),
  gross: yuan('应发', 'Gross').required(),
  tax: yuan('个税', 'Tax'),
  net: yuan('实发', 'Net').computed(),
};

interface Spending {
  readonly programId: string | null;
  readonly expenseType: string | null;
  readonly items:
    | readonly { readonly itemCode: string | null; readonly amount: string | null }[]
    | null;
}

const ofItems = (row: Spending, measure: 'held' | 'spent') =>
  (row.items ?? []).map(({ itemCode, amount }) => ({
    owner: row.programId,
    itemCode,
    [measure]: amount,
  }));

/**
 * Amounts that an expense in approval reserves, by item; none for a settlement, since its advance
 * already reserves them.
 */
export const amountsHeldOf = (row: Spending) => (isRepayment(row) ? [] : ofItems(row, 'held'));

interface Settling extends Spending {
  readonly expenseAmount: string | null;
  readonly cashReturned: string | null;
  readonly advanceItem: string | null;
}

/** Amount of an advance that a settlement covers: expenses and returned cash. */
export const amountSettledOf = ({ expenseAmount, cashReturned }: Settling): string =>
  plus('0.00', expenseAmount, cashReturned);

/** Amounts of a paid expense, by item; an advance remains reserved until its settlement. */
export const amountsSpentOf = (row: Settling) => [
  ...ofItems(row, isAdvance(row) ? 'held' : 'spent'),
  ...(isRepayment(row)
    ? [
        {
          owner: row.programId,
          itemCode: row.advanceItem,
          held: minus('0.00', amountSettledOf(row)),
        },
      ]
    : []),
];
