import {
  anyScope,
  departmentScope,
  everyScope,
  own,
  permission,
  withCode,
} from '@keyan/kernel/access/scope.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { recordNamedBy, recordsNaming } from '@keyan/kernel/definition/life/fact.ts';
import { onTheDay } from '@keyan/kernel/definition/life/writer.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { atLeast, atMost, isZero, minus } from '@keyan/kernel/values/amounts.ts';
import { arrivals } from '../funds/ledgers.ts';
import { arrival, divideFace } from '../funds/refs.ts';
import { funds } from '../project/budget/funds.ts';
import { billsLedger } from '../project/contracts/bill.ts';
import { contracts, partnersLedger } from '../project/contracts/contract-ledger.ts';
import { readerActions } from '../shared/grants.ts';
import {
  confirmedRefundCode,
  earlierRefund,
  redBillField,
  refundableArrival,
  refundedBookingFields,
  refundFields,
  refundPartFields,
} from './refund-fields.ts';
import { refundForm, refundList } from './refund-layout.ts';
import { bookingAfterRefunds } from './refund-parts.ts';
import {
  postingsToArrivals,
  postingsToContracts,
  postingsToFunds,
  postingsToInvoices,
  postingsToPartners,
  postingsToQuota,
} from './refund-postings.ts';

const office = permission('refund');

