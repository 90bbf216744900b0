import type { ServerHalf } from '../../shared/halves.server.ts';
import { compareStaff } from './comparison.server.ts';
import { exchangeEndpoints } from './exchange.endpoints.server.ts';
import { personnelDifferenceBehaviour } from './settle.server.ts';
import { forgetDifferenceValuesJob } from './values.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [personnelDifferenceBehaviour],
  jobs: [forgetDifferenceValuesJob, compareStaff],
  endpoints: exchangeEndpoints,
};
