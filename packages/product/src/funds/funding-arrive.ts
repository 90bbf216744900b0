import { anyScope, permission, withCode } from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { equal, isZero } from '@keyan/kernel/values/amounts.ts';
import { attachmentCategories } from '../shared/attachments.ts';
import { yesNo } from '../shared/dictionaries.ts';
import { readerActions } from '../shared/grants.ts';
import { arriveType } from './dictionaries.ts';
import { arrivals } from './ledgers.ts';
import { arrivalsPath, openArrivalsCode, openArrivalsPath } from './open-arrivals.ts';
import { arrival } from './refs.ts';

/** Permission code for seeing unmasked payer accounts. */
const arrivalPrivate = 'arrive_private';

/** 经费到账: funds received by the university, until they are allocated to projects. */
export const fundingArrive = defineResource({
  key: 'fundingArrive',
  label: arrival.label,
  words: { plural: ['经费到账', 'Arrivals'], add: ['登记到账', 'Register an arrival'] },
  path: arrivalsPath,
  title: 'fundingSource',
  number: { field: 'arriveCode', pattern: 'DZ${yyyy}${MM}${dd}${seq4}' },
  fields: {
    ...arrival.fields,
    financeNum: f.text(['财务流水（凭证）号', 'Voucher no.']).max(50).unique().searchable(),
    // Key of the voucher at its finance source.
    financeKey: f.text(['财务行号', 'Finance line no.']).max(100).computed().unique(),
    arriveType: f.dict(['到账类型', 'Type'], arriveType).required(),
    bankAccount: f.text(['来款账号', 'Payer account']).max(40).masked(arrivalPrivate),
    summary: f.text(['来款摘要（附言）', 'Memo']).max(200).searchable(),
    arriveYear: f.year(['到账年度', 'Year']).computed(),
    dividedAmount: f.money(['已分配金额', 'Allocated']).balance(arrivals, 'divided'),
    refundedAmount: f.money(['已退款金额', 'Refunded']).balance(arrivals, 'refunded'),
    leftAmount: f.money(['未分配金额', 'Unallocated']).balance(arrivals, 'left'),
    claims: f.integer(['待裁定认领', 'Claims to decide']).balance(arrivals, 'claims'),
    bookedAmount: f.money(['已入账金额', 'Booked']).balance(arrivals, 'booked'),
    restWaived: f.dict(['剩余金额不再分配', 'Leave the rest unallocated'], yesNo).computed(),
    remarks: f.note(['备注', 'Remarks']).max(500),
    attachments: f.files(['附件', 'Attachments'], attachmentCategories('26', '99')),
  },
  // Fields by which repeated imports without a voucher number are recognised as duplicates.
  likeness: ['fundingSource', 'arriveDate', 'arriveAmount'],
  states: { field: 'status', initial: '0', editable: ['0'] },
  actions: {
    // Recomputed when parts are allocated or returned.
    follow: {
      label: ['分配变化', 'Allocations changed'],
      from: ['0', '1', '2', '3'],
      by: 'posting',
      to: ({ arriveAmount, refundedAmount, dividedAmount, leftAmount, restWaived, status }) => {
        if (equal(refundedAmount, arriveAmount)) return '5';
        if (status === '3') return '3';
        if (isZero(leftAmount) || restWaived === '1') return '2';
        return isZero(dividedAmount) ? '0' : '1';
      },
    },
    divideFinish: {
      label: ['分配完成', 'Finish allocation'],
      from: ['0', '1'],
      to: '2',
      ask: ['剩余金额不再分配？', 'Leave the rest unallocated?'],
      set: () => ({ restWaived: '1' }),
    },
    renewDivide: {
      label: ['重新分配', 'Allocate again'],
      from: ['2'],
      to: ({ dividedAmount }) => (isZero(dividedAmount) ? '0' : '1'),
      guard: {
        fields: ['bookedAmount', 'leftAmount'],
        check: ({ bookedAmount, leftAmount }) =>
          !isZero(bookedAmount)
            ? [
                '已有分配入账，请先作废入账',
                'Allocations have been booked; void the bookings first',
              ]
            : isZero(leftAmount)
              ? ['已全部分配', 'Fully allocated']
              : null,
      },
      set: () => ({ restWaived: null }),
    },
    finishConfirm: {
      label: ['确认入账', 'Confirm booking'],
      from: ['2'],
      to: '3',
      guard: {
        fields: ['dividedAmount', 'bookedAmount'],
        check: ({ dividedAmount, bookedAmount }) =>
          dividedAmount === bookedAmount
            ? null
            : ['尚有分配未入账', 'Some allocations are not booked yet'],
      },
    },
    reverse: {
      label: ['冲销', 'Reverse'],
      from: ['0', '1', '2', '3'],
      to: '4',
      form: { reason: f.reason(['冲销原因', 'Reason']) },
      guard: {
        fields: ['refundedAmount'],
        check: ({ refundedAmount }) =>
          isZero(refundedAmount)
            ? null
            : [
                '已有退款，其余金额请一并退款，不能冲销',
                'Some has been refunded: refund the rest as well; it cannot be reversed',
              ],
      },
      danger: true,
    },
  },
  effects: ({ during, post }) => [
    during(
      ['0', '1', '2', '3', '5'],
      post(arrivals, ({ id, arriveAmount }) => [{ owner: id, arrived: arriveAmount }]),
    ),
  ],
  compute: ({ arriveDate }) => ({ arriveYear: arriveDate ? Number(arriveDate.slice(0, 4)) : null }),
  validators: [
    {
      fields: ['arriveDate'],
      check: ({ arriveDate }, { today }) =>
        arriveDate && arriveDate > today
          ? ['到账日期不能晚于今天', 'The date must not be after today']
          : null,
    },
  ],
  list: {
    columns: [
      'arriveCode',
      'fundingSource',
      'arriveType',
      'arriveDate',
      'arriveAmount',
      'dividedAmount',
      'leftAmount',
      'bookedAmount',
      'status',
    ],
    filters: ['fundingSource', 'arriveType', 'arriveDate', 'arriveYear', 'isPublic', 'status'],
    sort: '-arriveDate',
    displays: { calendar: ['arriveDate'], board: 'status' },
    uncounted: ['4'],
    totals: ['arriveAmount', 'dividedAmount', 'leftAmount', 'bookedAmount'],
  },
  form: [
    {
      key: 'arrival',
      title: ['来款', 'Arrival'],
      fields: [
        'fundingSource',
        'arriveType',
        'arriveDate',
        'arriveAmount',
        'financeNum',
        'bankAccount',
        'summary',
        'isPublic',
        'remarks',
      ],
    },
    {
      key: 'allocation',
      title: ['分配', 'Allocation'],
      fields: ['dividedAmount', 'refundedAmount', 'leftAmount', 'bookedAmount'],
    },
    { key: 'attachments', title: ['附件', 'Attachments'], fields: ['attachments'] },
  ],
  // People with the page see every arrival; others see arrivals that are open for claims.
  access: {
    read: anyScope(permission('arrive'), withCode('isPublic', '1')),
    write: permission('arrive_edit'),
  },
  views: {
    // Page with arrivals open for claims, and the results of claims.
    pool: {
      label: ['到账公示', 'Open arrivals'],
      code: openArrivalsCode,
      path: openArrivalsPath,
      icon: 'NotificationOutlined',
      scope: withCode('isPublic', '1'),
      menu: ['funds', 8],
      grants: {
        rd_admin: ['view'],
        rd_fund: ['view'],
        dept_secretary: ['view'],
        teacher: ['view'],
      },
      actions: ['view'],
      columns: [
        'arriveCode',
        'fundingSource',
        'arriveDate',
        'arriveAmount',
        'leftAmount',
        'status',
      ],
    },
    all: {
      label: ['经费到账', 'Arrivals'],
      code: 'arrive',
      path: '/funds/fundingArrive',
      icon: 'InboxOutlined',
      scope: permission('arrive'),
      menu: ['funds', 1],
      grants: {
        rd_admin: 'all',
        rd_fund: 'all',
        rd_leader: readerActions,
        finance: [
          'add',
          'edit',
          'view',
          'delete',
          'import',
          'export',
          'history',
          'finishConfirm',
          'reverse',
        ],
      },
      actions: [
        'add',
        'edit',
        'view',
        'delete',
        'import',
        'export',
        'history',
        'divideFinish',
        'renewDivide',
        'finishConfirm',
        'reverse',
      ],
      rights: [
        {
          code: arrivalPrivate,
          label: ['查看来款账号', 'View payer accounts'],
          roles: ['rd_admin', 'rd_fund', 'finance'],
        },
      ],
    },
  },
});
