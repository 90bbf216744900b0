import type { ServerHalf } from '../../shared/halves.server.ts';
import { roleBehaviour } from './role-behaviour.server.ts';

export const serverHalf: ServerHalf = { behaviours: [roleBehaviour] };
