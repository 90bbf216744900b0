import type { ServerHalf } from '../halves.server.ts';
import { similarBehaviour } from './alike.server.ts';

export const serverHalf: ServerHalf = { mixins: [similarBehaviour] };
