import { defineMatter, type RouteMatter } from '@keyan/engine/workflow/runtime/matters.ts';
import { reviewWait } from '../review/waiting.server.ts';

/**
 * Experts judge a declaration or a conclusion. The office arranges it; a score counts when enough experts
 * have judged.
 */
const review = defineMatter('review', {
  label: ['专家评审', 'Expert review'],
  facts: {
    score: { is: 'number', nullable: true },
    rank: { is: 'number', nullable: true },
    agreeRate: { is: 'number', nullable: true },
  },
  // The review tells its arrangers itself, without those whom the record names.
  responsible: [],
  ...reviewWait,
});

/** Events that routes may wait for, beside the passing of time. */
export const routeMatters: readonly RouteMatter[] = [review];
