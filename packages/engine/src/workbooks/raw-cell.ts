import type { Label } from '@keyan/kernel/label.ts';

/** Content of a cell as the reader returns it. */
export type RawCell = string | number | boolean | Date | null | undefined;

/** Value of a cell for a field: wire input, or the fault. */
export type CellReading = { readonly value: unknown } | { readonly fault: Label };
