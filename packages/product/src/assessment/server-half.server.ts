import type { ServerHalf } from '../shared/halves.server.ts';
import { approvalsEndpoints } from './approvals.endpoints.server.ts';
import { assessmentJobs } from './assessment.server.ts';
import { progressEndpoints } from './progress.endpoints.server.ts';

export const serverHalf: ServerHalf = {
  jobs: assessmentJobs,
  endpoints: [...approvalsEndpoints, ...progressEndpoints],
};
