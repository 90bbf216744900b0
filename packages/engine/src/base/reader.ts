import type { Language } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';

/** Who an answer or a workbook is for, as far as its texts depend on it. */
export interface Reader {
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}
