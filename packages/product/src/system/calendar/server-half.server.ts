import type { ServerHalf } from '../../shared/halves.server.ts';
import { workDayBehaviour } from './calendar.server.ts';

export const serverHalf: ServerHalf = { behaviours: [workDayBehaviour] };
