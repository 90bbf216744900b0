import { type Condition, equals } from '@keyan/kernel/records/query.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { invoice } from '../invoices/invoice.ts';
import { billModeCodes } from '../project/contracts/bill.ts';
import type { CountedFigure, Figure, FigureSource } from './figure.ts';
import { projectLedgerSource } from './projects.ts';
import {
  countedFigure,
  inStates,
  monthDimension,
  perHeadFigure,
  plainResource,
  shareFigure,
  splitByDay,
  splitByField,
  splitByYear,
} from './source.ts';

const dated = (field: string): Pick<FigureSource, 'year' | 'day'> => ({
  year: splitByYear(field),
  day: field,
});

/** Amounts granted to projects, in full, from the grant on (ruling 63). */
const granted: FigureSource = {
  resource: plainResource(fundingDivide),
  view: 'all',
  where: [inStates('status', '0', '1', '2')],
  ...dated('arriveDate'),
  sum: 'divideAmount',
  by: {
    year: splitByYear('arriveDate'),
    month: monthDimension('arriveDate'),
    college: splitByField('departmentId'),
    kind: splitByField('programKind'),
  },
};

/** Booked amounts of arrivals. */
const booked = (sum: string): FigureSource => ({
  resource: plainResource(arrivalBudget),
  view: 'all',
  where: [equals('status', '2')],
  ...dated('arriveDate'),
  sum,
  by: {
    year: splitByYear('arriveDate'),
    month: monthDimension('arriveDate'),
    college: splitByField('departmentId'),
    kind: splitByField('programKind'),
  },
});

const expenses = (state: string, date: string): FigureSource => ({
  resource: plainResource(fundsExpenditure),
  view: 'all',
  where: [equals('status', state)],
  ...dated(date),
  sum: 'expenseAmount',
  by: {
    year: splitByYear(date),
    month: monthDimension(date),
    college: splitByField('departmentId'),
    type: splitByField('expenseType'),
  },
});

const received = (...where: readonly Condition[]): FigureSource => ({
  resource: plainResource(fundingArrive),
  view: 'all',
  where: [inStates('status', '0', '1', '2', '3'), ...where],
  ...dated('arriveDate'),
  sum: 'arriveAmount',
  by: {
    year: splitByYear('arriveDate'),
    month: monthDimension('arriveDate'),
    day: splitByDay('arriveDate'),
    type: splitByField('arriveType'),
    state: splitByField('status'),
  },
});

/** Source of a figure that sums a current balance of the projects in the ledger. */
const balance = (
  key: string,
  label: CountedFigure['label'],
  sum: string,
  caliber: CountedFigure['caliber'],
): CountedFigure =>
  countedFigure({ key, label, unit: 'yuan', caliber }, { ...projectLedgerSource(), sum });

const withoutSum = ({ sum: _sum, ...source }: FigureSource): FigureSource => source;

/** Rows pending today, of any year. */
const waiting = ({ year: _year, day: _day, ...source }: FigureSource): FigureSource => source;

const bills = (...where: readonly Condition[]): FigureSource => ({
  resource: plainResource(invoice),
  view: 'all',
  where,
  by: { college: splitByField('departmentId'), state: splitByField('status') },
});

