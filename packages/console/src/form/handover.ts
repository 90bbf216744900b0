import type { RowLike } from '@keyan/kernel/values/row.ts';

/**
 * Values that one page passes to the next, such as a pasted record to a new form, by key. In
 * memory, because only the key fits in an address.
 */
const handedOverValues = new Map<string, RowLike>();
let last = 0;

/** Stores values for the next page; returns the key for its address. */
export const storeHandover = (values: RowLike): string => {
  last += 1;
  const key = String(last);
  handedOverValues.set(key, values);
  return key;
};

/**
 * Returns the values stored under a key. They are not removed, because a page may render more than
 * once.
 */
export const readHandover = (key: string): RowLike | undefined => handedOverValues.get(key);
