import type { RowLike } from '../../values/row.ts';

/**
 * Source of random values for specimens: complete, valid records generated from a definition for
 * tests and the demo university.
 */
export interface SpecimenSource {
  /** Number of the specimen within a run, from 1, for values that must be unique. */
  readonly serial: number;
  /** Current date, `yyyy-MM-dd`, as rules see it. */
  readonly today: string;
  /** Draws a whole number between the bounds, both included. */
  int(least: number, most: number): number;
  /** Draws an element of the list. @throws Error for an empty list. */
  pick<T>(list: readonly T[]): T;
  /**
   * Draws decimal texts that add up to exactly `total`, with the same number of decimals:
   * `parts('10.00', 3)`. Each is at least one unit of the last digit, if the total is large enough.
   */
  parts(total: string, count: number): readonly string[];
  /**
   * Returns ids of records of the resource with this key that the reference may name; empty if
   * there are none.
   */
  ids(key: string, reference?: object): readonly string[];
  /**
   * Returns fields of a drawn record, for values that depend on that record, such as an end date
   * after its end. Undefined in the check at the start of the server, when no records exist.
   */
  record(key: string, id: unknown): RowLike | undefined;
}
