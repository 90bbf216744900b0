import { f } from '@keyan/kernel/definition/field/field.ts';
import type { Label } from '@keyan/kernel/label.ts';

/** How a figure came about, in both languages: spread into the fields of a kind that a computation writes. */
export const workingFields = (most: number) => ({
  working: f.note(['计算过程', 'Working']).max(most).computed(),
  workingEn: f.note(['计算过程（英文）', 'Working in English']).max(most).computed(),
});

/** The values of those fields. */
export const workingValues = (working: Label | undefined, most: number) => ({
  working: (working?.[0] ?? '').slice(0, most),
  workingEn: (working?.[1] ?? '').slice(0, most),
});
