import type { ServerHalf } from '../shared/halves.server.ts';
import { certificateEndpoints } from './certificate.endpoints.server.ts';
import { certificateBehaviour } from './certificate.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [certificateBehaviour],
  endpoints: certificateEndpoints,
};
