import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { WireRow } from '../data/calls.ts';
import type { Text } from '../i18n/language.ts';

/**
 * Returns the name of a step in the user's language. Rows have the name from when the process was
 * deployed; a step that was renamed since is not translated.
 */
export const stepName = (resource: Resource, key: string, deployed: string): Text => {
  for (const process of resource.processes) {
    const step = process.steps.find((each) => each.key === key);
    if (step && step.label[0] === deployed) return step.label;
  }
  return deployed;
};

/** Returns the current step of a record, in the user's language; empty if none is pending. */
export const currentStep = (
  resource: Resource,
  { steps = [], currentNode = '' }: Pick<WireRow, 'steps' | 'currentNode'>,
): Text => {
  const here = steps.find(({ state }) => state === 'here');
  return here ? stepName(resource, here.key, currentNode) : currentNode;
};
