import { defineMatter, type RouteMatter } from '@keyan/engine/workflow/runtime/matters.ts';
import { reviewWait } from '../review/waiting.server.ts';

/**
 * Route event “expert review finished”: fires when enough experts have judged a declaration or
 * conclusion.
 */
const review = defineMatter('review', {
  label: ['专家评审', 'Expert review'],
  facts: {
    score: { is: 'number', nullable: true },
    rank: { is: 'number', nullable: true },
    agreeRate: { is: 'number', nullable: true },
  },
  // Nobody is notified by the process: the review notifies its organisers itself.
  responsible: [],
  ...reviewWait,
});

/** Events that routes may wait for, besides timers. */
export const routeMatters: readonly RouteMatter[] = [review];
