import type { FormSection } from '@keyan/kernel/definition/resource.ts';
import type { invoiceFields } from './invoice-fields.ts';

/** Layout of an application’s page, and columns of its list. */

type Name = keyof typeof invoiceFields & string;

export const invoiceList = {
  columns: [
    'pjNumber',
    'programName',
    'status',
    'contractNum',
    'billMode',
    'ticketType',
    'billAmount',
    'taxAmount',
    'buyerName',
    'invoiceNumber',
    'invoiceDate',
    'expectArriveDate',
    'dueFunds',
    'applyUser',
    'applyDate',
  ],
  filters: [
    'pjNumber',
    'programId',
    'programLeader',
    'departmentId',
    'billMode',
    'ticketType',
    'buyerName',
    'invoiceNumber',
    'invoiceDate',
    'applyDate',
    'status',
  ],
  totals: ['billAmount', 'taxAmount', 'dueFunds'],
  sort: '-createTime',
} as const;

export const invoiceForm = [
  {
    key: 'project',
    title: ['项目与合同', 'Project and contract'],
    fields: ['programId', 'programLeader', 'contractAmount', 'billedAmount', 'billableFunds'],
    shown: [
      'pjNumber',
      'programName',
      'programNum',
      'departmentId',
      'contractNum',
      'contractType',
      'applyUser',
      'applyDate',
    ],
  },
  {
    key: 'invoice',
    title: ['开票', 'Invoice'],
    fields: [
      'billMode',
      'ticketType',
      'billAmount',
      'billContent',
      'relatedContractId',
      'taxFreeAmount',
      'freeLeft',
      'taxRate',
      'taxAmount',
      'noTaxAmount',
      'surtax',
      'specs',
    ],
    shown: ['taxFreeNum'],
  },
  {
    key: 'buyer',
    title: ['购方', 'Buyer'],
    fields: [
      'buyerName',
      'buyerTaxNum',
      'buyerAddress',
      'buyerPhone',
      'buyerBank',
      'buyerAccount',
      'receiveEmail',
      'receivePhone',
    ],
  },
  {
    key: 'money',
    title: ['到款', 'Payment'],
    fields: ['expectArriveDate', 'taxCardNum', 'arriveId'],
    shown: ['dueFunds', 'settledFunds', 'settledOn'],
  },
  {
    key: 'issued',
    title: ['开票结果', 'Issued invoice'],
    fields: [],
    shown: ['invoiceCode', 'invoiceNumber', 'invoiceDate', 'redFunds', 'reds'],
  },
  {
    key: 'attachments',
    title: ['附件与备注', 'Files and remarks'],
    fields: ['remarks', 'attachments'],
  },
] as const satisfies readonly FormSection<Name>[];
