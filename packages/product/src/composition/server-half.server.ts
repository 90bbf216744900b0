import type { ServerHalf } from '../shared/halves.server.ts';
import { paramBehaviour } from './param.server.ts';

export const serverHalf: ServerHalf = { behaviours: [paramBehaviour] };
