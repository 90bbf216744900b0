import type { ServerHalf } from '../../shared/halves.server.ts';
import { noticeCalls } from './dashboard.endpoints.server.ts';
import { noticeBehaviour } from './notice.server.ts';

export const serverHalf: ServerHalf = { behaviours: [noticeBehaviour], endpoints: noticeCalls };
