import { readAuthors } from '../bibliography/name.ts';
import type { Author } from '../bibliography/reference.ts';

/** The authors of a collected record, in their order. */
export const authorsOf = (work: { readonly authorsText?: string | null }): readonly Author[] =>
  readAuthors([work.authorsText ?? '']);
