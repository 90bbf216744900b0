import type { ServerHalf } from '../../shared/halves.server.ts';
import { removeOldLogsJob } from './logs.server.ts';

export const serverHalf: ServerHalf = { jobs: [removeOldLogsJob] };
