import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { claimStatus, claims } from './dictionaries.ts';

/** How far a record or a claim has come. */
export const ClaimStatusOf = stateTag(claimStatus, {
  [claims.open]: { tone: 'neutral', glyph: 'draft' },
  [claims.inReview]: { tone: 'info', glyph: 'inApproval' },
  [claims.claimed]: { tone: 'success', glyph: 'approved' },
  [claims.ignored]: { tone: 'neutral', glyph: 'void' },
  [claims.disputed]: { tone: 'warning', glyph: 'warning' },
});
