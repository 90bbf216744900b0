import { everyone } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { after, before } from '@keyan/kernel/definition/life/due.ts';
import type { WrittenValues } from '@keyan/kernel/definition/life/effects.ts';
import { parameterFact, recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { variantsBy } from '@keyan/kernel/definition/variants.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { atMost, isZero } from '@keyan/kernel/values/amounts.ts';
import { addMonths } from '@keyan/kernel/values/time.ts';
import { financeStep, rdFund, rdLeader, rdProject } from '../../shared/approval-steps.ts';
import { inOrder } from '../../shared/formats/dates.ts';
import { readerActions } from '../../shared/grants.ts';
import { pickValues } from '../../shared/mechanisms/rules.ts';
import { surplusPerformanceRate } from '../../system/parameters/limits.ts';
import { advancesOfProject, noOpenAdvance } from '../budget/advances.ts';
import { funds } from '../budget/funds.ts';
import {
  accessByProject,
  filingPage,
  processFor,
  projectFieldsOnForm,
  projectKinds,
} from '../common/about.ts';
import { surplusAccount } from '../common/access.ts';
import { noExpenseInApproval } from '../common/filed-rules.ts';
import { billFace, unpaidBillConditions } from '../contracts/bill.ts';
import { lifecycle } from '../program/lifecycle.ts';
import { program } from '../program/program.ts';
import { budgetFaults } from './budget-change.ts';
import { surplusFields as fields } from './surplus-fields.ts';
import {
  amountWithoutItem,
  fieldsOfSourceProject,
  isKeptByTeam,
  isPaidOut,
  noArrivalPending,
  noInvoiceDue,
  onlyContractProjects,
  performanceSharesAddUp,
  withinPerformanceRate,
} from './surplus-uses.ts';

/** Funder in examples of refunds. */
const exampleFunder: Label = ['国家自然科学基金委员会', 'National Natural Science Foundation'];

/** Roles that administer surplus accounts. */
const keepers = [
  'writer',
  { ids: ({ programLeader }: { readonly programLeader: string | null }) => [programLeader] },
  { role: 'dept_secretary', within: 'departmentId' },
] as const;

/** Actions of the finance office on payments of a surplus. */
const payments = ['pay', 'reversePay'] as const;

/** 项目结余: use of the remaining funds of an ended project. */
export const processSurplus = defineResource({
  key: 'processSurplus',
  label: ['项目结余', 'Surplus'],
  words: { plural: ['项目结余', 'Surpluses'] },
  path: 'kh-edu-research/processSurplus',
  title: 'programName',
  number: { field: 'surplusNum', pattern: 'JY${yyyy}${seq4}' },
  fields,
  states: {
    field: 'status',
    phases: {
      draft: ['0'],
      inApproval: ['1'],
      approved: ['2', '7'],
      returned: ['3'],
      refused: ['4'],
      recalled: ['5'],
      void: ['6'],
    },
  },
  actions: {
    pay: {
      label: ['付款', 'Pay'],
      from: ['2'],
      to: '7',
      by: everyone(),
      form: {
        voucherNum: f.text(['会计凭证号', 'Voucher no.']).required().max(50),
        payDate: f.date(['付款日期', 'Paid on']).required().initial(onTheDay),
      },
      guard: {
        fields: ['surplusHandle'],
        check: (row) =>
          isPaidOut(row)
            ? null
            : ['该处理方式没有付款', 'This use of the surplus involves no payment'],
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
    reversePay: {
      label: ['冲销付款', 'Reverse payment'],
      from: ['7'],
      to: '2',
      by: everyone(),
      form: { reason: f.reason(['冲销原因', 'Reason']) },
      set: () => ({ voucherNum: null, payDate: null, financeUser: null }),
      danger: true,
    },
    remind: {
      label: ['到期提醒', 'Expiry reminder'],
      from: ['2'],
      by: before('useUntil', 60, 30, 7, 0),
      guard: {
        fields: ['surplusProgramId'],
        check: (_row, { facts: { account } }) =>
          atMost(account.balance, 0) ? ['结余已用完', 'The surplus is used up'] : null,
      },
      tells: [
        {
          type: '08',
          title: ['结余经费即将到期', 'A surplus is about to expire'],
          content: [
            '结余账户 {number}（{name}）的经费应于 {date} 前使用完毕',
            'The funds of surplus account {number} (“{name}”) must be used by {date}',
          ],
          words: ({ surplusNum, programName, useUntil }) => ({
            number: surplusNum ?? '',
            name: programName ?? '',
            date: useUntil ?? '',
          }),
          to: keepers,
        },
      ],
    },
    lapse: {
      label: ['逾期提醒', 'Overdue reminder'],
      from: ['2'],
      by: after('useUntil'),
      guard: {
        fields: ['surplusProgramId'],
        check: (_row, { facts: { account } }) =>
          atMost(account.balance, 0) ? ['结余已用完', 'The surplus is used up'] : null,
      },
      tells: [
        {
          type: '08',
          title: ['结余经费逾期未使用', 'A surplus is overdue'],
          content: [
            '结余账户 {number}（{name}）应于 {date} 前使用完毕，逾期仍有余额，请办理结余处理',
            'Surplus account {number} (“{name}”) was to be used by {date} and still has a balance: please file a surplus request',
          ],
          words: ({ surplusNum, programName, useUntil }) => ({
            number: surplusNum ?? '',
            name: programName ?? '',
            date: useUntil ?? '',
          }),
          to: [...keepers, { role: 'rd_fund' }, { role: 'finance' }],
        },
      ],
    },
  },
  facts: {
    mostRate: parameterFact(surplusPerformanceRate),
    account: recordNamedBy('surplusProgramId', program),
    unpaid: recordsNaming(billFace, 'programId', ['programId'], ...unpaidBillConditions),
    lent: advancesOfProject(),
  },
  validators: [
    {
      fields: ['programId', 'surplusFunds'],
      check: ({ surplusFunds }) =>
        surplusFunds === null || !atMost(surplusFunds, 0)
          ? null
          : ['该项目没有结余经费', 'The project has no surplus'],
    },
    noOpenAdvance(['不能办理结余', 'its surplus cannot be handled']),
    noExpenseInApproval(['不能办理结余', 'its surplus cannot be handled']),
    noArrivalPending,
    noInvoiceDue,
    {
      fields: ['handleAmount', 'surplusFunds'],
      check: ({ handleAmount, surplusFunds }) =>
        surplusFunds === null || atMost(handleAmount, surplusFunds)
          ? null
          : [
              `处理金额不能超过结余 ${groupDigits(surplusFunds)} 元`,
              `The amount must not exceed the surplus of ${groupDigits(surplusFunds)} yuan`,
            ],
    },
    {
      fields: ['items', 'handleAmount'],
      check: ({ items, handleAmount }) =>
        budgetFaults('items', items, {
          amount: handleAmount,
          name: ['处理金额', 'the amount used'],
        }),
    },
    onlyContractProjects,
    withinPerformanceRate,
    performanceSharesAddUp,
    inOrder(fields, 'applyDate', 'useUntil'),
  ],
  effects: ({ during, post, create }) => [
    during('inApproval', post(funds, amountWithoutItem('held')), 'held'),
    during('2', post(funds, amountWithoutItem('held', isPaidOut)), 'to be paid'),
    during('7', post(funds, amountWithoutItem('spent', isPaidOut), { day: 'payDate' }), 'paid'),
    during(
      'approved',
      post(
        funds,
        amountWithoutItem('settled', (row) => !isPaidOut(row)),
      ),
      'settled',
    ),
    during(
      'approved',
      post(lifecycle, ({ programId }) => [{ owner: programId, surpluses: 1 }]),
      'handled',
    ),
    during(
      'approved',
      create(program, {
        into: 'surplusProgramId',
        values: (row): WrittenValues<typeof program.fields> | null =>
          isKeptByTeam(row)
            ? {
                ...pickValues(row, ...fieldsOfSourceProject),
                programKind: surplusAccount,
                programNum: row.surplusNum,
                startDate: row.applyDate,
                endDate: row.useUntil,
                fundMode: '1',
                funds: row.handleAmount,
                budget: row.items,
              }
            : null,
      }),
    ),
    // Posts the amount to the surplus account’s own budget, or to the items of another project.
    during(
      'approved',
      post(funds, ({ items, surplusProgramId, targetProgramId }) =>
        (items ?? []).map(({ itemCode, amount }) => ({
          owner: surplusProgramId ?? targetProgramId,
          itemCode,
          booked: amount,
          carried: amount,
          ...(surplusProgramId ? {} : { budget: amount }),
        })),
      ),
      'carried',
    ),
  ],
  specimen: (draw, { programId }) => {
    const left = draw.record(program.key, programId)?.balance;
    const amount = typeof left === 'string' && !isZero(left) ? left : '1000.00';
    const [first = '', second = ''] = draw.parts(amount, 2);
    return {
      surplusHandle: draw.pick(['01', '02', '03', '04'] as const),
      handleAmount: amount,
      applyDate: draw.today,
      useUntil: addMonths(draw.today, 24),
      payee: exampleFunder[0],
      payeeAccount: '1101020304050607',
      shares: null,
      items: [
        { itemCode: '10201', amount: first },
        { itemCode: '10205', amount: second },
      ],
    };
  },
  list: {
    columns: [
      'surplusNum',
      'programName',
      'programNum',
      'programLeader',
      'concludedOn',
      'surplusFunds',
      'surplusHandle',
      'handleAmount',
      'status',
    ],
    filters: ['programId', 'surplusHandle', 'programLeader', 'departmentId', 'status'],
    totals: ['handleAmount'],
    sort: '-createTime',
  },
  form: [
    { key: 'project', title: ['项目', 'Project'], fields: [...projectFieldsOnForm, 'concludedOn'] },
    {
      key: 'funds',
      title: ['结余经费', 'Surplus'],
      fields: ['arrivedFunds', 'expendFunds', 'frozenFunds', 'pendingFunds', 'surplusFunds'],
    },
    {
      key: 'use',
      title: ['处理', 'Use'],
      fields: [
        'surplusHandle',
        'handleAmount',
        'applyDate',
        'useUntil',
        'targetProgramId',
        'performanceRate',
        'payee',
        'payeeAccount',
        'payeeBank',
        'shares',
        'plan',
        'items',
      ],
      shown: ['surplusProgramId'],
    },
    {
      key: 'payment',
      title: ['付款', 'Payment'],
      fields: [],
      shown: ['voucherNum', 'payDate', 'financeUser'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  department: 'departmentId',
  access: accessByProject,
  variants: variantsBy('programKind', projectKinds, (kind) => {
    const isContract = kind === 'horizontal';
    return {
      process: processFor(
        kind,
        {
          name: 'surplus',
          label: isContract ? ['项目结余', 'surplus'] : ['项目结余', 'project surplus'],
          place: isContract ? 5 : 7,
        },
        [isContract ? rdFund : rdProject, financeStep, rdLeader],
      ),
      views: filingPage(kind, {
        name: 'surplus',
        label: ['项目结余', 'Surpluses'],
        order: 11,
        grants: { finance: [...readerActions, ...payments] },
        actions: payments,
      }),
    };
  }),
});
