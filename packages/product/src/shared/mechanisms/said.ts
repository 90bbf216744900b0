import type { Label } from '@keyan/kernel/label.ts';

/**
 * Values of a field and of the one with its English (`.english`), cut to the length that each holds; both are empty
 * for no text or an empty one.
 */
export const bilingualValues = (
  field: string,
  text: Label | null,
  most = 1000,
): Readonly<Record<string, string | null>> => ({
  [field]: text?.[0].slice(0, most) || null,
  [`${field}En`]: text?.[1].slice(0, most) || null,
});
