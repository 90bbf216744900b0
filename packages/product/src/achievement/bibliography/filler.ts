import type { Label } from '@keyan/kernel/label.ts';
import type { Belonging } from './belonging.ts';
import type { Reference } from './reference.ts';
import type { StaffIndex } from './staff.ts';

/** What became of a reference: values for the form of one kind, or where it belongs instead. */
export type Filled =
  | { readonly fill: object; readonly notes: readonly Label[] }
  | { readonly belongs: Belonging };

/** Fills the form of one kind from a reference, with its authors matched to the staff. */
export type Filler = (
  work: Reference,
  staff: StaffIndex,
  university: readonly string[],
) => Promise<Filled>;