/** Figures of funds, in yuan. */
export const fundFigures: readonly Figure[] = [
  countedFigure(
    {
      key: 'fund.received',
      label: ['来款', 'Received'],
      unit: 'yuan',
      caliber: [
        '到账登记的来款，按到账日期；冲销的不计',
        'Incoming funds by arrival date; reversed ones are not counted',
      ],
    },
    received(),
  ),
  countedFigure(
    {
      key: 'fund.gross',
      label: ['到账经费', 'Funds received'],
      unit: 'yuan',
      caliber: [
        '分配到项目的全部来款（毛额，未扣税金与管理费），按到账日期',
        'All incoming funds allocated to projects (gross, before tax and overhead), by arrival date',
      ],
    },
    granted,
  ),
  countedFigure(
    {
      key: 'fund.tax',
      label: ['税金', 'Tax'],
      unit: 'yuan',
      caliber: ['已入账的税金，按到账日期', 'Tax already booked, by arrival date'],
    },
    booked('taxAmount'),
  ),
  countedFigure(
    {
      key: 'fund.overhead',
      label: ['管理费', 'Overhead'],
      unit: 'yuan',
      caliber: ['已入账的管理费，按到账日期', 'Overhead already booked, by arrival date'],
    },
    booked('manageFee'),
  ),
  countedFigure(
    {
      key: 'fund.indirect',
      label: ['间接费用', 'Indirect costs'],
      unit: 'yuan',
      caliber: ['已入账的间接费用，按到账日期', 'Indirect costs already booked, by arrival date'],
    },
    booked('indirectFee'),
  ),
  countedFigure(
    {
      key: 'fund.transferred',
      label: ['外拨', 'Transferred out'],
      unit: 'yuan',
      caliber: ['已入账的外拨金额，按到账日期', 'Transfers out already booked, by arrival date'],
    },
    booked('outFunds'),
  ),
  countedFigure(
    {
      key: 'fund.net',
      label: ['直接经费', 'Direct funds'],
      unit: 'yuan',
      caliber: [
        '已入账的可用直接经费，按到账日期',
        'Available direct funds already booked, by arrival date',
      ],
    },
    booked('netAmount'),
  ),
  countedFigure(
    {
      key: 'fund.spent',
      label: ['支出', 'Spent'],
      unit: 'yuan',
      caliber: ['已付款的经费支出，按付款日期', 'Paid expenses, by payment date'],
    },
    expenses('3', 'payDate'),
  ),
  balance('ledger.arrived', ['累计到账', 'Total received'], 'arrivedFunds', [
    '台账项目至今的累计到账（毛额）',
    'Total received by registered projects to date (gross)',
  ]),
  balance('ledger.net', ['累计直接经费', 'Total direct funds'], 'netFunds', [
    '台账项目至今的可用直接经费',
    'Available direct funds of registered projects to date',
  ]),
  balance('ledger.spent', ['累计支出', 'Total spent'], 'expendFunds', [
    '台账项目至今的累计支出',
    'Total spent by registered projects to date',
  ]),
  balance('ledger.held', ['在途', 'In process'], 'frozenFunds', [
    '台账项目审批中支出占用的金额',
    'Amounts held by expenses in approval',
  ]),
  balance('ledger.balance', ['可用余额', 'Balance'], 'balance', [
    '台账项目当前的可用余额',
    'Current available balance of registered projects',
  ]),
  shareFigure(
    {
      key: 'fund.rate',
      label: ['执行率', 'Spending rate'],
      caliber: ['累计支出 ÷ 累计直接经费', 'Total spent ÷ total direct funds'],
    },
    'ledger.spent',
    'ledger.net',
  ),
  perHeadFigure(
    {
      key: 'fund.perHead',
      label: ['人均到账', 'Funds received per teacher'],
      unit: 'yuan',
      caliber: ['到账经费 ÷ 在职专任教师', 'Funds received ÷ full-time teachers in service'],
    },
    'fund.gross',
    'person.teachers',
  ),
  countedFigure(
    {
      key: 'arrive.unclaimed',
      label: ['到账待认领', 'Arrivals to claim'],
      unit: 'piece',
      caliber: ['还有未分配金额的来款', 'Arrivals not fully allocated'],
    },
    waiting(withoutSum(received(inStates('status', '0', '1')))),
  ),
  countedFigure(
    {
      key: 'arrive.left',
      label: ['待认领金额', 'Amount to claim'],
      unit: 'yuan',
      caliber: ['来款的未分配金额', 'Unallocated part of arrivals'],
    },
    waiting({ ...received(inStates('status', '0', '1')), sum: 'leftAmount' }),
  ),
  countedFigure(
    {
      key: 'booking.open',
      label: ['待入账', 'To be booked'],
      unit: 'yuan',
      caliber: ['已分配而未入账的金额', 'Amounts allocated but not yet booked'],
    },
    waiting({ ...granted, where: [inStates('status', '0', '1')] }),
  ),
  countedFigure(
    {
      key: 'expense.toPay',
      label: ['待付款', 'To be paid'],
      unit: 'yuan',
      caliber: ['审批通过而未付款的支出', 'Approved expenses that are not paid'],
    },
    waiting(expenses('2', 'expenseDate')),
  ),
  countedFigure(
    {
      key: 'bill.toIssue',
      label: ['待开票', 'Invoices to issue'],
      unit: 'piece',
      caliber: ['审批通过而未开的票据', 'Approved invoice applications not yet issued'],
    },
    bills(equals('status', '2')),
  ),
  countedFigure(
    {
      key: 'bill.overdue',
      label: ['预借逾期', 'Overdue advance invoices'],
      unit: 'piece',
      caliber: [
        '预借票据超过预计到款日期而未到款',
        'Advance invoices whose expected payment date has passed without payment',
      ],
    },
    bills(equals('status', '8'), equals('billMode', billModeCodes.borrowed)),
  ),
];
