import type { ServerHalf } from '../../shared/halves.server.ts';
import { sweepApplicants } from './registration-apply.server.ts';

export const serverHalf: ServerHalf = { jobs: [sweepApplicants] };
