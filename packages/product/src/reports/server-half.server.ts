import type { ServerHalf } from '../shared/halves.server.ts';
import { mailingEndpoints } from './mailing.endpoints.server.ts';
import { reportMailingBehaviour } from './mailing.server.ts';
import { reportBehaviour, savedReportEndpoints } from './report.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [reportBehaviour, reportMailingBehaviour],
  endpoints: [...savedReportEndpoints, ...mailingEndpoints],
};
