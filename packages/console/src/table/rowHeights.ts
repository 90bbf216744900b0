/** Height of a row in pixels, by density. */
export const rowHeights = { compact: 36, regular: 44 } as const;
