import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';

/** The field of a kind in approval whose state says more than the status that all kinds share. */
export const stateFieldInApproval = (resource: Resource): string | undefined =>
  hasProcess(resource) ? resource.states?.field : undefined;
