import { moveBack } from './back.ts';
import { isApplicants } from './graph.ts';
import { choice, enter } from './routing.ts';
import type { StepVisit, Task } from './state.ts';
import { voidFrom } from './valid-approvals.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

const tooLate = () =>
  refusal([
    '下一环节已处理，不能取回',
    'The next step has been handled; the approval cannot be withdrawn',
  ]);

/**
 * What a visit led to: the steps behind it, and those between that were passed over. Visits are in
 * the order in which they were entered, so that each is looked at once: where branches join again
 * and again, the ways ahead double with every join.
 */
const ledTo = (
  state: WorkingState,
  visit: StepVisit,
): { readonly next: StepVisit[]; readonly passed: StepVisit[] } => {
  const through = new Set([visit.id]);
  const next: StepVisit[] = [];
  const passed: StepVisit[] = [];
  for (const other of state.visits) {
    if (!other.previous.some((id) => through.has(id))) continue;
    if (other.status === 'SKIP') {
      through.add(other.id);
      passed.push(other);
    } else next.push(other);
  }
  return { next, passed };
};

/** Nobody has done anything with it yet, nor taken it from the pool. */
const untouched = (state: WorkingState, visit: StepVisit): boolean =>
  visit.status === 'ACTIVE' &&
  state.tasksOf(visit).every((task) => task.status === 'TODO' && task.claimed === null);

/** Gives one person of a step that is still open his item again. */
const reissue = (state: WorkingState, visit: StepVisit, task: Task): void => {
  const step = state.stepOf(visit);
  if (step.multi?.sequential) {
    const last = state.tasksOf(visit).findLast((other) => other.status === 'DONE')?.id === task.id;
    const waiting = state.tasksOf(visit).filter((other) => other.status === 'TODO');
    if (!last || waiting.some((other) => other.claimed !== null)) throw tooLate();
    for (const other of waiting) {
      state.putTask({ ...other, status: 'CANCEL', finished: state.input.now });
    }
  }
  const reopened = state.putVisit({ ...visit, done: visit.done - 1 });
  state.issue(reopened, state.input.actor.id, [], []);
};

/**
 * Withdraws the actor's own approval, as long as everything that it set in motion is
 * untouched: what it led to is cancelled and the step is opened again.
 */
export const withdraw = (state: WorkingState, task: Task): void => {
  const visit = state.visit(task.visit);
  const { id } = state.input.actor;
  if (task.actor !== id || task.status !== 'DONE' || isApplicants(state.stepOf(visit))) {
    throw refusal(['只能取回您自己办理的任务', 'Only your own approval can be withdrawn']);
  }
  const again = state
    .tasksOf(visit)
    .some((other) => other.status === 'TODO' && other.assignee === id);
  if (visit.status === 'ACTIVE' && !again) {
    state.log('withdraw', { visit, task });
    reissue(state, visit, task);
    return;
  }
  const { next, passed } = ledTo(state, visit);
  if (visit.status !== 'DONE' || !next.every((other) => untouched(state, other))) throw tooLate();
  const undone = state.putVisit({ ...visit, status: 'BACK' });
  state.log('withdraw', { visit: undone, task });
  // Steps passed over on the way are undone with it, so that they are judged afresh.
  for (const other of passed) state.putVisit({ ...other, status: 'BACK' });
  for (const other of next) state.closeVisit(other, 'CANCEL');
  voidFrom(state, visit.node);
  const [first] = next;
  if (first) {
    moveBack(state, state.visit(first.id), state.stepOf(visit), choice([id]));
    state.notifyLosers('takenBack', { visit: undone });
    return;
  }
  // Nothing was entered: the token waits at a join of its own fork, which gives it back.
  const scope = visit.scope === null ? undefined : state.scope(visit.scope);
  if (scope?.status !== 'OPEN' || scope.arrived === 0) throw tooLate();
  const gone = new Set([visit, ...passed].map((other) => other.id));
  const arrivals = scope.arrivals.filter((other) => !gone.has(other));
  state.putScope({ ...scope, arrived: scope.arrived - 1, arrivals });
  enter(state, state.stepOf(visit), scope.id, visit.previous, 'back', choice([id]));
};
