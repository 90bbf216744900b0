import type { Belonging } from '../bibliography/belonging.ts';
import type { Given } from '../bibliography/filler.ts';
import type { ReferenceType } from '../bibliography/reference.ts';

interface Read {
  /** Its number where only that was pasted. */
  readonly title: string;
  readonly type: ReferenceType;
}

/** A record that fills the form. */
export type Fillable = Read & Given;

/** One that belongs to another page, with what that page's form can be filled with (ruling 37). */
export interface Elsewhere extends Read {
  readonly belongs: Belonging;
  readonly there?: Given;
}

/** A record that was recognised in the pasted text, as the call answers it. */
export type Recognised = Fillable | Elsewhere;

export const isFillable = (record: Recognised): record is Fillable => 'fill' in record;
