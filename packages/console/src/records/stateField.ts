import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Language } from '@keyan/kernel/label.ts';
import type { WireRow } from '../data/calls.ts';
import { valueText } from '../fields/values.tsx';

/** The field of a kind in approval whose state says more than the status that all kinds share. */
export const stateFieldInApproval = (resource: Resource): string | undefined =>
  hasProcess(resource) ? resource.states?.field : undefined;

/** The name of the state in which a record in approval is; empty for a kind without states of its own. */
export const stateText = (resource: Resource, row: WireRow, language: Language): string => {
  const field = stateFieldInApproval(resource);
  const spec = field === undefined ? undefined : resource.fields[field]?.spec;
  return field !== undefined && spec ? valueText(field, spec, row, language) : '';
};
