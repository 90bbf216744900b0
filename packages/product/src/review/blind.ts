import type { Label } from '@keyan/kernel/label.ts';

/** The code of `blindMode` under which experts do not learn who applies, and the other way round. */
export const blindBothWays = '2';

const material: Label = ['匿名材料', 'Anonymous material'];

/** The name of the n-th file of a record that is judged without names. */
export const anonymousName = (place: number): string => `${material[0]}${place}`;
