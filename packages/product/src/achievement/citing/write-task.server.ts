import { writeBibtex } from '../bibliography/bibtex.ts';
import { writeRis } from '../bibliography/ris.ts';
import type { CitationForm } from '../common/citation-forms.ts';
import { referenceOfWork } from './as-reference.ts';
import type { Work } from './item.ts';
import { citationsOf } from './style.server.ts';

// Runs in a worker process: see `citations.server.ts`.

/** Works to format, and the citation form. */
export interface CitationListing {
  readonly works: readonly Work[];
  readonly form: CitationForm;
}

const numbered = (entries: readonly string[]): string =>
  entries.map((entry, index) => `[${index + 1}] ${entry}\n`).join('');

const writers: Readonly<Record<CitationForm, (works: readonly Work[]) => string>> = {
  gb: (works) => numbered(citationsOf(works)),
  bibtex: (works) => writeBibtex(works.map(referenceOfWork)),
  ris: (works) => writeRis(works.map(referenceOfWork)),
};

/** Formats a list of works as one text. */
export const writeList = ({ works, form }: CitationListing): string => writers[form](works);