/** 到账退款: funds returned to the payer, with the red letter of the invoice. */
export const fundingRefund = defineResource({
  key: 'fundingRefund',
  label: earlierRefund.label,
  words: { plural: ['到账退款', 'Refunds'], add: ['登记退款', 'Register a refund'] },
  path: 'kh-edu-research/fundingRefund',
  scarce: { records: 'few', because: 'hardly any money goes back' },
  title: 'refundNum',
  number: { field: 'refundNum', pattern: 'TK${yyyy}${seq5}' },
  fields: refundFields,
  states: { field: 'status', initial: '0', editable: ['0'] },
  actions: {
    confirm: {
      label: ['确认退款', 'Confirm'],
      from: ['0'],
      to: confirmedRefundCode,
      form: {
        voucherNum: f.text(['会计凭证号', 'Voucher no.']).required().max(50),
        refundDate: f.date(['退款日期', 'Refunded on']).required().initial(onTheDay),
      },
      faults: (_row, { refundDate }, { today }) =>
        refundDate && refundDate > today
          ? [
              {
                path: 'refundDate',
                message: ['退款日期不能晚于今天', 'The refund date must not be later than today'],
              },
            ]
          : [],
      set: (row, { voucherNum, refundDate }, { actor, facts }) => ({
        ...refundPartFields(row, facts),
        voucherNum: voucherNum ?? null,
        refundDate: refundDate ?? null,
        financeUser: actor,
      }),
      tells: [
        {
          type: '08',
          title: ['到账已退款', 'Funds were refunded'],
          content: [
            '{payer} 来款 {amount} 元已退回，项目【{project}】相应冲减',
            '{amount} yuan from {payer} were refunded and deducted from the project “{project}”',
          ],
          words: ({ fundingSource, refundAmount, programName }) => ({
            payer: fundingSource ?? '',
            amount: groupDigits(refundAmount ?? '0.00'),
            project: programName ?? '',
          }),
          to: [{ ids: ({ programLeader }) => [programLeader] }],
        },
      ],
      done: ['已退款', 'Refunded'],
      danger: true,
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['0'],
      to: '2',
      form: { reason: f.reason(['取消原因', 'Reason']) },
    },
  },
  facts: {
    arrived: recordNamedBy('arriveId', refundableArrival),
    division: recordNamedBy('divideId', divideFace),
    bookings: recordsNaming(
      refundedBookingFields,
      'divideId',
      ['divideId'],
      withCode('status', '2'),
    ),
    earlier: recordsNaming(
      earlierRefund,
      'divideId',
      ['divideId'],
      withCode('status', confirmedRefundCode),
    ),
    red: recordNamedBy('redBillId', redBillField),
  },
  compute: (row, _before, { facts }) => {
    if (row.status === confirmedRefundCode) return {};
    const { validFunds, taxFreeAmount: free } = facts.red;
    const after = minus(validFunds ?? '0.00', row.redAmount);
    const stays = atMost(free, after) ? (free ?? '0.00') : after;
    const was = atMost(free, validFunds) ? (free ?? '0.00') : (validFunds ?? '0.00');
    return {
      ...refundPartFields(row, facts),
      freeBack: row.redBillId && free ? minus(was, stays) : '0.00',
    };
  },
  validators: [
    {
      fields: ['divideId', 'arriveId'],
      check: ({ divideId: id, arriveId, status }, { facts: { division, bookings } }) => {
        if (id === null || status === confirmedRefundCode) return null;
        if (division.arriveId !== arriveId) {
          return ['该分配不属于这笔到账', 'The allocation does not belong to this arrival'];
        }
        return bookings.length > 0
          ? null
          : [
              '该分配尚未入账，请先撤销分配，再退未分配的金额',
              'The allocation is not booked: undo the allocation first, then refund the unallocated amount',
            ];
      },
    },
    {
      fields: ['refundAmount', 'divideId', 'arriveId'],
      check: ({ refundAmount, divideId: id, status }, { facts }) => {
        if (refundAmount === null || status === confirmedRefundCode) return null;
        const [of] = facts.bookings;
        const left =
          id === null
            ? facts.arrived.leftAmount
            : of
              ? bookingAfterRefunds(of, facts.earlier)
              : null;
        return left === null || atMost(refundAmount, left)
          ? null
          : [
              `可退 ${groupDigits(left)} 元，不能退款 ${groupDigits(refundAmount)} 元`,
              `At most ${groupDigits(left)} yuan may be refunded, not ${groupDigits(refundAmount)}`,
            ];
      },
    },
    {
      fields: ['redAmount', 'refundAmount', 'redBillId'],
      check: ({ redBillId, redAmount, refundAmount, status }, { facts }) => {
        if (!redBillId || redAmount === null || status === confirmedRefundCode) return null;
        if (!atMost(redAmount, facts.red.validFunds)) {
          const most = groupDigits(facts.red.validFunds ?? '0.00');
          return [
            `该票据可红冲 ${most} 元`,
            `At most ${most} yuan of this invoice can be credited`,
          ];
        }
        return atLeast(redAmount, refundAmount)
          ? null
          : [
              '红冲金额不能少于退款金额',
              'The amount credited must not be less than the refunded amount',
            ];
      },
    },
    {
      fields: ['redBillId', 'programId'],
      check: ({ redBillId, divideId: id }) =>
        redBillId && id === null
          ? [
              '未分配的金额没有项目，请在票据上直接红冲',
              'Unallocated funds have no project: credit the invoice directly',
            ]
          : null,
    },
  ],
  effects: ({ during, post }) => [
    during(confirmedRefundCode, post(arrivals, postingsToArrivals)),
    during(confirmedRefundCode, post(funds, postingsToFunds, { day: 'refundDate' })),
    during(
      confirmedRefundCode,
      post(contracts, postingsToContracts, { day: 'refundDate' }),
      'contract',
    ),
    during(
      confirmedRefundCode,
      post(contracts, postingsToQuota, { day: 'refundDate' }),
      'tax-free quota',
    ),
    during(confirmedRefundCode, post(partnersLedger, postingsToPartners)),
    during(confirmedRefundCode, post(billsLedger, postingsToInvoices)),
  ],
  specimen: (draw, { arriveId }) => {
    const left = draw.record(arrival.key, arriveId)?.leftAmount;
    return {
      refundAmount: typeof left === 'string' && !isZero(left) ? left : '100.00',
      divideId: null,
      items: [],
      redBillId: null,
      redNumber: null,
      redDate: null,
      redAmount: null,
    };
  },
  list: refundList,
  form: refundForm,
  access: {
    read: anyScope(office, own('programLeader'), departmentScope('departmentId')),
    write: everyScope(permission('refund_edit')),
  },
  views: {
    all: {
      label: ['到账退款', 'Refunds'],
      code: 'refund',
      path: '/funds/fundingRefund',
      icon: 'LoginOutlined',
      scope: anyScope(office, own('programLeader'), departmentScope('departmentId')),
      menu: ['funds', 6],
      grants: {
        rd_admin: 'all',
        rd_fund: ['add', 'edit', 'view', 'delete', 'export', 'history', 'cancel'],
        finance: ['add', 'edit', 'view', 'delete', 'export', 'history', 'confirm', 'cancel'],
        rd_leader: readerActions,
      },
      actions: ['add', 'edit', 'view', 'delete', 'export', 'history', 'confirm', 'cancel'],
    },
  },
});
