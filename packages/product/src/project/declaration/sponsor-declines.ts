import { everyone } from '@keyan/kernel/access/scope.ts';
import { notFundedState } from './declare-states.ts';

/** Action that registers a sponsor’s rejection; ends the declaration and frees its quota. */
export const sponsorDeclines = {
  decline: {
    label: ['未获资助', 'Not funded'],
    from: ['50'],
    to: notFundedState,
    by: everyone(),
    at: 'selection',
    ask: [
      '所选申报未列入上级批准清单，不再占用限项，确定标为未获资助？',
      'These applications are not on the sponsor’s approval list and no longer count towards limits. Mark them as not funded?',
    ],
    done: ['已标为未获资助', 'Marked as not funded'],
  },
  reconsider: {
    label: ['恢复拟立项', 'Restore to proposed'],
    from: [notFundedState],
    to: '50',
    by: everyone(),
    ask: ['恢复为拟立项？', 'Restore to “proposed for approval”?'],
  },
} as const;
