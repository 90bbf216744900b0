import type { ServerHalf } from '../shared/halves.server.ts';
import { collectingBehaviours } from './collecting.server.ts';
import { supplySites } from './shipped.server.ts';

export const serverHalf: ServerHalf = { behaviours: collectingBehaviours, jobs: [supplySites] };
