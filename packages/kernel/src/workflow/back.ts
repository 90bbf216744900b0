import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import { nextStepChoice } from './choice.ts';
import type { NodeInForks, TakenBranch, UserNode } from './graph.ts';
import { isApplicants, nodeTitle, userNode, visitNodesBefore } from './graph.ts';
import { enterStep } from './routing.ts';
import type { Scope, StepVisit, Task } from './state.ts';
import { precedingVisits, visitsLedTo, voidApprovalsFrom, voidStep } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

/** Returns the number of outermost forks and branches that two places share. */
export const commonPrefix = (a: readonly TakenBranch[], b: readonly TakenBranch[]): number => {
  const at = a.findIndex(([fork, flow], i) => b[i]?.[0] !== fork || b[i]?.[1] !== flow);
  return at < 0 ? a.length : at;
};

/** True if two nodes are in different branches of one fork. */
export const areInSiblingBranches = (a: NodeInForks, b: NodeInForks): boolean => {
  const k = commonPrefix(a.path, b.path);
  return a.path[k] !== undefined && a.path[k]?.[0] === b.path[k]?.[0];
};

/** Returns the step that `to` names, relative to a visit. */
const targetOf = (state: WorkingState, visit: StepVisit, to: string): UserNode => {
  const { graph } = state.input;
  if (to === 'applicant') return userNode(graph, graph.apply) as UserNode;
  if (to === 'prev') {
    // Waits, services and skipped steps have no tasks, and steps voided by a return no longer
    // precede this step: earlier steps are searched.
    const asked = visitsLedTo(
      state,
      visit.previous,
      (other) =>
        other.void || other.total === 0 || (other.status === 'SKIP' && other.verdict === null),
    );
    const before = new Map(asked.map((other) => [other.node, state.stepOf(other)]));
    const [step, ...more] = before.values();
    if (!step) throw refusal(['没有可退回的上一步', 'There is no previous step']);
    if (more.length > 0) {
      throw refusal(
        [
          '上一环节是并行环节【{names}】，请选择要退回的节点',
          'The previous steps are parallel (“{names}”): choose which one to return to',
        ],
        { names: [step, ...more].map(nodeTitle).join('、') },
      );
    }
    return step;
  }
  const step = userNode(graph, to);
  if (!step) throw refusal(['退回的目标节点不存在', 'There is no such step to return to']);
  return step;
};

/**
 * True if the path to a visit includes the step. In a loop, a step of an earlier round is ahead
 * again: returning there would skip the steps between.
 */
const isOnTheWay = (state: WorkingState, { previous }: StepVisit, { id }: UserNode): boolean =>
  precedingVisits(state, previous).some((visit) => visit.node === id && !visit.void);

const checkTarget = (state: WorkingState, at: StepVisit, target: UserNode): void => {
  const from = state.nodeOf(at);
  if (target.id === from.id) {
    throw refusal(['不能退回到当前节点', 'A record cannot be returned to the step it is at']);
  }
  const visited = state.visits.some(
    (visit) => visit.node === target.id && (visit.status === 'DONE' || visit.status === 'BACK'),
  );
  if (!visited) {
    throw refusal([
      '目标节点尚未处理过，不能退回',
      'Nobody has acted at that step yet; the record cannot be returned to it',
    ]);
  }
  if (!visitNodesBefore(state.input.graph, from.id).has(target.id)) {
    throw refusal([
      '只能退回到当前节点之前的节点',
      'A record can only be returned to an earlier step',
    ]);
  }
  if (areInSiblingBranches(from, target)) {
    throw refusal([
      '不能退回到其他并行分支的节点',
      'A record cannot be returned to a step of another parallel branch',
    ]);
  }
  if (!isOnTheWay(state, at, target)) {
    throw refusal([
      '只能退回到当前节点之前的节点',
      'A record can only be returned to an earlier step',
    ]);
  }
};

/** Returns the ids of the visits that last led to a step, which still count as its predecessors. */
export const visitThatLedTo = (state: WorkingState, target: UserNode, except: StepVisit) =>
  state.visits.findLast((other) => other.node === target.id && other.id !== except.id)?.previous;

