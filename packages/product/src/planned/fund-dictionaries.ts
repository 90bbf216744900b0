import { dictionary } from '@keyan/kernel/values/dictionary.ts';

export const billMode = dictionary(
  'billMode',
  ['开票方式', 'Billing mode'],
  [
    ['1', '先款后票（到款开票）', 'After payment'],
    ['2', '先票后款（预借票据）', 'Before payment'],
  ],
);
