import { Refused } from '../errors.ts';
import type { Label } from '../label.ts';
import { areInSiblingBranches, moveToken, notifyReturned, visitThatLedTo } from './back.ts';
import type { CommandOf } from './command.ts';
import { reachableNodes } from './flows.ts';
import { flowsChosen, variablesAt } from './gateways.ts';
import type { Graph, UserNode, VisitedNode } from './graph.ts';
import {
  isApplicants,
  nodeById,
  nodeTitle,
  userNode,
  visitedNode,
  visitNodesBefore,
} from './graph.ts';
import { findPeople } from './staffing.ts';
import type { StepVisit } from './state.ts';
import { validApprovalOf, voidApprovalsFrom } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

const leftOut: Label = ['管理员跳转，未经审批', 'Moved on by an administrator without approval'];

/**
 * Returns the target step of a jump.
 * @throws Refused for an end, a node without people, the current step, and a step of another
 * parallel branch.
 */
const targetOf = (graph: Graph, from: VisitedNode, to: string): UserNode => {
  if (nodeById(graph, to)?.type === 'end') {
    throw refusal(['不能跳转到结束', 'A process cannot be moved to its end']);
  }
  const target = userNode(graph, to);
  if (!target) throw refusal(['跳转的目标节点不存在', 'There is no such step to move to']);
  if (target.id === from.id) {
    throw refusal(['不能跳转到当前节点', 'The process is already at that step']);
  }
  if (areInSiblingBranches(from, target)) {
    throw refusal(['目标节点在其他并行分支', 'That step is in another parallel branch']);
  }
  return target;
};

/**
 * Returns the flows that the token would take here; all of them if a condition cannot be evaluated.
 */
const flowsFrom = (state: WorkingState, at: string, from: StepVisit): readonly string[] => {
  const { graph } = state.input;
  const here = graph.nodes[at];
  if (here?.type !== 'exclusive' && here?.type !== 'fork') return here?.out ?? [];
  try {
    return flowsChosen(graph, here, variablesAt(state, [from.id]));
  } catch {
    // A condition without a value may be the reason for the jump and must not prevent it.
    return here.out;
  }
};

/** Returns the steps and waits between the token and the target. */
const between = (
  state: WorkingState,
  from: StepVisit,
  target: UserNode,
): readonly VisitedNode[] => {
  const { graph } = state.input;
  const before = visitNodesBefore(graph, target.id);
  const next = (at: string) => flowsFrom(state, at, from).map((id) => graph.flows[id]?.to ?? '');
  const met = reachableNodes(next(from.node), (at) => (at === target.id ? [] : next(at)));
  return [...met].flatMap((id) => {
    const step = visitedNode(graph, id);
    if (!step || id === from.node || !before.has(id)) return [];
    // Steps with a valid approval do not count as skipped.
    return step.type === 'user' && validApprovalOf(state, step) ? [] : [step];
  });
};

const notOver: Label = [
  '跳转会越过其他人员的环节【{names}】，须由流程管理员操作',
  'This would skip “{names}”, where others decide; only a process administrator may do that',
];

/** Returns skipped steps that would not ask the actor, and skipped waits. */
const othersOf = (state: WorkingState, passed: readonly VisitedNode[]): readonly VisitedNode[] =>
  passed.filter((step) => {
    if (step.type === 'service') return false;
    if (step.type === 'wait') return true;
    return !isApplicants(step) && !askedAt(state, step).includes(state.input.actor.id);
  });

/** Returns the people to whom a step would currently assign tasks; empty if a value is missing. */
const askedAt = (state: WorkingState, step: UserNode): readonly string[] => {
  try {
    return findPeople(state, step)?.users ?? [];
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** Notifies the applicant and the people of skipped steps. */
const tellLeftOut = (
  state: WorkingState,
  from: VisitedNode,
  passed: readonly VisitedNode[],
  comment: string,
): void => {
  for (const node of passed) {
    // People at the step that the token leaves are notified of their cancelled task instead.
    const asked = node.type === 'user' && node.id !== from.id ? askedAt(state, node) : [];
    state.notify('leftOut', [state.instance.applicant, ...asked], { node, comment });
  }
};

/**
 * Moves a token to another step for a manager, with a reason. Backward: a return without a task;
 * results after the target become void. Forward: the steps in between are skipped; the history
 * names them, and they do not count as approved. The applicant and the people of skipped steps are
 * notified.
 * @throws Refused for the applicant's first step, since a returned record must be submitted again;
 * and for skipping steps of others, if the actor manages the kinds of one office only.
 */
export const jumpToStep = (
  state: WorkingState,
  { visit: id, to, comment }: CommandOf<'jump'>,
): void => {
  const { graph } = state.input;
  const visit = state.visits.find((item) => item.id === id);
  if (visit?.status !== 'ACTIVE') {
    throw refusal([
      '该环节已处理，请刷新后重试',
      'This step is already done; refresh and try again',
    ]);
  }
  if (visit.node === graph.apply) {
    throw refusal([
      '记录在申请人处，不能跳转',
      'The record is with its applicant and cannot be moved on',
    ]);
  }
  if (comment.trim() === '') throw refusal(['请填写原因', 'Enter the reason']);
  const from = state.nodeOf(visit);
  const target = targetOf(graph, from, to);
  const isBack = visitNodesBefore(graph, from.id).has(target.id);
  const closed = state.closeVisit(visit, isBack ? 'BACK' : 'SKIP');
  state.log('jump', { visit: closed, comment, target: target.id });
  const passed = isBack ? [] : between(state, closed, target);
  const skipped = [...(isBack || from.type === 'service' ? [] : [from]), ...passed];
  const others = othersOf(state, skipped);
  if (others.length > 0 && state.input.actor.manages !== 'all') {
    throw refusal(notOver, { names: others.map(nodeTitle).join('、') });
  }
  for (const step of passed) state.log('jumped', { node: step, reason: leftOut });
  if (isBack && from.type === 'user') state.report(from, 'back');
  const previous = (isBack ? visitThatLedTo(state, target, closed) : undefined) ?? [closed.id];
  voidApprovalsFrom(state, target.id);
  moveToken(state, closed, target, previous);
  notifyReturned(state, closed, comment);
  tellLeftOut(state, from, others, comment);
  if (state.running) state.notifyLosers('cancelled', { visit: closed, comment });
};
