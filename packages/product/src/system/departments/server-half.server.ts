import type { ServerHalf } from '../../shared/halves.server.ts';
import { departmentBehaviour } from './dept-merge.server.ts';

export const serverHalf: ServerHalf = { behaviours: [departmentBehaviour] };
