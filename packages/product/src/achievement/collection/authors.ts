import { readAuthors } from '../bibliography/name.ts';
import type { Author } from '../bibliography/reference.ts';

/** Returns the authors of a collected record, in order. */
export const authorsOf = (work: { readonly authorsText?: string | null }): readonly Author[] =>
  readAuthors([work.authorsText ?? '']);
