import type { ServerHalf } from '../../shared/halves.server.ts';
import { chooseDictBehaviour } from './choose-dict.server.ts';

export const serverHalf: ServerHalf = { behaviours: [chooseDictBehaviour] };
