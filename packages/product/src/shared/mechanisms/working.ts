import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';

/**
 * Fields with the explanation of a computed figure in both languages, to be spread into a
 * definition.
 */
export const workingFields = (most: number) => ({
  working: f.note(['计算过程', 'Working']).max(most).computed(),
  workingEn: f.note(['计算过程（英文）', 'Working in English']).max(most).computed(),
});

/** Values of the fields of `workingFields`. */
export const workingValues = (working: Label | undefined, most: number) => ({
  working: (working?.[0] ?? '').slice(0, most),
  workingEn: (working?.[1] ?? '').slice(0, most),
});
