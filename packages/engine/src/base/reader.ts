import type { Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';

/** Properties of a reader on which the texts of an answer or a workbook depend. */
export interface Reader {
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}
