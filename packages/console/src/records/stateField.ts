import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { type Language, say } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { WireRow } from '../data/calls.ts';

/** The field of a kind in approval whose state says more than the status that all kinds share. */
export const stateFieldInApproval = (resource: Resource): string | undefined =>
  hasProcess(resource) ? resource.states?.field : undefined;

/** The name of the state in which a record in approval is; empty for a kind without states of its own. */
export const stateText = (resource: Resource, row: WireRow, language: Language): string => {
  const field = stateFieldInApproval(resource);
  if (field === undefined) return '';
  const dictionary = resource.fields[field]?.spec.dictionary;
  const entry = dictionary && entryOf(dictionary, String(row[field] ?? ''));
  return entry ? say(entry.label, language) : String(row[`${field}Name`] ?? '');
};
