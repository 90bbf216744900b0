import type { ServerHalf } from '../shared/halves.server.ts';
import { reviewObjectionBehaviour } from './again.server.ts';
import { listRecordsForArranging } from './arrange-waiting.server.ts';
import { arrangingEndpoints } from './arranging.endpoints.server.ts';
import { assignReview } from './assign-job.server.ts';
import { expertBehaviour, invitationBehaviour } from './external/external.server.ts';
import { handOverEndpoint } from './external/hand-over.endpoints.server.ts';
import { countExperts } from './figures.server.ts';
import { reviewMinutesBehaviour } from './meeting.server.ts';
import { reviewEndpoints } from './review.endpoints.server.ts';
import {
  reviewedBehaviour,
  reviewItemBehaviour,
  reviewSetBehaviour,
  reviewTaskBehaviour,
} from './review.server.ts';
import { standingEndpoints } from './standing.endpoints.server.ts';

export const serverHalf: ServerHalf = {
  mixins: [reviewedBehaviour],
  behaviours: [
    reviewSetBehaviour,
    reviewItemBehaviour,
    reviewTaskBehaviour,
    reviewObjectionBehaviour,
    reviewMinutesBehaviour,
    expertBehaviour,
    invitationBehaviour,
  ],
  jobs: [assignReview, listRecordsForArranging, countExperts],
  endpoints: [...reviewEndpoints, ...standingEndpoints, ...arrangingEndpoints, handOverEndpoint],
};
