import { hasProcess } from './field/base-fields.ts';
import type { Resource } from './resource.ts';

/**
 * True if people may discuss records of the kind: they have an approval or states, in which
 * questions are asked and settled.
 */
export const hasTalk = (resource: Resource): boolean =>
  hasProcess(resource) || resource.states !== undefined;
