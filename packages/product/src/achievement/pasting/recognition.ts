import type { OtherDestination } from '../bibliography/belonging.ts';
import type { FormValues } from '../bibliography/filler.ts';
import type { ReferenceType } from '../bibliography/reference.ts';

interface Read {
  /** Number where only that was pasted. */
  readonly title: string;
  readonly type: ReferenceType;
}

/** A record that fills the form. */
export type FillableRecord = Read & FormValues;

/** One that belongs to another page, with what that page's form can be filled with (ruling 37). */
export interface RecordOfOtherForm extends Read {
  readonly belongs: OtherDestination;
  readonly there?: FormValues;
}

/** A record that was recognised in the pasted text, as the call answers it. */
export type RecognisedRecord = FillableRecord | RecordOfOtherForm;

export const isFillable = (record: RecognisedRecord): record is FillableRecord => 'fill' in record;
