import type { ServerHalf } from '../shared/halves.server.ts';
import { issueEndpoints } from './batch/issues.server.ts';
import { invoiceBehaviour, invoiceEndpoints } from './invoice.server.ts';

export const serverHalf: ServerHalf = {
  behaviours: [invoiceBehaviour],
  endpoints: [...invoiceEndpoints, ...issueEndpoints],
};
