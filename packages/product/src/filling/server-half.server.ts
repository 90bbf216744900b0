import type { ServerHalf } from '../shared/halves.server.ts';
import { fillBehaviour } from './fill.server.ts';

export const serverHalf: ServerHalf = { behaviours: [fillBehaviour] };
