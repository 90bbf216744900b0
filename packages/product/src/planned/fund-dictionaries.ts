import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const billMode = dictionary(
  'billMode',
  ['开票方式', 'Billing mode'],
  [
    ['1', '先款后票（到款开票）', 'After payment'],
    ['2', '先票后款（预借票据）', 'Before payment'],
  ],
);

export const ticketType = dictionary(
  'ticketType',
  ['票据类型', 'Ticket type'],
  [
    ['01', '增值税普通发票', 'VAT ordinary'],
    ['02', '增值税普通发票（免税）', 'VAT ordinary (tax-free)'],
    ['03', '增值税专用发票', 'VAT special'],
    ['04', '资金往来结算票据（收据）', 'Settlement receipt'],
  ],
);
