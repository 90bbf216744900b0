import type { Label } from '../../label.ts';

/** Files of other programs that import takes beside workbooks, such as exports of databases. */
export interface ImportFiles {
  /** Name of these files, as the page shows it beside `xlsx`. */
  readonly label: Label;
  /** Lower case, with the full stop: `.bib`. */
  readonly extensions: readonly string[];
}
