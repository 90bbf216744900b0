import type { Label } from '@keyan/kernel/label.ts';

/** Table or view of the exchange. */
export interface ExchangeObject {
  readonly label: Label;
  /** Default table name. */
  readonly table: string;
  /** Default column names by field, the key first. */
  readonly columns: Readonly<Record<string, string>>;
}

/** Tables of the exchange; a source may map table and column names. */
export const exchangeObjects = {
  arrival: {
    label: ['到账', 'Arrivals'],
    table: 'kh_arrive',
    columns: {
      voucher: 'voucher_no',
      date: 'arrive_date',
      amount: 'amount',
      payer: 'payer',
      account: 'payer_account',
      memo: 'memo',
    },
  },
  program: {
    label: ['项目', 'Projects'],
    table: 'kh_program',
    columns: {
      number: 'program_num',
      name: 'name',
      leader: 'leader_no',
      department: 'dept_code',
      kind: 'kind',
      start: 'start_date',
      end: 'end_date',
      funds: 'funds',
      state: 'state',
      card: 'card_no',
    },
  },
  payment: {
    label: ['支出', 'Payments'],
    table: 'kh_expend',
    columns: {
      voucher: 'voucher_no',
      line: 'line_no',
      program: 'program_num',
      item: 'item_code',
      amount: 'amount',
      payee: 'payee',
      date: 'pay_date',
      expense: 'expense_num',
    },
  },
  balance: {
    label: ['余额', 'Balances'],
    table: 'kh_balance',
    columns: {
      card: 'card_no',
      asOf: 'as_of',
      income: 'income',
      spent: 'spent',
      balance: 'balance',
    },
  },
} as const satisfies Readonly<Record<string, ExchangeObject>>;

export type ObjectKey = keyof typeof exchangeObjects;

/** Row of the finance system by field name; values are raw texts. */
export type FinanceRow = Readonly<Record<string, string | null>>;

/** Path prefix of the calls. */
export const financeService = 'kh-edu-research-mdb/mdb/service';
/** Permission code for starting an exchange. */
export const syncCode = 'fsync_run';
