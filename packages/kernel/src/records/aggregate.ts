import type { Condition } from './query.ts';

/** A field whose values split what is aggregated: as they are, or the year, month or day of a date. */
export interface Split {
  readonly field: string;
  readonly part?: 'year' | 'month' | 'day';
}

/** Aggregate of the rows of a question: their number, or the sum of a field of theirs. */
export interface Aggregate {
  /** The field that is added up; without it rows are counted. */
  readonly sum?: string;
  /**
   * The field of several values by which the rows are split and whose values are counted: a row that has a value twice
   * counts twice under it.
   */
  readonly each?: string;
  /** Only of rows that meet these conditions as well; one on a field by which rows are split holds of the value. */
  readonly where?: readonly Condition[];
}

/** One row of what was aggregated: a combination of values of the splits. */
export interface AggregateRow {
  /** One per split: a code, a year, an id; null where the field is empty. */
  readonly keys: readonly (string | null)[];
  /** Names of the records that references point to; null for every other type of field. */
  readonly names: readonly (string | null)[];
  /** One per aggregate, in their order: a whole number, or a decimal text of the field's scale. */
  readonly values: readonly string[];
}
