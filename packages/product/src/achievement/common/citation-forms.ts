import type { Label } from '@keyan/kernel/label.ts';

/** Formats of an exported list of works. */
export const citationForms = {
  gb: { label: ['GB/T 7714-2015', 'GB/T 7714-2015'], extension: 'txt' },
  bibtex: { label: ['BibTeX', 'BibTeX'], extension: 'bib' },
  ris: { label: ['RIS', 'RIS'], extension: 'ris' },
} as const satisfies Readonly<
  Record<string, { readonly label: Label; readonly extension: string }>
>;

export type CitationForm = keyof typeof citationForms;

/** Maximum number of works per list. */
export const maxCitedWorks = 1000;

/** List of works as the call returns it. */
export interface CitationList {
  readonly text: string;
  readonly count: number;
  /** Number of secret records, which are omitted. */
  readonly secret: number;
  /** True if more records match than `maxCitedWorks`. */
  readonly more: boolean;
}
