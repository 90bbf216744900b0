import type { Text } from '../../i18n/language.ts';

/** Something that the palette offers to do, beside what the shell itself can do. */
export interface Offer {
  readonly key: string;
  readonly label: Text;
  /** The page that it opens. */
  readonly path: string;
  /** The permission code without which it is not offered. */
  readonly permission?: string;
}

/** How the palette finds records, and what else it offers; the application knows which. */
export interface PaletteConfig {
  /** The call that finds records by title: `[{ resource, label, page, records }]` for `q`. */
  readonly search: string;
  /** Keys of the resources whose records are people. */
  readonly people: readonly string[];
  readonly offers: () => Promise<readonly Offer[]>;
}
