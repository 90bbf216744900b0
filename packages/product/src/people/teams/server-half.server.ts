import type { ServerHalf } from '../../shared/halves.server.ts';
import { teamHomeEndpoints } from './team-home.server.ts';
import { countDepartments, teamBehaviour } from './teams.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [teamBehaviour],
  jobs: [countDepartments],
  endpoints: teamHomeEndpoints,
};
