import { moveBack } from './back.ts';
import type { Draft } from './draft.ts';
import { refusal } from './draft.ts';
import { isApplicants } from './graph.ts';
import { choice, enter } from './move.ts';
import { goBackOver } from './standing.ts';
import type { Act, Task } from './state.ts';

const tooLate = () =>
  refusal([
    '下一环节已处理，不能取回',
    'The next step has been dealt with; it cannot be taken back',
  ]);

/**
 * What an act led to: the steps behind it, and those between that were passed over. Acts stand in
 * the order in which they were entered, so that each is looked at once: where branches join again
 * and again, the ways ahead double with every join.
 */
const ledTo = (draft: Draft, act: Act): { readonly next: Act[]; readonly passed: Act[] } => {
  const through = new Set([act.id]);
  const next: Act[] = [];
  const passed: Act[] = [];
  for (const other of draft.acts) {
    if (!other.previous.some((id) => through.has(id))) continue;
    if (other.status === 'SKIP') {
      through.add(other.id);
      passed.push(other);
    } else next.push(other);
  }
  return { next, passed };
};

/** Nobody has done anything with it yet, nor taken it from the pool. */
const untouched = (draft: Draft, act: Act): boolean =>
  act.status === 'ACTIVE' &&
  draft.tasksOf(act).every((task) => task.status === 'TODO' && task.claimed === null);

/** Gives one person of a step that is still open his item again. */
const reissue = (draft: Draft, act: Act, task: Task): void => {
  const step = draft.stepOf(act);
  if (step.multi?.sequential) {
    const last = draft.tasksOf(act).findLast((other) => other.status === 'DONE')?.id === task.id;
    const waiting = draft.tasksOf(act).filter((other) => other.status === 'TODO');
    if (!last || waiting.some((other) => other.claimed !== null)) throw tooLate();
    for (const other of waiting) {
      draft.putTask({ ...other, status: 'CANCEL', finished: draft.world.now });
    }
  }
  const reopened = draft.putAct({ ...act, done: act.done - 1 });
  draft.issue(reopened, draft.world.handler.id, [], []);
};

/**
 * Takes back the handler's own approval, as long as everything that it set in motion is
 * untouched: what it led to is cancelled and the step is opened again.
 */
export const withdraw = (draft: Draft, task: Task): void => {
  const act = draft.act(task.act);
  const { id } = draft.world.handler;
  if (task.actor !== id || task.status !== 'DONE' || isApplicants(draft.stepOf(act))) {
    throw refusal([
      '只能取回您自己办理的任务',
      'Only what you dealt with yourself can be taken back',
    ]);
  }
  const again = draft
    .tasksOf(act)
    .some((other) => other.status === 'TODO' && other.assignee === id);
  if (act.status === 'ACTIVE' && !again) {
    draft.log('withdraw', { act, task });
    reissue(draft, act, task);
    return;
  }
  const { next, passed } = ledTo(draft, act);
  if (act.status !== 'DONE' || !next.every((other) => untouched(draft, other))) throw tooLate();
  const undone = draft.putAct({ ...act, status: 'BACK' });
  draft.log('withdraw', { act: undone, task });
  // Steps passed over on the way are undone with it, so that they are judged afresh.
  for (const other of passed) draft.putAct({ ...other, status: 'BACK' });
  for (const other of next) draft.closeAct(other, 'CANCEL');
  goBackOver(draft, act.node);
  const [first] = next;
  if (first) {
    moveBack(draft, draft.act(first.id), draft.stepOf(act), choice([id]));
    draft.tellLosers('takenBack', { act: undone });
    return;
  }
  // Nothing was entered: the token waits at a join of its own fork, which gives it back.
  const scope = act.scope === null ? undefined : draft.scope(act.scope);
  if (scope?.status !== 'OPEN' || scope.arrived === 0) throw tooLate();
  const gone = new Set([act, ...passed].map((other) => other.id));
  const arrivals = scope.arrivals.filter((other) => !gone.has(other));
  draft.putScope({ ...scope, arrived: scope.arrived - 1, arrivals });
  enter(draft, draft.stepOf(act), scope.id, act.previous, 'back', choice([id]));
};
