import type { FieldFault } from '../../errors.ts';
import type { Label } from '../../label.ts';
import type { RowLike } from '../../values/row.ts';
import type { Fields } from '../field/field.ts';

/**
 * A call that finds what would stand against some values of a record, or answers what follows from them, before any is
 * stored. Beside the values it uses the facts of the kind. A trial that finds faults is for people who may hand records in;
 * one that only answers values is for everybody who has a page of the kind. A trial of a sub-table is a POST, any
 * other a GET.
 */
export interface Trial<Row, Name extends string, Context> {
  readonly label: Label;
  /** The fields that are tried, by the words of the wire. */
  readonly fields: Readonly<Record<string, Name>>;
  /** Words that may be left out: their fields are empty then. */
  readonly optional?: readonly string[];
  /** Faults of the values; further properties of a fault beside its path and message are answered, too. Pure. */
  find?(row: Readonly<Row>, context: Context): readonly FieldFault[];
  /**
   * Values that follow from them, by the words of the wire: beside the faults, or alone where it finds none. Pure.
   */
  answer?(row: Readonly<Row>, context: Context): RowLike;
}

/** @throws Error for a trial that says nothing, and of a field that does not exist, or that people do not fill in. */
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
