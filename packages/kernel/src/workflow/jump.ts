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

/** The step that a jump names. @throws Refused where nobody can be asked there. */
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

/** The flows that the token would take here; all of them where a condition cannot be judged. */
const flowsFrom = (state: WorkingState, at: string, from: StepVisit): readonly string[] => {
  const { graph } = state.input;
  const here = graph.nodes[at];
  if (here?.type !== 'exclusive' && here?.type !== 'fork') return here?.out ?? [];
  try {
    return flowsChosen(graph, here, variablesAt(state, [from.id]));
  } catch {
    // A condition without a value is one of the reasons for a jump: it must not stop it.
    return here.out;
  }
};

/** The steps and waits that the token would have come to on its way to the target. */
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
    // An approval that is still valid is not left out.
    return step.type === 'user' && validApprovalOf(state, step) ? [] : [step];
  });
};

const notOver: Label = [
  '跳转会越过其他人员的环节【{names}】，须由流程管理员操作',
  'This would skip “{names}”, where others decide; only a process administrator may do that',
];

/** Steps that a jump leaves out and that are not the actor's own. */
const othersOf = (state: WorkingState, passed: readonly VisitedNode[]): readonly VisitedNode[] =>
  passed.filter((step) => {
    if (step.type === 'service') return false;
    if (step.type === 'wait') return true;
    return !isApplicants(step) && !askedAt(state, step).includes(state.input.actor.id);
  });

/** People whom a step would ask now; nobody where a value is missing. */
const askedAt = (state: WorkingState, step: UserNode): readonly string[] => {
  try {
    return findPeople(state, step)?.users ?? [];
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
};

/** Tells the applicant and those who were left out that nobody asked them. */
const tellLeftOut = (
  state: WorkingState,
  from: VisitedNode,
  passed: readonly VisitedNode[],
  comment: string,
): void => {
  for (const node of passed) {
    // People at the step that the token leaves learn that their task is cancelled.
    const asked = node.type === 'user' && node.id !== from.id ? askedAt(state, node) : [];
    state.notify('leftOut', [state.instance.applicant, ...asked], { node, comment });
  }
};

/**
 * Moves a token to another step, by a manager and with a reason. Back, it is a return that
 * needs nobody's task: what followed from the step counts no more. Ahead, the steps between
 * are left out: history names them, and nobody counts as having approved them.
 * The applicant and those who were left out are told.
 * @throws Refused for the applicant's first step: what is returned is submitted, not moved; and over
 *   steps of others, where the actor manages the kinds of one office only.
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
