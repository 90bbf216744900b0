import type { FieldFault } from '../../errors.ts';
import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';

/**
 * Call that checks values of a record before they are stored, or computes values from them, with
 * the facts of the kind. A trial that finds faults is for people who may submit records; one that
 * only computes values, for everybody with a page of the kind. A trial of a sub-table is a POST,
 * any other a GET.
 */
export interface Trial<Row, Name extends string, Context> {
  readonly label: Label;
  /** Fields of the values, by their names on the wire. */
  readonly fields: Readonly<Record<string, Name>>;
  /** Names that may be omitted; their fields are then empty. */
  readonly optional?: readonly string[];
  /**
   * Returns the faults of the values; further properties of a fault are included in the response.
   * Pure.
   */
  find?(row: Readonly<Row>, context: Context): readonly FieldFault[];
  /**
   * Returns values that follow from the input, by their names on the wire; sent beside the faults,
   * or alone without `find`. Pure.
   */
  answer?(row: Readonly<Row>, context: Context): RowLike;
}

/**
 * Checks the trials of a resource. @throws Error for a trial with neither `find` nor `answer`, and
 * for a field that does not exist or that people do not fill in.
 */
export const checkTrials = ({
  key,
  fields,
  trials = {},
}: {
  readonly key: string;
  readonly fields: Fields;
  readonly trials?: Readonly<
    Record<
      string,
      {
        readonly fields: Readonly<Record<string, string>>;
        readonly find?: unknown;
        readonly answer?: unknown;
      }
    >
  >;
}): void => {
  for (const [name, trial] of Object.entries(trials)) {
    if (!trial.find && !trial.answer) throw new Error(`${key}: ${name} neither finds nor answers`);
    const astray = Object.values(trial.fields).find(
      (field) => !Object.hasOwn(fields, field) || fields[field]?.spec.readonly,
    );
    if (astray) throw new Error(`${key}: ${name} tries ${astray}, which nobody fills in`);
  }
};
