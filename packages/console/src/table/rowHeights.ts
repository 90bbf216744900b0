/** Pixels of one row by density. */
export const rowHeights = { compact: 36, regular: 44 } as const;
