import type { Label } from '@keyan/kernel/label.ts';

/** Code of `blindMode` for double-blind reviews. */
export const blindBothWays = '2';

const materialLabel: Label = ['匿名材料', 'Anonymous material'];

/** Neutral name of the n-th file of a record in a double-blind review. */
export const anonymousName = (place: number): string => `${materialLabel[0]}${place}`;
