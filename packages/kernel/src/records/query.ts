/**
 * The comparisons of a list; the wire spells them as suffixes of parameters. `inTree`: the reference
 * names one of these records, or one below them in their tree.
 */
export type Operator =
  | 'contains'
  | 'startsWith'
  | 'endsWith'
  | 'notContains'
  | 'equals'
  | 'notEquals'
  | 'anyOf'
  | 'inTree'
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
  /** Stored form; an array for `anyOf` and `inTree`; unused by `empty` and `filled`. */
  readonly value: unknown;
}

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/** A row's place in a list that is sorted by one field: its value there, and its id between equals. */
export interface RowCursor {
  readonly field: string;
  readonly descending: boolean;
  /** Value as text, moments in UTC to the microsecond; null for a row without one. */
  readonly value: string | null;
  readonly id: string;
}

/** A query of a list: which rows, in which order, which page. */
export interface Query {
  readonly view?: string;
  /** Tasks dealt with already, in a view of tasks. */
  readonly done?: boolean;
  /** Only records that their writer handed in again after they had come back, or only the others. */
  readonly again?: boolean;
  /** Only records that this import of the actor brought. */
  readonly imported?: string;
  /** Words of the search box, over the searchable fields. */
  readonly search?: string;
  readonly where: readonly Condition[];
  readonly sort: readonly Sort[];
  /**
   * The only fields that each row has, beside its id, version, status and abilities. Names that the
   * actor may not see are left out. Without it a row has all that lists show.
   */
  readonly fields?: readonly string[];
  /** Counted from 1. */
  readonly page: number;
  readonly size: number;
  /**
   * The last row of the page before: the page begins behind it, whatever was added or removed before
   * it, and no row in front is read. Ignored where it is a cursor of another order.
   */
  readonly after?: RowCursor;
  /** Count every row; otherwise counting ends at a limit (`Page.more`). */
  readonly exact?: boolean;
}

/** A question about all rows that it finds; without an order, in that of the list. */
export type Question = Omit<Query, 'page' | 'size' | 'after' | 'sort' | 'exact'> &
  Partial<Pick<Query, 'sort'>>;

/** The records with this value in a field. */
export const equals = (field: string, value: unknown): Condition => ({
  field,
  operator: 'equals',
  value,
});

/** The records with one of these values in a field. */
export const anyOf = (field: string, value: readonly unknown[]): Condition => ({
  field,
  operator: 'anyOf',
  value,
});

export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  /** There are more rows than `total` says. */
  readonly more: boolean;
  readonly current: number;
  readonly size: number;
  /** The last row, where a page may follow and the order has cursors. */
  readonly next?: RowCursor;
}

/** How many of the rows that a question finds share these values. */
export interface GroupCount {
  /** One per field that was asked for: a code, a year, an id; null where the field is empty. */
  readonly keys: readonly (string | null)[];
  /** Names of the records that references point to; null for every other type of field. */
  readonly names: readonly (string | null)[];
  readonly total: number;
  /** Totals of the columns that the list names for them, by field, where they were asked for. */
  readonly sums?: Readonly<Record<string, string | number>>;
}

/** The page sizes offered; the first is the default. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
