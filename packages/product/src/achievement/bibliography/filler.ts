import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OtherDestination } from './belonging.ts';
import type { Reference } from './reference.ts';
import type { AuthorMatch, StaffIndex } from './staff.ts';

/** Values that a reference gives to the form of one kind. */
export interface FormValues {
  readonly fill: RowLike;
  /** One for each row of `fill.authors`: who was chosen, how, and whom else to offer. */
  readonly matches: readonly AuthorMatch[];
  /** Points that the user should look at, in both languages. */
  readonly notes: readonly Label[];
}

/** Outcome for a reference: values for the form of one kind, or where it belongs instead. */
export type FilledForm = FormValues | { readonly belongs: OtherDestination };

/** Fills the form of one kind from a reference, with its authors matched to the staff. */
export type Filler = (
  work: Reference,
  staff: StaffIndex,
  university: readonly string[],
) => Promise<FilledForm>;
