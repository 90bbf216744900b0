import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * Values that one page hands to another that it opens, such as a pasted record to a new form.
 * They live in memory: an address can carry the key, never the values.
 */
const waiting = new Map<string, RowLike>();
let last = 0;

/** Leaves values for the page to come; returns the key for its address. */
export const storeHandover = (values: RowLike): string => {
  last += 1;
  const key = String(last);
  waiting.set(key, values);
  return key;
};

/** The values left under a key. They stay: a page may be drawn more than once. */
export const readHandover = (key: string): RowLike | undefined => waiting.get(key);
