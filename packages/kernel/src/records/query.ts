/** The comparisons of a list; the wire spells them as suffixes of parameters. */
export type Operator =
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'notContains'
  | 'equals'
  | 'notEquals'
  | 'anyOf'
  | 'atLeast'
  | 'atMost'
  | 'above'
  | 'below'
  | 'empty'
  | 'filled';

/** One condition on a field of the resource (or a base column). Never a column name from outside. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** Stored form; an array for `anyOf`; unused by `empty` and `filled`. */
  readonly value: unknown;
}

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** A query of a list: which rows, in which order, which page. */
export interface Query {
  readonly view?: string;
  /** Of a view of tasks: those dealt with already. */
  readonly done?: boolean;
  /** Words of the search box, over the searchable fields. */
  readonly search?: string;
  readonly where: readonly Condition[];
  readonly sort: readonly Sort[];
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
}

export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  readonly current: number;
  readonly size: number;
}

/** How many of the rows that a question finds share these values. */
export interface GroupCount {
  /** One per field that was asked for: a code, a year, an id; null where the field is empty. */
  readonly keys: readonly (string | null)[];
  /** Names of the records that references point to; null for every other kind of field. */
  readonly names: readonly (string | null)[];
  readonly total: number;
}

/** The page sizes offered; the first is the default. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
