import type { ServerHalf } from '../shared/halves.server.ts';
import { mailingEndpoints } from './mailing.endpoints.server.ts';
import { reportMailingBehaviour } from './mailing.server.ts';
import { savedReportEndpoints } from './report.endpoints.server.ts';
import { reportBehaviour } from './report.server.ts';
import { supplyShippedReports } from './shipped.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [reportBehaviour, reportMailingBehaviour],
  jobs: [supplyShippedReports],
  endpoints: [...savedReportEndpoints, ...mailingEndpoints],
};
