import type { ServerHalf } from '../shared/halves.server.ts';
import { handedEndpoints } from './handed.endpoints.server.ts';
import { handedBehaviour } from './handed.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [handedBehaviour],
  endpoints: handedEndpoints,
};
