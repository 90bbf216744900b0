import type { Label } from '../../label.ts';

/**
 * File formats of other programs that an import accepts besides workbooks, such as exports of
 * databases.
 */
export interface ImportFiles {
  /** Name of the format, as the page shows it beside `xlsx`. */
  readonly label: Label;
  /** File extensions in lower case with the full stop: `.bib`. */
  readonly extensions: readonly string[];
}
