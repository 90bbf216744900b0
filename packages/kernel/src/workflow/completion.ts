import type { VotePolicy } from '../definition/life/process.ts';
import type { Label } from '../label.ts';
import { holdingOf } from './absence.ts';
import { notifyReturned, sendBackByOutcome } from './back.ts';
import { checkChoice, nextStepChoice } from './choice.ts';
import type { Variable } from './expression.ts';
import type { UserNode } from './graph.ts';
import { judgeCondition } from './judging/judge.ts';
import { isJudgedValueChanged, rewalkRoute } from './judging/rejudge.ts';
import { leaveStep } from './routing.ts';
import { copyByRoute } from './services/copies.ts';
import { usersOf } from './staffing.ts';
import type { StepVisit, Task, Verdict } from './state.ts';
import { votesIn } from './state.ts';
import { decisionBasisOf } from './valid-approvals.ts';
import { readsPass } from './verdict.ts';
import { judgeVotes, unanimous } from './votes.ts';
import type { WorkingState } from './working-state.ts';

/** Returns the variables for completion conditions, besides those of the process. */
const counts = (visit: StepVisit): [string, Variable][] => [
  ['nrOfInstances', visit.total],
  ['nrOfCompletedInstances', visit.done],
  ['nrOfActiveInstances', visit.people.length > 0 ? 1 : visit.total - votesIn(visit)],
];

const completes = (state: WorkingState, visit: StepVisit, step: UserNode): boolean =>
  step.multi?.completion != null &&
  judgeCondition(step, step.multi.completion, new Map([...state.present, ...counts(visit)]));

export const completionPolicyOf = ({ multi }: UserNode): VotePolicy => multi ?? unanimous;

/** Returns the result of the votes of a visit; null while undecided. */
export const voteResult = (state: WorkingState, visit: StepVisit): Verdict | null => {
  const step = state.stepOf(visit);
  return judgeVotes(completionPolicyOf(step), visit, () => completes(state, visit, step));
};

/** Counts a vote; if it decides the step, the token moves on or back. */
export const countVote = (
  state: WorkingState,
  voted: StepVisit,
  picked: readonly string[],
): void => {
  const visit = state.putVisit(voted);
  const step = state.stepOf(visit);
  const verdict = voteResult(state, visit);
  if (verdict === null) {
    askNext(state, visit, picked);
    return;
  }
  if (verdict === 'against') {
    carryOutRejection(state, visit, { actor: null, reason: voteFailedReason });
    return;
  }
  const basis = decisionBasisOf(state, step);
  const closed = state.closeVisit({ ...visit, verdict, basis }, 'DONE');
  state.report(step, 'approve');
  if (step.cc) copyByRoute(state, closed, usersOf(state, step, step.cc));
  const chosen = nextStepChoice(picked);
  if (isJudgedValueChanged(state, step)) rewalkRoute(state, closed, chosen);
  else leaveStep(state, closed, chosen);
  checkChoice(chosen);
};

const leftOutReason: Label = [
  '办理人账号已停用或为记录涉及的人员，不再征求其意见',
  'This account is disabled or the person is named in the record: no longer asked',
];

/**
 * Gives the task to the next person in turn. People who can no longer act are skipped: the votes of
 * the remaining people may already decide the step.
 */
const askNext = (state: WorkingState, visit: StepVisit, picked: readonly string[]): void => {
  const turn = votesIn(visit);
  const next = visit.people[turn];
  if (next === undefined) return;
  if (state.input.directory.isActive(next) && !state.concerns(next)) {
    const { assignee, owner } = holdingOf(state, next, state.wordsOn(visit));
    state.issue(visit, assignee, [], [assignee], owner);
    return;
  }
  const people = visit.people.toSpliced(turn, 1);
  const fewer = { ...visit, people, total: people.length };
  state.log('reassign', { visit: fewer, actor: null, reason: leftOutReason, target: next });
  countVote(state, fewer, picked);
};

/** Counts an agreement; if it suffices, the token moves on. */
export const countAgreement = (
  state: WorkingState,
  task: Task,
  picked: readonly string[],
): void => {
  const visit = state.visit(task.visit);
  countVote(state, { ...visit, done: visit.done + 1 }, picked);
};

const voteFailedReason: Label = ['表决未通过', 'The vote did not pass'];

/** Moves the token on with the verdict “against” along the diagram. */
export const continueAsRejected = (
  state: WorkingState,
  closed: StepVisit,
  comment: string,
): void => {
  state.report(state.nodeOf(closed), 'back');
  leaveStep(state, closed, nextStepChoice());
  notifyReturned(state, closed, comment);
  if (state.running) state.notifyLosers('cancelled', { visit: closed, comment });
};

/** Ends the process as refused. */
export const endAsRefused = (state: WorkingState, closed: StepVisit, comment: string): void => {
  state.report(state.nodeOf(closed), 'refuse');
  state.notify('refused', [state.instance.applicant], { visit: closed, comment });
  state.endInstance('REFUSED');
};

/**
 * Carries out “against” decided by votes or a matter: along the diagram if a gateway reads `pass`,
 * otherwise as the node's `onAgainst` says.
 * @param line data of a return in the history
 */
export const carryOutRejection = (
  state: WorkingState,
  visit: StepVisit,
  line: Parameters<typeof sendBackByOutcome>[3],
): void => {
  const { id, ...node } = state.nodeOf(visit);
  // A service has no `onAgainst`.
  const to = (node.type === 'service' ? undefined : node.onAgainst) ?? 'applicant';
  const follows = readsPass(state.input.graph, id);
  if (!follows && to !== 'refuse') {
    sendBackByOutcome(state, visit, to, line);
    return;
  }
  const closed = state.closeVisit({ ...visit, verdict: 'against' }, 'DONE');
  const { comment = '' } = line;
  if (follows) continueAsRejected(state, closed, comment);
  else endAsRefused(state, closed, comment);
};
