import type { Runtime } from '../../workflow/runtime/runtime.ts';
import type { Endpoint } from '../endpoint.ts';
import { absenceEndpoints } from './absences.ts';
import { chainEndpoints } from './chains.ts';
import { copyEndpoints } from './copies.ts';
import { evidenceEndpoints } from './evidence.ts';
import { followEndpoints } from './follow.ts';
import { manageEndpoints } from './manage.ts';
import { processEndpoints } from './process.ts';
import { researchEndpoints } from './research.ts';
import { watchEndpoints } from './watching.ts';
import { workEndpoints } from './work.ts';

/** Returns every call of processes: those of BladeX, and those of the business side. */
export const workflowEndpoints = (runtime: Runtime): readonly Endpoint[] => [
  ...workEndpoints(runtime),
  ...copyEndpoints(runtime),
  ...absenceEndpoints(runtime),
  ...watchEndpoints(),
  ...processEndpoints(),
  ...manageEndpoints(runtime),
  ...chainEndpoints(runtime),
  ...evidenceEndpoints(runtime),
  ...followEndpoints(runtime),
  ...researchEndpoints(runtime),
];
