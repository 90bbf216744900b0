import type { Label } from '@keyan/kernel/label.ts';
import type { CellMark } from './values.ts';

/** Labels of the marks of cells. */
export const markWords: Readonly<Record<CellMark, Label>> = {
  known: ['已知', 'Known'],
  last: ['沿用去年', 'From last year'],
  answered: ['已答', 'Answered'],
  hand: ['手填', 'Entered'],
  unknown: ['待答', 'Unknown'],
  none: ['不填', 'Empty'],
};
