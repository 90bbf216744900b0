import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { claimCodes, claimStatus } from './dictionaries.ts';

/** Renders the status of a record or a claim. */
export const ClaimStatusOf = stateTag(claimStatus, {
  [claimCodes.open]: { tone: 'neutral', glyph: 'draft' },
  [claimCodes.inReview]: { tone: 'info', glyph: 'inApproval' },
  [claimCodes.claimed]: { tone: 'success', glyph: 'approved' },
  [claimCodes.ignored]: { tone: 'neutral', glyph: 'void' },
  [claimCodes.disputed]: { tone: 'warning', glyph: 'warning' },
});
