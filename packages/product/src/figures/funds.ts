import { type Condition, equals } from '@keyan/kernel/records/query.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { invoice } from '../invoices/invoice.ts';
import { modes } from '../project/contracts/bill.ts';
import type { CountedFigure, Figure, FigureSource } from './figure.ts';
import { ledgerOf } from './projects.ts';
import {
  at,
  counted,
  dayOf,
  inStates,
  monthDimension,
  perHead,
  plain,
  shareOf,
  yearOf,
} from './source.ts';

const dated = (field: string): Pick<FigureSource, 'year' | 'day'> => ({
  year: yearOf(field),
  day: field,
});

/** Amounts of arrivals that projects got, in full, from the grant on (ruling 63). */
const granted: FigureSource = {
  resource: plain(fundingDivide),
  view: 'all',
  where: [inStates('status', '0', '1', '2')],
  ...dated('arriveDate'),
  sum: 'divideAmount',
  by: {
    year: yearOf('arriveDate'),
    month: monthDimension('arriveDate'),
    college: at('departmentId'),
    kind: at('programKind'),
  },
};

/** Booked amounts of arrivals. */
const booked = (sum: string): FigureSource => ({
  resource: plain(arrivalBudget),
  view: 'all',
  where: [equals('status', '2')],
  ...dated('arriveDate'),
  sum,
  by: {
    year: yearOf('arriveDate'),
    month: monthDimension('arriveDate'),
    college: at('departmentId'),
    kind: at('programKind'),
  },
});

const expenses = (state: string, date: string): FigureSource => ({
  resource: plain(fundsExpenditure),
  view: 'all',
  where: [equals('status', state)],
  ...dated(date),
  sum: 'expenseAmount',
  by: {
    year: yearOf(date),
    month: monthDimension(date),
    college: at('departmentId'),
    type: at('expenseType'),
  },
});

const received = (...where: readonly Condition[]): FigureSource => ({
  resource: plain(fundingArrive),
  view: 'all',
  where: [inStates('status', '0', '1', '2', '3'), ...where],
  ...dated('arriveDate'),
  sum: 'arriveAmount',
  by: {
    year: yearOf('arriveDate'),
    month: monthDimension('arriveDate'),
    day: dayOf('arriveDate'),
    type: at('arriveType'),
    state: at('status'),
  },
});

/** A balance of the projects of the ledger, as it is today. */
const balance = (
  key: string,
  label: CountedFigure['label'],
  sum: string,
  caliber: CountedFigure['caliber'],
): CountedFigure => counted({ key, label, unit: 'yuan', caliber }, { ...ledgerOf(), sum });

const withoutSum = ({ sum: _sum, ...source }: FigureSource): FigureSource => source;

/** Rows that wait today, from whichever year they are. */
const waiting = ({ year: _year, day: _day, ...source }: FigureSource): FigureSource => source;

const bills = (...where: readonly Condition[]): FigureSource => ({
  resource: plain(invoice),
  view: 'all',
  where,
  by: { college: at('departmentId'), state: at('status') },
});

