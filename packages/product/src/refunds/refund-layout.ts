import type { FormSection } from '@keyan/kernel/definition/resource.ts';
import type { refundFields } from './refund-fields.ts';

/** Layout of a refund’s page, and columns of its list. */

type Name = keyof typeof refundFields & string;

export const refundList = {
  columns: [
    'refundNum',
    'arriveCode',
    'fundingSource',
    'refundAmount',
    'programName',
    'programLeader',
    'redAmount',
    'refundDate',
    'voucherNum',
    'status',
  ],
  filters: ['arriveId', 'programId', 'programLeader', 'departmentId', 'refundDate', 'status'],
  sort: '-createTime',
  uncounted: ['2'],
  totals: ['refundAmount'],
} as const;

export const refundForm = [
  {
    key: 'arrival',
    title: ['到账', 'Arrival'],
    fields: ['arriveId', 'arriveDate', 'leftAmount', 'divideId', 'divideAmount'],
    shown: ['programId', 'programNum', 'programLeader', 'departmentId'],
  },
  {
    key: 'refund',
    title: ['退款', 'Refund'],
    fields: ['refundAmount', 'refundReason', 'items'],
    shown: [
      'earlierFunds',
      'taxBack',
      'feeBack',
      'performanceBack',
      'restBack',
      'outBack',
      'netBack',
      'settledBack',
      'voucherNum',
      'refundDate',
      'financeUser',
    ],
  },
  {
    key: 'red',
    title: ['红字发票', 'Credit note'],
    fields: ['redBillId', 'redNumber', 'redDate', 'redAmount'],
    shown: ['freeBack'],
  },
  {
    key: 'attachments',
    title: ['附件与备注', 'Files and remarks'],
    fields: ['remarks', 'attachments'],
  },
] as const satisfies readonly FormSection<Name>[];
