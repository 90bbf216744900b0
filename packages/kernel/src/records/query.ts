/**
 * Comparisons of a list; suffixes of parameters on the wire. `inTree`: the reference names one of
 * these records, or a descendant in their tree.
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

/**
 * Condition on a field of the resource or a base column, checked against the definition, so that no
 * text of a client becomes a column name.
 */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  /** Value in stored form; an array for `anyOf` and `inTree`; unused by `empty` and `filled`. */
  readonly value: unknown;
}

export interface Sort {
  readonly field: string;
  readonly descending: boolean;
}

/**
 * Position of a row in a list sorted by one field: its value of the field, and its id to break
 * ties.
 */
export interface RowCursor {
  readonly field: string;
  readonly descending: boolean;
  /** Value as text, moments in UTC to the microsecond; null for an empty field. */
  readonly value: string | null;
  readonly id: string;
}

/** Query of a list: selection of rows, order, and page. */
export interface Query {
  readonly view?: string;
  /** True for handled tasks in a view of tasks. */
  readonly done?: boolean;
  /** True for records that were submitted again after a return, false for all others. */
  readonly again?: boolean;
  /** Id of an import of the actor: only its records. */
  readonly imported?: string;
  /** Text of the search box, matched against searchable fields. */
  readonly search?: string;
  readonly where: readonly Condition[];
  readonly sort: readonly Sort[];
  /**
   * Fields to return besides id, version, status and abilities; names that the actor may not see
   * are ignored. If omitted, all fields that lists show.
   */
  readonly fields?: readonly string[];
  /** Page number, from 1. */
  readonly page: number;
  readonly size: number;
  /**
   * Last row of the previous page: the page starts after it, regardless of inserted or deleted
   * rows, without reading earlier rows. Ignored if the cursor is of another order.
   */
  readonly after?: RowCursor;
  /** True to count every row; otherwise counting stops at a limit (`Page.more`). */
  readonly exact?: boolean;
}

/** Query over all matching rows; without an order, in that of the list. */
export type Question = Omit<Query, 'page' | 'size' | 'after' | 'sort' | 'exact'> &
  Partial<Pick<Query, 'sort'>>;

/** Condition that a field has this value. */
export const equals = (field: string, value: unknown): Condition => ({
  field,
  operator: 'equals',
  value,
});

/** Condition that a field has one of these values. */
export const anyOf = (field: string, value: readonly unknown[]): Condition => ({
  field,
  operator: 'anyOf',
  value,
});

export interface Page<Row> {
  readonly records: readonly Row[];
  readonly total: number;
  /** True if there are more rows than `total`. */
  readonly more: boolean;
  readonly current: number;
  readonly size: number;
  /** Cursor of the last row, if another page may follow and the order supports cursors. */
  readonly next?: RowCursor;
}

/** Number of rows of a question with one combination of values. */
export interface GroupCount {
  /** Values of the requested fields: a code, a year, an id; null for an empty field. */
  readonly keys: readonly (string | null)[];
  /** Names of the records that references point to; null for other types. */
  readonly names: readonly (string | null)[];
  readonly total: number;
  /** Sums of the columns of `totals`, by field, if requested. */
  readonly sums?: Readonly<Record<string, string | number>>;
}

/** Page sizes on offer; the first is the default. */
export const pageSizes = [10, 30, 50, 100, 200] as const;
