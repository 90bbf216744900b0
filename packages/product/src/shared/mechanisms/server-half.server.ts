import type { ServerHalf } from '../halves.server.ts';
import { alikeBehaviour } from './alike.server.ts';

export const serverHalf: ServerHalf = { mixins: [alikeBehaviour] };
