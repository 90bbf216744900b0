import { fill, type Label } from '@keyan/kernel/label.ts';

const known: Label = [
  '该论文已被撤稿（{date}），请说明',
  'The paper was retracted ({date}); please explain',
];
const undated: Label = ['该论文已被撤稿，请说明', 'The paper was retracted; please explain'];

/** Returns the text of a retraction. @param date with the precision of the source; if empty, the text has no date */
export const retractionText = (date: string): Label => (date ? fill(known, { date }) : undated);
