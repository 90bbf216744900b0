import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Kind of a calendar day that deviates from the week: off or worked. */
export const dayKind = dictionary(
  'dayKind',
  ['日期类型', 'Day type'],
  [
    ['0', '放假', 'Day off'],
    ['1', '调休上班', 'Working day'],
  ],
);
