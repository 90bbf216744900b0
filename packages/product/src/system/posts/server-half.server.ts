import type { ServerHalf } from '../../shared/halves.server.ts';
import { postBehaviour } from './post.server.ts';

export const serverHalf: ServerHalf = { behaviours: [postBehaviour] };
