import type { ServerHalf } from '../../shared/halves.server.ts';
import { forgetApplicantsJob } from './registration-apply.server.ts';

export const serverHalf: ServerHalf = { jobs: [forgetApplicantsJob] };
