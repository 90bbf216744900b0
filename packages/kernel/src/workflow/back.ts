import type { Draft } from './draft.ts';
import { refusal } from './draft.ts';
import type { Branch, UserNode } from './graph.ts';
import { isApplicants, title, upstream, userNode } from './graph.ts';
import type { Choice } from './move.ts';
import { choice, enter, wordsBefore } from './move.ts';
import { forget, goBackOver } from './standing.ts';
import type { Act, Scope, Task } from './state.ts';

/** How many of the outermost forks and branches two places have in common. */
const commonPrefix = (a: readonly Branch[], b: readonly Branch[]): number => {
  const at = a.findIndex(([fork, flow], i) => b[i]?.[0] !== fork || b[i]?.[1] !== flow);
  return at < 0 ? a.length : at;
};

/** The step that `to` names, seen from an act. */
const targetOf = (draft: Draft, act: Act, to: string): UserNode => {
  const { graph } = draft.world;
  if (to === 'applicant') return userNode(graph, graph.apply) as UserNode;
  if (to === 'prev') {
    const before = new Map(
      wordsBefore(draft, act.previous).map((other) => [other.node, draft.stepOf(other)]),
    );
    const [step, ...more] = before.values();
    if (!step) throw refusal(['没有可退回的上一步', 'There is no step before this one']);
    if (more.length > 0) {
      throw refusal(
        [
          '上一环节是并行环节【{names}】，请选择要退回的节点',
          'The steps before are parallel (“{names}”): choose the one to send back to',
        ],
        { names: [step, ...more].map(title).join('、') },
      );
    }
    return step;
  }
  const step = userNode(graph, to);
  if (!step) throw refusal(['退回的目标节点不存在', 'There is no such step to send back to']);
  return step;
};

const checkTarget = (draft: Draft, from: UserNode, target: UserNode): void => {
  if (target.id === from.id) {
    throw refusal(['不能退回到当前节点', 'A step cannot be sent back to itself']);
  }
  const visited = draft.acts.some(
    (act) => act.node === target.id && (act.status === 'DONE' || act.status === 'BACK'),
  );
  if (!visited) {
    throw refusal(['目标节点尚未处理过，不能退回', 'That step has not been dealt with yet']);
  }
  if (!upstream(draft.world.graph, from.id).has(target.id)) {
    throw refusal([
      '只能退回到当前节点之前的节点',
      'Only steps before this one can be gone back to',
    ]);
  }
  const k = commonPrefix(from.path, target.path);
  if (from.path[k] !== undefined && from.path[k]?.[0] === target.path[k]?.[0]) {
    throw refusal([
      '不能退回到其他并行分支的节点',
      'A step of another parallel branch cannot be gone back to',
    ]);
  }
};

/** What the other branches of a fork said when it was last joined. */
const lastArrivals = (draft: Draft, fork: string): readonly string[] =>
  draft.scopes.findLast((scope) => scope.fork === fork && scope.status === 'DONE')?.arrivals ?? [];

/**
 * Moves the token of a closed act to an earlier step (workflow.md §5.2): what is live in the
 * forks that it leaves is cancelled; forks that it enters are opened for this branch alone.
 */
export const moveBack = (
  draft: Draft,
  act: Act,
  target: UserNode,
  picked: Choice = choice(),
): void => {
  const from = draft.stepOf(act);
  const k = commonPrefix(from.path, target.path);
  const chain = draft.chain(act.scope);
  const left: Scope | undefined = chain[k];
  let scope = k === 0 ? null : (chain[k - 1] as Scope).id;
  if (left) draft.cancelScope(left.id);
  for (const [fork] of target.path.slice(k)) {
    scope = draft.putScope({
      id: draft.world.nextId(),
      fork,
      parent: scope,
      expected: 1,
      arrived: 0,
      arrivals: lastArrivals(draft, fork).filter((id) => !draft.act(id).void),
      status: 'OPEN',
    }).id;
  }
  // What led to the step the first time still counts as the step before it.
  const visit = draft.acts.findLast((other) => other.node === target.id && other.id !== act.id);
  enter(draft, target, scope, visit?.previous ?? [], 'back', picked);
};

/** The applicant learns that the record lies with him again, and why. */
export const tellReturned = (draft: Draft, from: Act, comment: string): void => {
  const returned = draft.acts.some(
    (act) => act.status === 'ACTIVE' && act.node === draft.world.graph.apply,
  );
  if (returned) draft.notify('returned', [draft.instance.applicant], { act: from, comment });
};

/** Sends a record back from a handler's task. */
export const sendBack = (
  draft: Draft,
  task: Task,
  to: string,
  comment: string,
  direct: boolean,
): void => {
  const act = draft.act(task.act);
  const from = draft.stepOf(act);
  if (isApplicants(from)) {
    throw refusal(['申请环节不能退回', 'The applicant’s step cannot be sent back']);
  }
  if (comment.trim() === '') throw refusal(['请填写退回意见', 'Please say why it is sent back']);
  const target = targetOf(draft, act, to);
  checkTarget(draft, from, target);
  const ended = draft.finishTask(task, 'BACK', comment);
  const closed = draft.closeAct({ ...act, verdict: 'against' }, 'BACK');
  const toApplicant = target.id === draft.world.graph.apply;
  draft.log(toApplicant ? 'backApplicant' : 'back', {
    act: closed,
    task: ended,
    comment,
    target: target.id,
  });
  draft.report(from, 'back');
  // A direct return takes only the two words back: what was said between them stands.
  if (direct) for (const node of [target.id, from.id]) forget(draft, node);
  else goBackOver(draft, target.id);
  moveBack(draft, closed, target);
  tellReturned(draft, closed, comment);
  draft.tellLosers('cancelled', { act: closed, comment });
};
