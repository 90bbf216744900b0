import type { EngineJob } from '@keyan/engine/engine.ts';
import type { ServerHalf } from '../shared/halves.server.ts';
import { retractionCaseBehaviour, watchListBehaviour } from './case.server.ts';
import { integrityEndpoints } from './integrity.endpoints.server.ts';
import { watchJob } from './watching.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [retractionCaseBehaviour, watchListBehaviour],
  jobs: [watchJob as EngineJob<never>],
  endpoints: integrityEndpoints,
};
