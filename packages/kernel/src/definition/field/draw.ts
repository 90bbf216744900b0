import type { RowLike } from '../../values/row.ts';

/**
 * Source from which a definition makes the values of a specimen: a complete, valid record that nobody typed. Tests
 * and the demo university draw from it.
 */
export interface SpecimenSource {
  /** Counts the specimens of a run from 1. What must be unique is made of it. */
  readonly serial: number;
  /** `yyyy-MM-dd`, as rules see it. */
  readonly today: string;
  /** A whole number; both bounds are allowed. */
  int(least: number, most: number): number;
  /** @throws Error for an empty list. */
  pick<T>(list: readonly T[]): T;
  /**
   * Decimal texts that add up to exactly `total`, with as many decimals: `parts('10.00', 3)`. Each is
   * at least one unit of the last digit, as far as the total allows.
   */
  parts(total: string, count: number): readonly string[];
  /** Ids of records that this reference to the resource of this key may name; empty without any. */
  ids(key: string, reference?: object): readonly string[];
  /**
   * The fields of such a record, where they are known: what depends on the record that was drawn, such as
   * an end after its end. Undefined at the start, when there is no record yet.
   */
  record(key: string, id: unknown): RowLike | undefined;
}
