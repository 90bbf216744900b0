import type { Label } from '../../label.ts';
import { sendBackByOutcome } from '../back.ts';
import { nextStepChoice } from '../choice.ts';
import { endAsRefused } from '../completion.ts';
import type { Overdue } from '../diagram.ts';
import type { UserNode } from '../graph.ts';
import { isApplicants, visitedNode } from '../graph.ts';
import { parsePeriod, periodEnd } from '../period.ts';
import { handOverTasks } from '../reassign.ts';
import { leaveStep } from '../routing.ts';
import type { StepVisit } from '../state.ts';
import { decisionBasisOf } from '../valid-approvals.ts';
import type { WorkingState } from '../working-state.ts';
import { refusal } from '../working-state.ts';

const reasons: Readonly<Record<Overdue, Label>> = {
  agree: ['超时未办理，自动同意', 'Overdue: approved automatically'],
  refuse: ['超时未办理，自动不通过', 'Overdue: rejected automatically'],
  return: ['超时未办理，自动退回申请人', 'Overdue: returned to the applicant automatically'],
  handOver: ['超时未办理，转由他人办理', 'Overdue: reassigned automatically'],
};

/** Functions that perform a step's action at its deadline. */
const timeoutActions: Readonly<
  Record<Overdue, (state: WorkingState, visit: StepVisit, step: UserNode) => void>
> = {
  agree: (state, visit, step) => {
    // The step counts as decided without a person, so it is asked again after a return.
    const basis = decisionBasisOf(state, step);
    const closed = state.closeVisit({ ...visit, verdict: 'agree', basis }, 'DONE');
    state.log('elapse', { visit: closed, actor: null, reason: reasons.agree });
    state.report(step, 'approve');
    leaveStep(state, closed, nextStepChoice());
    if (state.running) state.notifyLosers('lapsed', { visit: closed });
  },
  refuse: (state, visit) => {
    const closed = state.closeVisit({ ...visit, verdict: 'against' }, 'DONE');
    state.log('elapse', { visit: closed, actor: null, reason: reasons.refuse });
    endAsRefused(state, closed, '');
  },
  return: (state, visit) =>
    sendBackByOutcome(state, visit, 'applicant', { actor: null, reason: reasons.return }),
  handOver: (state, visit, { handTo = [] }) => {
    const timeless = state.putVisit({ ...visit, due: null });
    handOverTasks(state, timeless, handTo, { actor: null, reason: reasons.handOver });
  },
};

/**
 * Performs the step's action at its deadline.
 * @throws Refused for a step without such an action.
 */
export const handleDeadline = (state: WorkingState, visit: StepVisit, step: UserNode): void => {
  if (step.overdue === undefined || isApplicants(step)) {
    throw refusal(['该环节到期后不自动处理', 'This step has no automatic action at its deadline']);
  }
  timeoutActions[step.overdue](state, visit, step);
};

const calendarChangedReason: Label = [
  '工作日历有变动，期限重新计算',
  'The working calendar has changed: deadlines were recalculated',
];

/**
 * Recomputes the deadlines of open waits and steps with the current calendar. Time of suspension
 * does not count.
 * @throws Refused if nothing changes.
 */
export const rescheduleDeadlines = (state: WorkingState): void => {
  const { calendar = new Map() } = state.input;
  let changed = 0;
  for (const visit of state.visits) {
    const node = visitedNode(state.graph, visit.node);
    if (visit.status !== 'ACTIVE' || visit.due === null || node?.type === 'service') continue;
    const text = node?.type === 'wait' ? node.period : node?.due;
    const period = text === undefined ? undefined : parsePeriod(text);
    if (!period) continue;
    const end = periodEnd(visit.entered, period, calendar);
    const due = new Date(end.getTime() + visit.paused);
    if (due.getTime() === visit.due.getTime()) continue;
    const moved = state.putVisit({ ...visit, due });
    state.log('reschedule', { visit: moved, actor: null, reason: calendarChangedReason });
    changed += 1;
  }
  if (changed === 0) throw refusal(['期限没有变化', 'No deadline has changed']);
};