/** Figures of money, in yuan. */
export const fundFigures: readonly Figure[] = [
  counted(
    {
      key: 'fund.received',
      label: ['来款', 'Received'],
      unit: 'yuan',
      caliber: [
        '到账登记的来款，按到账日期；冲销的不计',
        'Arrivals by their day; reversed ones are not counted',
      ],
    },
    received(),
  ),
  counted(
    {
      key: 'fund.gross',
      label: ['到账经费', 'Arrived'],
      unit: 'yuan',
      caliber: [
        '分配到项目的全部来款（毛额，未扣税金与管理费），按到账日期',
        'What projects got of arrivals, in full and before tax and overhead, by the day of arrival',
      ],
    },
    granted,
  ),
  counted(
    {
      key: 'fund.tax',
      label: ['税金', 'Tax'],
      unit: 'yuan',
      caliber: ['已入账的税金，按到账日期', 'Tax of what was booked, by the day of arrival'],
    },
    booked('taxAmount'),
  ),
  counted(
    {
      key: 'fund.overhead',
      label: ['管理费', 'Overhead'],
      unit: 'yuan',
      caliber: ['已入账的管理费，按到账日期', 'Overhead of what was booked, by the day of arrival'],
    },
    booked('manageFee'),
  ),
  counted(
    {
      key: 'fund.indirect',
      label: ['间接费用', 'Indirect costs'],
      unit: 'yuan',
      caliber: [
        '已入账的间接费用，按到账日期',
        'Indirect costs of what was booked, by the day of arrival',
      ],
    },
    booked('indirectFee'),
  ),
  counted(
    {
      key: 'fund.transferred',
      label: ['外拨', 'Transferred out'],
      unit: 'yuan',
      caliber: [
        '已入账的外拨金额，按到账日期',
        'Transfers out of what was booked, by the day of arrival',
      ],
    },
    booked('outFunds'),
  ),
  counted(
    {
      key: 'fund.net',
      label: ['直接经费', 'Net'],
      unit: 'yuan',
      caliber: [
        '已入账的可用直接经费，按到账日期',
        'What was booked for use, by the day of arrival',
      ],
    },
    booked('netAmount'),
  ),
  counted(
    {
      key: 'fund.spent',
      label: ['支出', 'Spent'],
      unit: 'yuan',
      caliber: ['已付款的经费支出，按付款日期', 'Paid expenses by the day of payment'],
    },
    expenses('3', 'payDate'),
  ),
  balance('ledger.arrived', ['累计到账', 'Arrived in all'], 'arrivedFunds', [
    '台账项目至今的累计到账（毛额）',
    'What arrived of projects until today, in full',
  ]),
  balance('ledger.net', ['累计直接经费', 'Net in all'], 'netFunds', [
    '台账项目至今的可用直接经费',
    'What projects could use of it until today',
  ]),
  balance('ledger.spent', ['累计支出', 'Spent in all'], 'expendFunds', [
    '台账项目至今的累计支出',
    'What projects spent until today',
  ]),
  balance('ledger.held', ['在途', 'Held'], 'frozenFunds', [
    '台账项目审批中支出占用的金额',
    'What expenses in approval hold',
  ]),
  balance('ledger.balance', ['可用余额', 'Balance'], 'balance', [
    '台账项目当前的可用余额',
    'What projects may still spend today',
  ]),
  shareOf(
    {
      key: 'fund.rate',
      label: ['执行率', 'Spending rate'],
      caliber: ['累计支出 ÷ 累计直接经费', 'Spent in all of net in all'],
    },
    'ledger.spent',
    'ledger.net',
  ),
  perHead(
    {
      key: 'fund.perHead',
      label: ['人均到账', 'Arrived per teacher'],
      unit: 'yuan',
      caliber: ['到账经费 ÷ 在职专任教师', 'What arrived divided by teachers in service'],
    },
    'fund.gross',
    'person.teachers',
  ),
  counted(
    {
      key: 'arrive.unclaimed',
      label: ['到账待认领', 'Arrivals to claim'],
      unit: 'piece',
      caliber: ['还有未分配金额的来款', 'Arrivals not fully allocated'],
    },
    waiting(withoutSum(received(inStates('status', '0', '1')))),
  ),
  counted(
    {
      key: 'arrive.left',
      label: ['待认领金额', 'Amount to claim'],
      unit: 'yuan',
      caliber: ['来款的未分配金额', 'Unallocated part of arrivals'],
    },
    waiting({ ...received(inStates('status', '0', '1')), sum: 'leftAmount' }),
  ),
  counted(
    {
      key: 'booking.open',
      label: ['待入账', 'To be booked'],
      unit: 'yuan',
      caliber: ['已分配而未入账的金额', 'Granted and not yet booked'],
    },
    waiting({ ...granted, where: [inStates('status', '0', '1')] }),
  ),
  counted(
    {
      key: 'expense.toPay',
      label: ['待付款', 'To be paid'],
      unit: 'yuan',
      caliber: ['审批通过而未付款的支出', 'Approved expenses that are not paid'],
    },
    waiting(expenses('2', 'expenseDate')),
  ),
  counted(
    {
      key: 'bill.toIssue',
      label: ['待开票', 'Invoices to issue'],
      unit: 'piece',
      caliber: ['审批通过而未开的票据', 'Approved applications whose invoice is not issued'],
    },
    bills(equals('status', '2')),
  ),
  counted(
    {
      key: 'bill.overdue',
      label: ['预借逾期', 'Overdue invoices'],
      unit: 'piece',
      caliber: [
        '预借票据超过预计到款日期而未到款',
        'Invoices issued before payment whose due date has passed',
      ],
    },
    bills(equals('status', '8'), equals('billMode', modes.borrowed)),
  ),
];
