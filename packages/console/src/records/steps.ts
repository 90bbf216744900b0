import type { Resource } from '@keyan/kernel/resource.ts';
import type { Text } from '../i18n/language.ts';

/**
 * What a step is called in the reader's language. Rows carry the name under which the step was
 * deployed; a shipped step has another in its definition.
 */
export const stepName = (resource: Resource, key: string, deployed: string): Text => {
  for (const process of resource.processes) {
    const step = process.steps.find((each) => each.key === key);
    if (step && step.label[0] === deployed) return step.label;
  }
  return deployed;
};
