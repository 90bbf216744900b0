import type { Label } from '../label.ts';
import type { RepeatRule } from './diagram.ts';
import type { UserNode } from './graph.ts';
import type { StepVisit } from './state.ts';
import { isApprovedBy, precedingVisits, visitsLedTo } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';

/** Returns the visits that led to the given ones, skipping services and steps without tasks. */
export const decidedVisitsBefore = (
  state: WorkingState,
  previous: readonly string[],
): readonly StepVisit[] =>
  visitsLedTo(
    state,
    previous,
    (visit) =>
      state.nodeOf(visit).type === 'service' || (visit.status === 'SKIP' && visit.verdict === null),
  );

/**
 * Returns why a step may be skipped whose only person has already approved on the path to it;
 * undefined if it may not. Only valid approvals count, and none of sibling branches, so that the
 * order in which branches finish makes no difference. The rule of the step has priority over that of
 * the tenant.
 */
export const alreadyApproved = (
  state: WorkingState,
  step: UserNode,
  previous: readonly string[],
  user: string,
): Label | undefined => {
  const approvedIn = (visit: StepVisit): boolean => isApprovedBy(state, visit, user);
  const rules: Readonly<Record<RepeatRule, () => Label | undefined>> = {
    none: () => undefined,
    consecutive: () => {
      const before = decidedVisitsBefore(state, previous);
      return before.length > 0 && before.every(approvedIn)
        ? [
            '与上一环节办理人相同，自动通过',
            'Same person as in the previous step: passed automatically',
          ]
        : undefined;
    },
    any: () =>
      precedingVisits(state, previous).some(approvedIn)
        ? [
            '办理人已在前面环节审批，自动通过',
            'The person approved an earlier step: passed automatically',
          ]
        : undefined,
  };
  return rules[step.skipSame ?? state.input.settings.skipSame]();
};
