import type { OtherDestination } from '../bibliography/belonging.ts';
import type { FormValues } from '../bibliography/filler.ts';
import type { ReferenceType } from '../bibliography/reference.ts';

interface Read {
  /** Title, or the number if only a number was pasted. */
  readonly title: string;
  readonly type: ReferenceType;
}

/** Record that fills the form. */
export type FillableRecord = Read & FormValues;

/** Record of another page, with the values for that page's form (ruling 37). */
export interface RecordOfOtherForm extends Read {
  readonly belongs: OtherDestination;
  readonly there?: FormValues;
}

/** Record recognised in the pasted text, as the call returns it. */
export type RecognisedRecord = FillableRecord | RecordOfOtherForm;

export const isFillable = (record: RecognisedRecord): record is FillableRecord => 'fill' in record;
