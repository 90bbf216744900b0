import { hasProcess } from './field/base-fields.ts';
import type { Resource } from './resource.ts';

/** Kinds whose records have a course, on which something is asked, answered and settled: people talk about those. */
export const hasTalk = (resource: Resource): boolean =>
  hasProcess(resource) || resource.states !== undefined;
