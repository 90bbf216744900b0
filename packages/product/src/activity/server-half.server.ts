import type { ServerHalf } from '../shared/halves.server.ts';
import { activityAttendedBehaviour } from './attended.server.ts';

export const serverHalf: ServerHalf = { behaviours: [activityAttendedBehaviour] };
