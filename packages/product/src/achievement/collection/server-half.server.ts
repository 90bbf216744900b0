import type { ServerHalf } from '../../shared/halves.server.ts';
import { claimEndpoints } from './claim.endpoints.server.ts';
import { claimBehaviour } from './claim.server.ts';
import { collectEndpoints } from './collect.server.ts';
import { thesisBehaviour } from './thesis.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [thesisBehaviour, claimBehaviour],
  endpoints: [...collectEndpoints, ...claimEndpoints],
};
