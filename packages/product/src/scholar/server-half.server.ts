import type { ServerHalfOf } from '../shared/halves.server.ts';
import { scholarEndpoints } from './scholar.endpoints.server.ts';
import { countStaff } from './staff-figures.server.ts';

export const serverHalf: ServerHalfOf = (resources) => ({
  jobs: [countStaff],
  endpoints: scholarEndpoints(resources),
});
