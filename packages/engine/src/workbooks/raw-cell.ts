import type { Label } from '@keyan/kernel/label.ts';

/** Content of a cell as the reader gives it. */
export type RawCell = string | number | boolean | Date | null | undefined;

/** Value of a cell for a field: wire input, or why there is none. */
export type CellReading = { readonly value: unknown } | { readonly fault: Label };
