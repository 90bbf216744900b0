import type { Label } from '@keyan/kernel/label.ts';
import { atLeast, roundAmount, times } from '@keyan/kernel/values/amounts.ts';

/** An amount of yuan as a figure shows it: from ten thousand on in units of these, with two digits. */
export const shortYuan = (yuan: string): { readonly value: string; readonly unit: Label } => {
  const size = yuan.replace('-', '');
  return atLeast(size, '10000')
    ? { value: roundAmount(times(yuan, '0.0001'), 2), unit: ['万元', '×\u00a010,000\u00a0yuan'] }
    : { value: roundAmount(yuan, 2), unit: ['元', 'yuan'] };
};
