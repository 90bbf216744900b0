import type { Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';

/** Reader of an answer or a workbook, as far as its texts depend on the reader. */
export interface Reader {
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}
