import type { ServerHalf } from '../shared/halves.server.ts';
import { fundingRefundBehaviour } from './refund.server.ts';

export const serverHalf: ServerHalf = { behaviours: [fundingRefundBehaviour] };
