import { everyScope, permission } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { parameterFact, recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { minus, plus, sum } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import {
  advancesLedger,
  expenseFace,
  overdueAdvanceFault,
  paidAdvances,
} from '../project/budget/advances.ts';
import { isSpecialItem } from '../project/budget/budget-items.ts';
import { funds } from '../project/budget/funds.ts';
import { transfersLedger } from '../project/changes/transfers.ts';
import { program } from '../project/program/program.ts';
import { deptLeader, finalFinanceStep, linkIf, rdFund } from '../shared/approval-steps.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { daysAfter } from '../shared/formats/dates.ts';
import { yuan } from '../shared/formats/yuan.ts';
import { user } from '../shared/references/refs.ts';
import {
  advanceDays,
  conclusionFreeze,
  expenseLeaderAmount,
  expenseOfficeAmount,
} from '../system/parameters/limits.ts';
import { fundsAccess, fundsFilingActions, fundsFilingGrants } from './access.ts';
import { expenseStatus, expenseType } from './dictionaries.ts';
import {
  advanceOfOneItem,
  expenseAttachments,
  expenseNameOf,
  expenseNotAfterToday,
  invoiceNumbersAreComplete,
  invoiceNumbersOf,
  isAdvance,
  isRepayment,
  itemsAllowLabour,
  labourPaymentsAddUp,
  payeeIsPartner,
  repaysOwnProject,
  transferredAmounts,
  withinProjectPeriod,
} from './expense-rules.ts';
import { invoiceNumbersLedger } from './ledgers.ts';
import {
  accountNumber,
  amountSettledOf,
  amountsHeldOf,
  amountsSpentOf,
  expenseItems,
  expensePrivate,
  labourPayments,
} from './lines.ts';

const isLabour = ({ expenseType: type }: RowLike): boolean => type === '04';

/** 经费支出: expense of a project. Its amounts are reserved until it is paid or withdrawn. */
export const fundsExpenditure = defineResource({
  key: 'fundsExpenditure',
  label: ['经费支出', 'Expense'],
  words: { plural: ['经费支出', 'Expenses'] },
  path: 'kh-edu-research/fundsExpenditure',
  title: 'expenseName',
  number: { field: 'expenseNum', pattern: 'ZC${yyyy}${MM}${seq5}' },
  fields: {
    ...expenseFace.fields,
    ...f.copies('programId', program, 'programName', 'programNum', 'departmentId'),
    // Display name: purpose, payee and amount.
    expenseName: f.text(['支出', 'Expense']).max(200).computed().searchable().alsoNamed('itemName'),
    projectBalance: yuan('项目可用余额', 'Available project balance').balance(funds, 'available', {
      owner: 'programId',
    }),
    expenseType: f.dict(['支出方式', 'Type'], expenseType).required().initial('01'),
    // Advance that a settlement accounts for, by expenses and returned cash.
    advanceId: f
      .ref(['冲抵借款', 'Advance'], expenseFace)
      .among(everyScope(...paidAdvances), ['该借款尚未付款', 'That advance has not been paid'])
      .when(isRepayment)
      .help(['必填，选择已付款、尚未冲清的借款', 'Required: a paid advance not yet settled'])
      .listed(['冲账', 'Settlements']),
    advanceLeft: yuan('借款未冲金额', 'Unsettled amount')
      .balance(advancesLedger, 'open', { owner: 'advanceId' })
      .when(isRepayment),
    cashReturned: yuan('退回现金', 'Cash returned').when(isRepayment),
    expenseDate: f
      .date(['发生日期', 'Date'])
      .required()
      // Today is valid: within the project period, and not in the future.
      .specimen(({ today }) => today),
    expenseAmount: yuan('支出总额', 'Amount').filled(),
    special: f.dict(['含外拨或设备科目', 'Transfers out or equipment'], yesNo).computed(),
    payee: f.text(['收款人（单位）', 'Payee']).requiredInDraft().max(100).searchable(),
    receivablesAccount: accountNumber(['收款账号', 'Account']).required().masked(expensePrivate),
    openingBank: f.text(['开户银行', 'Bank']).required().max(100),
    reason: f.note(['支出事由', 'Reason']).required().max(500),
    items: f.rows(['支出明细', 'Items'], expenseItems).required(),
    labors: f.rows(['劳务发放明细', 'Labour payments'], labourPayments).required().when(isLabour),
    voucherNum: f.text(['会计凭证号', 'Voucher no.']).max(50).byApprover().searchable(),
    financeUser: f.ref(['财务经办人', 'Finance handler'], user).byApprover(),
    // Marks payments created by the finance system, identified by voucher and line.
    isImport: f.dict(['财务同步', 'From finance'], yesNo).computed().initial('0'),
    financeKey: f.text(['财务行号', 'Finance line no.']).max(100).computed().unique(),
    attachments: f.files(['附件', 'Attachments'], expenseAttachments),
    status: f.dict(['状态', 'Status'], expenseStatus).computed(),
  },
  states: {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['1'],
      approved: ['2', '3'],
      returned: ['4'],
      refused: ['5'],
      recalled: ['6'],
      void: ['7'],
    },
  },
  actions: {
    pay: {
      label: ['付款', 'Pay'],
      from: ['2'],
      to: '3',
      by: permission('expend_pay'),
      at: 'selection',
      form: {
        voucherNum: f.text(['会计凭证号', 'Voucher no.']).required().max(50),
        payDate: f.date(['付款日期', 'Paid on']).required().initial(onTheDay),
      },
      faults: (_row, { payDate }, { today }) =>
        payDate && payDate > today
          ? [
              {
                path: 'payDate',
                message: ['付款日期不能晚于今天', 'The payment date must not be later than today'],
              },
            ]
          : [],
      set: (_row, { voucherNum, payDate }, { actor }) => ({
        voucherNum: voucherNum ?? null,
        payDate: payDate ?? null,
        financeUser: actor,
      }),
      done: ['已付款', 'Paid'],
    },
    // Reversed entries remain in the ledger; reversing entries have today’s date.
    reversePay: {
      label: ['冲销付款', 'Reverse payment'],
      from: ['3'],
      to: '2',
      by: permission('expend_pay'),
      form: { reason: f.reason(['冲销原因', 'Reason']) },
      set: () => ({ voucherNum: null, payDate: null, financeUser: null }),
      danger: true,
    },
  },
  facts: {
    project: recordNamedBy('programId', program),
    advance: recordNamedBy('advanceId', expenseFace),
    freeze: parameterFact(conclusionFreeze),
    lent: recordsNaming(expenseFace, 'programLeader', ['programLeader'], ...paidAdvances),
    advanceDays: parameterFact(advanceDays),
  },
  validators: [
    {
      fields: ['programId'],
      check: (_row, { today, facts: { project, freeze } }) =>
        project.concludedOn && today > daysAfter(project.concludedOn, freeze)
          ? [
              `项目结题已超过 ${freeze} 天，不能再报销，请办理项目结余`,
              `The project was closed out more than ${freeze} days ago: expenses are no longer accepted; file a surplus request`,
            ]
          : null,
    },
    {
      fields: ['expenseDate', 'programId'],
      check: ({ expenseDate }, { facts: { project } }) =>
        project.concludedOn && expenseDate && expenseDate > project.concludedOn
          ? [
              `项目已于 ${project.concludedOn} 结题，只能报销结题前发生的在途费用`,
              `The project was closed out on ${project.concludedOn}: only expenses incurred before then are accepted`,
            ]
          : null,
    },
    {
      fields: ['expenseType', 'programLeader'],
      check: (row, { today, facts }) =>
        isAdvance(row) && row.status !== '1'
          ? overdueAdvanceFault(facts.lent, today, facts.advanceDays)
          : null,
    },
    expenseNotAfterToday,
    withinProjectPeriod,
    labourPaymentsAddUp,
    itemsAllowLabour,
    invoiceNumbersAreComplete,
    payeeIsPartner,
    advanceOfOneItem,
    repaysOwnProject,
  ],
  effects: ({ during, post }) => [
    during(['1', '2'], post(funds, amountsHeldOf), 'held'),
    during('3', post(funds, amountsSpentOf, { day: 'payDate' }), 'spent'),
    during(
      '3',
      post(advancesLedger, (row) =>
        isAdvance(row) ? [{ owner: row.id, paid: row.expenseAmount }] : [],
      ),
      'lent',
    ),
    during(
      ['1', '2', '3'],
      post(advancesLedger, (row) =>
        isRepayment(row) ? [{ owner: row.advanceId, repaid: amountSettledOf(row) }] : [],
      ),
      'repaid',
    ),
    during(['1', '2'], post(transfersLedger, transferredAmounts('held')), 'transferring'),
    during('3', post(transfersLedger, transferredAmounts('paid')), 'transferred'),
    during(
      ['1', '2', '3'],
      // Each invoice number counts once per expense, however many lines name it (R-307, ruling 67).
      post(invoiceNumbersLedger, ({ items }) =>
        invoiceNumbersOf(items).map((invoiceNum) => ({ invoiceNum, uses: 1 })),
      ),
    ),
  ],
  compute: (row, _before, { facts }) => ({
    expenseAmount: plus('0.00', sum(row.items, 'amount')),
    expenseName: expenseNameOf(row, plus('0.00', sum(row.items, 'amount'))),
    advanceItem: isRepayment(row) ? facts.advance.advanceItem : (row.items?.[0]?.itemCode ?? null),
    special: row.items?.some(({ itemCode }) => isSpecialItem(itemCode)) ? '1' : '0',
    ...(row.labors
      ? {
          labors: row.labors.map((line) => ({
            ...line,
            net: minus(line.gross ?? '0.00', line.tax),
          })),
        }
      : {}),
  }),
  specimen: (draw) => ({
    expenseType: '01',
    labors: null,
    items: [
      {
        itemCode: '10201',
        amount: '12.50',
        invoiceNum: `F${draw.serial}`,
        remark: `M${draw.serial}`,
      },
    ],
  }),
  list: {
    columns: [
      'expenseNum',
      'expenseName',
      'programName',
      'programNum',
      'expenseType',
      'expenseDate',
      'expenseAmount',
      'voucherNum',
      'payDate',
      'status',
    ],
    filters: ['programId', 'expenseType', 'expenseDate', 'departmentId', 'programLeader', 'status'],
    sort: '-expenseDate',
    keptTotals: {
      by: ['payDate', 'expenseDate', 'expenseType', 'status'],
      sums: ['expenseAmount'],
    },
    totals: ['expenseAmount'],
  },
  form: [
    {
      key: 'project',
      title: ['项目', 'Project'],
      fields: ['programId', 'programNum', 'programLeader', 'departmentId', 'projectBalance'],
    },
    {
      key: 'expense',
      title: ['支出', 'Expense'],
      fields: [
        'expenseType',
        'advanceId',
        'advanceLeft',
        'cashReturned',
        'expenseDate',
        'expenseAmount',
        'reason',
      ],
      shown: ['openAdvance'],
    },
    { key: 'items', title: ['支出明细', 'Items'], fields: ['items', 'labors'] },
    {
      key: 'payee',
      title: ['收款', 'Payee'],
      fields: ['payee', 'receivablesAccount', 'openingBank'],
    },
    {
      key: 'payment',
      title: ['付款', 'Payment'],
      note: ['付款后由财务处填写', 'Filled in by the finance office'],
      fields: ['voucherNum', 'payDate', 'financeUser'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: fundsAccess,
  processes: [
    defineProcess(
      'fundsExpenditure',
      ['经费支出', 'Expenditure'],
      [
        linkIf(deptLeader, '${expenseAmount >= param.leaderAmount}'),
        linkIf(rdFund, "${expenseAmount >= param.rdAmount || special == '1'}"),
        finalFinanceStep,
      ],
      'flow_2',
      {
        parameters: { leaderAmount: expenseLeaderAmount, rdAmount: expenseOfficeAmount },
      },
    ),
  ],
  views: {
    all: {
      label: ['经费支出', 'Expenses'],
      code: 'expend',
      path: '/funds/fundsExpenditure',
      icon: 'SendOutlined',
      scope: fundsAccess.read,
      menu: ['funds', 4],
      grants: {
        ...fundsFilingGrants,
        finance: [...(fundsFilingGrants.finance ?? []), 'pay', 'reversePay'],
      },
      actions: [...fundsFilingActions, 'pay', 'reversePay'],
      rights: [
        {
          code: expensePrivate,
          label: ['查看账号与证件号', 'View accounts and ID numbers'],
          // Roles that file or pay expenses; approvers in between do not see account numbers.
          roles: ['rd_admin', 'rd_fund', 'dept_secretary', 'teacher', 'finance'],
        },
      ],
    },
  },
});
