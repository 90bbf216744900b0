/** Values of a record of any kind, by field name. */
export type RowLike = Readonly<Record<string, unknown>>;
