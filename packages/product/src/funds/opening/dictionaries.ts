import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const openingStatus = dictionary(
  'openingStatus',
  ['期初状态', 'Status of opening balance'],
  [
    ['0', '待确认', 'To be confirmed'],
    ['1', '已确认', 'Confirmed'],
    ['9', '已作废', 'Voided'],
  ],
);

/** Codes of `openingStatus`. */
export const openingStatusCodes = { open: '0', confirmed: '1', void: '9' } as const;
