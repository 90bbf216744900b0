import type { ServerHalf } from '../../shared/halves.server.ts';
import { annualEndpoints } from './annual.endpoints.server.ts';
import { annualJobs } from './run.server.ts';

export const serverHalf: ServerHalf = { jobs: annualJobs, endpoints: annualEndpoints };
