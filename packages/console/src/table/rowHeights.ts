/** Pixels of one row by density. */
export const rowHeights = { compact: 36, standard: 44 } as const;