/**
 * Moves the token of a closed visit to another step: active visits in the forks that it leaves are
 * cancelled; forks that it enters are opened for this branch only.
 * @param previous visits that count as predecessors of the target
 */
export const moveToken = (
  state: WorkingState,
  visit: StepVisit,
  target: UserNode,
  previous: readonly string[],
): void => {
  const from = state.nodeOf(visit);
  const k = commonPrefix(from.path, target.path);
  const chain = state.chain(visit.scope);
  const left: Scope | undefined = chain[k];
  let scope = k === 0 ? null : (chain[k - 1] as Scope).id;
  if (left) state.cancelScope(left.id);
  for (const [fork] of target.path.slice(k)) {
    scope = state.putScope({
      id: state.input.nextId(),
      fork,
      parent: scope,
      expected: 1,
      arrivals: [],
      partial: true,
      status: 'OPEN',
    }).id;
  }
  enterStep(state, target, scope, previous, 'back', nextStepChoice());
};

/** Notifies the applicant of a return, with its reason. */
export const notifyReturned = (state: WorkingState, from: StepVisit, comment: string): void => {
  const returned = state.visits.some(
    (visit) => visit.status === 'ACTIVE' && visit.node === state.input.graph.apply,
  );
  if (returned) state.notify('returned', [state.instance.applicant], { visit: from, comment });
};

/** Returns a record from an assignee's task to an earlier step. */
export const sendBack = (
  state: WorkingState,
  task: Task,
  to: string,
  comment: string,
  direct: boolean,
): void => {
  const visit = state.visit(task.visit);
  const from = state.stepOf(visit);
  if (isApplicants(from)) {
    throw refusal(['申请环节不能退回', 'The applicant’s step cannot return the record']);
  }
  if (comment.trim() === '') throw refusal(['请填写退回意见', 'Enter the reason for returning it']);
  const target = targetOf(state, visit, to);
  checkTarget(state, visit, target);
  const ended = state.finishTask(task, 'BACK', comment);
  returnTo(state, visit, target, { task: ended, comment }, direct);
};

/** Data of a return for its history entry. */
type ReturnLine = Parameters<WorkingState['log']>[1] & { readonly comment?: string };

const noOtherStepText: Label = [
  '流程所定的退回环节此时无法退回，改为退回申请人',
  'The step set for returns is not available now: returned to the applicant instead',
];

/** True if the record may be returned from a visit to the step that `to` names. */
export const isPossible = (state: WorkingState, visit: StepVisit, to: string): boolean => {
  try {
    checkTarget(state, visit, targetOf(state, visit, to));
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
};

/**
 * Returns the record because of votes or a matter's outcome. If the named step is not possible, the
 * record goes to the applicant, and the history says so.
 */
export const sendBackByOutcome = (
  state: WorkingState,
  visit: StepVisit,
  to: string,
  line: ReturnLine,
): void => {
  const named = isPossible(state, visit, to);
  const target = targetOf(state, visit, named ? to : 'applicant');
  const told = named ? line : { ...line, reason: noOtherStepText };
  returnTo(state, visit, target, told, state.input.settings.resubmit === 'direct');
};

/** Closes the visit and moves its token back to the target. */
const returnTo = (
  state: WorkingState,
  visit: StepVisit,
  target: UserNode,
  line: ReturnLine,
  direct: boolean,
): void => {
  const from = state.nodeOf(visit);
  const { comment = '' } = line;
  const closed = state.closeVisit({ ...visit, verdict: 'against' }, 'BACK');
  const toApplicant = target.id === state.input.graph.apply;
  state.log(toApplicant ? 'backApplicant' : 'back', { ...line, visit: closed, target: target.id });
  state.report(from, 'back');
  // A direct return voids only its two visits; those between them remain valid.
  if (direct) for (const node of [target.id, from.id]) voidStep(state, node);
  else voidApprovalsFrom(state, target.id);
  moveToken(state, closed, target, visitThatLedTo(state, target, closed) ?? []);
  notifyReturned(state, closed, comment);
  if (state.running) state.notifyLosers('cancelled', { visit: closed, comment });
};
