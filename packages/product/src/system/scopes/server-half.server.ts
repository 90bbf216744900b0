import type { ServerHalf } from '../../shared/halves.server.ts';
import { callScopeBehaviour, rowScopeBehaviour } from './scope-behaviours.server.ts';

export const serverHalf: ServerHalf = { behaviours: [rowScopeBehaviour, callScopeBehaviour] };
