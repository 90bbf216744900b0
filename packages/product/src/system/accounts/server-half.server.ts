import type { ServerHalf } from '../../shared/halves.server.ts';
import { userBehaviour } from './user-behaviour.server.ts';

export const serverHalf: ServerHalf = { behaviours: [userBehaviour] };
