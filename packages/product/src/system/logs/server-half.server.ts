import type { ServerHalf } from '../../shared/halves.server.ts';
import { sweepLogs } from './logs.server.ts';

export const serverHalf: ServerHalf = { jobs: [sweepLogs] };
