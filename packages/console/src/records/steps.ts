import type { Resource } from '@keyan/kernel/definition/resource.ts';
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
