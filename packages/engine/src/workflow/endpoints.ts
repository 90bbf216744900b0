import type { Endpoint } from '../wire/endpoint.ts';
import { manageEndpoints } from './endpoints-manage.ts';
import { processEndpoints } from './endpoints-process.ts';
import { researchEndpoints } from './endpoints-research.ts';
import { workEndpoints } from './endpoints-work.ts';
import type { Runtime } from './runtime.ts';

/** Every call of processes (spec §7 "Flow"): the family's own, and those of the business side. */
export const workflowEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...workEndpoints(runtime),
  ...processEndpoints(),
  ...manageEndpoints(runtime),
  ...researchEndpoints(runtime),
];
