import type { Label } from '@keyan/kernel/label.ts';

/**
 * Values of a field and its English twin (`.english`), cut to their lengths; empty for an empty
 * text.
 */
export const bilingualValues = (
  field: string,
  text: Label | null,
  most = 1000,
): Readonly<Record<string, string | null>> => ({
  [field]: text?.[0].slice(0, most) || null,
  [`${field}En`]: text?.[1].slice(0, most) || null,
});
