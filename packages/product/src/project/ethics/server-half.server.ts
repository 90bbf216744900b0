import type { ServerHalf } from '../../shared/halves.server.ts';
import { ethicsReviewBehaviour } from './ethics-review.server.ts';

export const serverHalf: ServerHalf = { behaviours: [ethicsReviewBehaviour] };
