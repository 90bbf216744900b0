import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { OtherDestination } from './belonging.ts';
import type { Reference } from './reference.ts';
import type { AuthorMatch, StaffIndex } from './staff.ts';

/** Values from a reference for the form of one resource. */
export interface FormValues {
  readonly fill: RowLike;
  /** Match for each row of `fill.authors`: chosen person, kind of match, and other candidates. */
  readonly matches: readonly AuthorMatch[];
  /** Hints for the user in both languages. */
  readonly notes: readonly Label[];
}

/** Result for a reference: values for the form, or where the record belongs instead. */
export type FilledForm = FormValues | { readonly belongs: OtherDestination };

/** Function that fills the form of one resource from a reference, and matches authors to staff. */
export type Filler = (
  work: Reference,
  staff: StaffIndex,
  university: readonly string[],
) => Promise<FilledForm>;
