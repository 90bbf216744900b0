import type { Label } from '@keyan/kernel/label.ts';

/** The forms in which a list of works goes out. */
export const citationForms = {
  gb: { label: ['GB/T 7714-2015', 'GB/T 7714-2015'], extension: 'txt' },
  bibtex: { label: ['BibTeX', 'BibTeX'], extension: 'bib' },
  ris: { label: ['RIS', 'RIS'], extension: 'ris' },
} as const satisfies Readonly<
  Record<string, { readonly label: Label; readonly extension: string }>
>;

export type CitationForm = keyof typeof citationForms;

/** Works that one list may have. */
export const maxCitedWorks = 1000;

/** A list of works, as the call answers it. */
export interface CitationList {
  readonly text: string;
  readonly count: number;
  /** Records that are secret and stand in no such list. */
  readonly secret: number;
  /** There are more records than a list may have. */
  readonly more: boolean;
}
