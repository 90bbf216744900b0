import { fill, type Label } from '@keyan/kernel/label.ts';
import type { CodeOf } from '@keyan/kernel/values/dictionary.ts';
import type { contractStatus } from '../project/contracts/contract-dictionaries.ts';

/** Sentence for each status of a contract; `{end}` is its last day. */
const words: Readonly<Partial<Record<string, Label>>> = {
  '2': [
    '已签订，首笔到账或履行开始后转为履行中',
    'Signed; performance begins at the start date or the first payment',
  ],
  '3': ['{end} 到期', 'Until {end}'],
  '5': [
    '补充协议正在审批，合同按原条款继续履行',
    'A supplement is in approval; the contract continues on its original terms',
  ],
  '4': ['已履行完毕', 'Fully performed'],
  '6': ['已解除，不再收款和开票', 'Terminated: no more payments and invoices'],
} satisfies Readonly<Partial<Record<CodeOf<typeof contractStatus>, Label>>>;

/** Code of a contract in performance, and its meaning after the last day. */
const performed = '3';
const overdue: Label = [
  '已于 {end} 到期，应办理结题或延期',
  'Ended on {end}: close the project out or extend it',
];

/**
 * Sentence for the status of a contract; null for statuses of approval, which the approval section
 * shows.
 */
export const contractStatusText = (status: string, end: string, today: string): Label | null => {
  const said = status === performed && end !== '' && end < today ? overdue : words[status];
  return said ? fill(said, { end }) : null;
};
