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

/** How many of the outermost forks and branches two places have in common. */
export const commonPrefix = (a: readonly TakenBranch[], b: readonly TakenBranch[]): number => {
  const at = a.findIndex(([fork, flow], i) => b[i]?.[0] !== fork || b[i]?.[1] !== flow);
  return at < 0 ? a.length : at;
};

/** Do two nodes lie in different branches of one fork? */
export const areInSiblingBranches = (a: NodeInForks, b: NodeInForks): boolean => {
  const k = commonPrefix(a.path, b.path);
  return a.path[k] !== undefined && a.path[k]?.[0] === b.path[k]?.[0];
};

/** The step that `to` names, seen from a visit. */
const targetOf = (state: WorkingState, visit: StepVisit, to: string): UserNode => {
  const { graph } = state.input;
  if (to === 'applicant') return userNode(graph, graph.apply) as UserNode;
  if (to === 'prev') {
    // Nobody can act on a wait, a service or a step that was skipped, and what was gone back over is
    // not before this step any more: look further back.
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
 * Does the way that led to a visit go through the step? Where the drawing leads back, a step of the
 * round before lies ahead again: to “return” to it would leave out the steps between.
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

/** Steps that led to a step the last time still count as the steps before it. */
export const visitThatLedTo = (state: WorkingState, target: UserNode, except: StepVisit) =>
  state.visits.findLast((other) => other.node === target.id && other.id !== except.id)?.previous;

/**
 * Moves the token of a closed visit to another step: what is live in the
 * forks that it leaves is cancelled; forks that it enters are opened for this branch alone.
 * @param previous the visits that count as those before the target
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

/** Tells the applicant that the record was returned, and why. */
export const notifyReturned = (state: WorkingState, from: StepVisit, comment: string): void => {
  const returned = state.visits.some(
    (visit) => visit.status === 'ACTIVE' && visit.node === state.input.graph.apply,
  );
  if (returned) state.notify('returned', [state.instance.applicant], { visit: from, comment });
};

/** Sends a record back from an assignee's task. */
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

/** How a return is written into the history. */
type ReturnLine = Parameters<WorkingState['log']>[1] & { readonly comment?: string };

const nowhereElse: Label = [
  '流程所定的退回环节此时无法退回，改为退回申请人',
  'The step set for returns is not available now: returned to the applicant instead',
];

/** May the record go back from a visit to the step that `to` names? */
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
 * Sends the record back because votes or a matter decided so, not one person. Such a decision always
 * leads somewhere: to the applicant where the named step is not possible, and the log says so.
 */
export const sendBackByOutcome = (
  state: WorkingState,
  visit: StepVisit,
  to: string,
  line: ReturnLine,
): void => {
  const named = isPossible(state, visit, to);
  const target = targetOf(state, visit, named ? to : 'applicant');
  const told = named ? line : { ...line, reason: nowhereElse };
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
  // A direct return voids only the two visits; those between them stay valid.
  if (direct) for (const node of [target.id, from.id]) voidStep(state, node);
  else voidApprovalsFrom(state, target.id);
  moveToken(state, closed, target, visitThatLedTo(state, target, closed) ?? []);
  notifyReturned(state, closed, comment);
  if (state.running) state.notifyLosers('cancelled', { visit: closed, comment });
};
