import type { ServerHalf } from '../shared/halves.server.ts';
import { collectingBehaviours } from './collecting.server.ts';
import { supplySitesJob } from './shipped.server.ts';

export const serverHalf: ServerHalf = { behaviours: collectingBehaviours, jobs: [supplySitesJob] };
