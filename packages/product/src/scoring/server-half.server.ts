import type { ServerHalf } from '../shared/halves.server.ts';
import { payrollEndpoints } from './payroll.endpoints.server.ts';
import { representativeBehaviour } from './representative.server.ts';
import { scoreResultBehaviour } from './score-result.server.ts';
import { scoreRewardBehaviour } from './score-reward.server.ts';
import { scoringJobs } from './scoring.server.ts';
import { trialEndpoints } from './trials.endpoints.server.ts';
import { worksEndpoints } from './works.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [representativeBehaviour, scoreResultBehaviour, scoreRewardBehaviour],
  jobs: scoringJobs,
  endpoints: [...trialEndpoints, ...payrollEndpoints, ...worksEndpoints],
};
