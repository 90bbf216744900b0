import type { Label } from '@keyan/kernel/label.ts';

/** What a cell holds as the reader gives it. */
export type RawCell = string | number | boolean | Date | null | undefined;

/** What a cell says to a field: wire input, or why there is none. */
export type Read = { readonly value: unknown } | { readonly fault: Label };
