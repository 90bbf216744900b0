import type { Condition } from './query.ts';

/** Field by whose values an aggregate is split; a date by year, month or day. */
export interface Split {
  readonly field: string;
  readonly part?: 'year' | 'month' | 'day';
}

/** Aggregate over the rows of a question: their number, or the sum of a field. */
export interface Aggregate {
  /** Field to add up; if omitted, rows are counted. */
  readonly sum?: string;
  /**
   * Multi-value split field whose values are counted instead of rows: a row that has a value twice
   * counts twice.
   */
  readonly each?: string;
  /**
   * Further conditions on the counted rows; a condition on a multi-value split field applies to the
   * single value.
   */
  readonly where?: readonly Condition[];
}

/** Result row of an aggregate: one combination of values of the splits. */
export interface AggregateRow {
  /** Values of the splits: a code, a year, an id; null for an empty field. */
  readonly keys: readonly (string | null)[];
  /** Names of the records that reference splits point to; null for other types. */
  readonly names: readonly (string | null)[];
  /**
   * Values of the aggregates in order: a whole number, or a decimal text with the field's scale.
   */
  readonly values: readonly string[];
}
