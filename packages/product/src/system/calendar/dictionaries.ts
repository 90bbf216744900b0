import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** How a day differs from Monday to Friday. */
export const dayKind = dictionary(
  'dayKind',
  ['日期类型', 'Day type'],
  [
    ['0', '放假', 'Day off'],
    ['1', '调休上班', 'Working day'],
  ],
);
