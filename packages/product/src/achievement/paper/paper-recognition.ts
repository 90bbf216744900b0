import type { PaperDraft } from '../bibliography/draft.ts';
import type { ReferenceType } from '../bibliography/reference.ts';

/** A record that was recognised in the pasted text, as the call answers it. */
export type Recognised = { readonly title: string; readonly type: ReferenceType } & PaperDraft;

/** One that fills the form; any other belongs to another page. */
export type Fillable = Extract<Recognised, { readonly fill: unknown }>;

export const isFillable = (record: Recognised): record is Fillable => 'fill' in record;
