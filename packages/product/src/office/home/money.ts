import type { Label } from '@keyan/kernel/label.ts';
import { atLeast, roundAmount, times } from '@keyan/kernel/values/amounts.ts';

/** Amount in yuan for a figure; amounts of ten thousand and more in 万元 with two decimals. */
export const shortYuan = (yuan: string): { readonly value: string; readonly unit: Label } => {
  const size = yuan.replace('-', '');
  return atLeast(size, '10000')
    ? { value: roundAmount(times(yuan, '0.0001'), 2), unit: ['万元', '×\u00a010,000\u00a0yuan'] }
    : { value: roundAmount(yuan, 2), unit: ['元', 'yuan'] };
};
