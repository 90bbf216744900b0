import { alikeBehaviour } from './alike.server.ts';
import type { ServerHalf } from './halves.server.ts';

export const serverHalf: ServerHalf = { mixins: [alikeBehaviour] };
