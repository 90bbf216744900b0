import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { WireRow } from '../data/calls.ts';
import type { Text } from '../i18n/language.ts';

/**
 * The name of a step in the user's language. Rows carry the name from when the process was
 * deployed; only a step that still has this name is translated.
 */
export const stepName = (resource: Resource, key: string, deployed: string): Text => {
  for (const process of resource.processes) {
    const step = process.steps.find((each) => each.key === key);
    if (step && step.label[0] === deployed) return step.label;
  }
  return deployed;
};

/** The step at which a record is, in the user's language; empty where none waits. */
export const currentStep = (
  resource: Resource,
  { steps = [], currentNode = '' }: Pick<WireRow, 'steps' | 'currentNode'>,
): Text => {
  const here = steps.find(({ state }) => state === 'here');
  return here ? stepName(resource, here.key, currentNode) : currentNode;
};
