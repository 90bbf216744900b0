import type { ServerHalf } from '../../shared/halves.server.ts';
import { warningEndpoints } from './warnings.endpoints.server.ts';
import { warningJobs } from './warnings.server.ts';

export const serverHalf: ServerHalf = { jobs: warningJobs, endpoints: warningEndpoints };
