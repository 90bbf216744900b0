/** Values of a record by the names of its fields, of whatever kind the record is. */
export type RowLike = Readonly<Record<string, unknown>>;
