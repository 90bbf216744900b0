import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { WireRow } from '../data/calls.ts';
import { useEntries } from '../data/dictionary.ts';
import { useLanguage } from '../i18n/language.ts';

/** Returns the state field of a kind in approval, which says more than the approval status. */
export const stateFieldInApproval = (resource: Resource): string | undefined =>
  hasProcess(resource) ? resource.states?.field : undefined;

/**
 * Returns the name of the record's own state during approval; empty for a kind without states of
 * its own.
 */
export const useStateText = (resource: Resource, row: WireRow): string => {
  const language = useLanguage();
  const field = stateFieldInApproval(resource) ?? '';
  const dictionary = resource.fields[field]?.spec.dictionary;
  useEntries(dictionary);
  const entry = dictionary && entryOf(dictionary, String(row[field] ?? ''));
  return entry ? say(entry.label, language) : String(row[`${field}Name`] ?? '');
};
