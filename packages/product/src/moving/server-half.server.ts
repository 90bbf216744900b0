import type { ServerHalf } from '../shared/halves.server.ts';
import { movingBatchBehaviour } from './undoing.server.ts';

export const serverHalf: ServerHalf = { behaviours: [movingBatchBehaviour] };
