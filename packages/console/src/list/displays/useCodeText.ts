import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { WireRow } from '../../data/calls.ts';
import { useEntries } from '../../data/dictionary.ts';
import { useLanguage } from '../../i18n/language.ts';

/** Returns a function: the name of a record's code in a field; empty for none. */
export const useCodeText = (
  resource: Resource,
  field: string | undefined,
  row: WireRow,
): string => {
  const language = useLanguage();
  const dictionary = resource.fields[field ?? '']?.spec.dictionary;
  useEntries(dictionary);
  const entry = dictionary && entryOf(dictionary, String(row[field ?? ''] ?? ''));
  return entry ? say(entry.label, language) : '';
};
