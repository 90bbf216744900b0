import { fill, type Label } from '@keyan/kernel/label.ts';

const known: Label = [
  '该论文已被撤稿（{date}），请说明',
  'The paper was retracted ({date}); please explain',
];
const undated: Label = ['该论文已被撤稿，请说明', 'The paper was retracted; please explain'];

/**
 * Words for a retraction.
 * @param date as precise as its source gives it; empty where it gives none, and then none is said
 */
export const retractionText = (date: string): Label => (date ? fill(known, { date }) : undated);
