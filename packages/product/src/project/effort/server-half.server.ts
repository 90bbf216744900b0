import type { ServerHalf } from '../../shared/halves.server.ts';
import { projectWorkBehaviour, proposeWorkYearly } from './project-work.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [projectWorkBehaviour],
  jobs: [proposeWorkYearly],
};
