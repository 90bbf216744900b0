import { voteResult } from './completion.ts';
import { isApplicants } from './graph.ts';
import { holdAskingTask } from './signing/signing.ts';
import type { Scope, StepVisit, Task } from './state.ts';
import { isTaskOpen, isVoter } from './state.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

const tooLate = () =>
  refusal([
    '下一环节已处理，不能取回',
    'The next step has been reviewed; the approval cannot be taken back',
  ]);

const decidedByOthers = () =>
  refusal([
    '其他人的表决已决定本环节的结果，不能取回',
    'The votes of others have decided this step; yours cannot be taken back',
  ]);

/**
 * Returns the branches that contain a visit, outermost first: each fork's scope, and the flow
 * taken.
 */
const branchesOf = (
  state: WorkingState,
  visit: StepVisit,
): readonly { readonly scope: Scope; readonly flow: string }[] => {
  const { path } = state.nodeOf(visit);
  return state.chain(visit.scope).map((scope, i) => ({ scope, flow: path[i]?.[1] as string }));
};

/** Returns the other branches that were walked because this branch of a reopened fork arrived. */
const settledBy = (state: WorkingState, { scope, flow }: { scope: Scope; flow: string }) => {
  const first = scope.arrivals[0]?.flow === flow;
  if (!scope.partial || !first || scope.expected === 1) return [];
  return state.visits.filter(
    (visit) =>
      !visit.void &&
      branchesOf(state, visit).some((other) => other.scope.id === scope.id && other.flow !== flow),
  );
};

/**
 * Returns visits that a visit led to: the following steps, and skipped ones between. Each visit is
 * examined once, in the order of entry: with many joins in a row, the number of paths doubles at
 * each.
 */
const ledTo = (state: WorkingState, visit: StepVisit): readonly StepVisit[] => {
  const led = new Set([visit.id]);
  const settled = branchesOf(state, visit).flatMap((branch) => settledBy(state, branch));
  const also = new Set(settled.map(({ id }) => id));
  return state.visits.filter((other) => {
    const leads = !other.void && (also.has(other.id) || other.previous.some((id) => led.has(id)));
    if (leads) led.add(other.id);
    return leads;
  });
};

/** True if a later scope replaced this one because a return opened its fork again. */
const isReplaced = ({ scopes }: WorkingState, { id, fork, parent }: Scope): boolean => {
  const same = scopes.filter((other) => other.fork === fork && other.parent === parent);
  return same.at(-1)?.id !== id;
};

/**
 * True if the process still continues from this visit. After a return it does not, even if the
 * approval remains valid.
 */
const isAhead = (state: WorkingState, visit: StepVisit, led: readonly StepVisit[]): boolean => {
  const branches = branchesOf(state, visit);
  if (branches.some(({ scope }) => scope.status === 'CANCEL' || isReplaced(state, scope))) {
    return false;
  }
  const waits = branches.some(
    ({ scope, flow }) =>
      scope.status === 'OPEN' && scope.arrivals.some((arrival) => arrival.flow === flow),
  );
  return waits || led.some((other) => other.status === 'ACTIVE');
};

/** True for a wait that ends at a time, not by a matter. */
const isTimer = (state: WorkingState, visit: StepVisit): boolean =>
  state.nodeOf(visit).type === 'wait' && visit.due !== null;

/**
 * True for a visit without any human action: skipped, done by the process, or with tasks that
 * nobody has claimed or reassigned. Work of a service is undone with its visit.
 */
const isUntouched = (state: WorkingState, visit: StepVisit): boolean =>
  (visit.status === 'SKIP' && state.tasksOf(visit).length === 0) ||
  state.nodeOf(visit).type === 'service' ||
  (visit.status === 'ACTIVE' &&
    // A period in progress has an effect, since its time runs.
    !isTimer(state, visit) &&
    state.input.touched?.has(visit.id) !== true &&
    state
      .tasksOf(visit)
      .every(
        ({ status, kind, claimed, handed }) =>
          status === 'TODO' && kind === 'N' && claimed === null && handed === null,
      ));

/** Cancels and voids what the visit led to, and removes its arrivals from the enclosing forks. */
const undo = (state: WorkingState, visit: StepVisit, led: readonly StepVisit[]): void => {
  const around = new Set(state.chain(visit.scope).map(({ id }) => id));
  for (const other of led) {
    const opened = state.chain(other.scope).find(({ id }) => !around.has(id));
    if (opened?.status === 'OPEN') state.cancelScope(opened.id);
    if (state.visit(other.id).status !== 'CANCEL') state.closeVisit(other, 'CANCEL');
  }
  for (const { scope, flow } of branchesOf(state, visit)) {
    const arrivals = scope.arrivals.filter((arrival) => arrival.flow !== flow);
    if (arrivals.length === scope.arrivals.length) continue;
    const settled = settledBy(state, { scope, flow }).length > 0;
    state.putScope({
      ...scope,
      status: 'OPEN',
      arrivals: settled ? [] : arrivals,
      expected: settled ? 1 : scope.expected,
    });
  }
  for (const { id } of led) state.putVisit({ ...state.visit(id), void: true });
};

/**
 * Reopens the visit: other people's votes remain, and tasks that the decision cancelled are
 * restored. At a sequential step, cancelled tasks belong to people whose turn came too early.
 */
const reopen = (state: WorkingState, visit: StepVisit, task: Task): void => {
  const others = visit.people.length > 0 ? [] : state.tasksOf(visit);
  for (const other of others) {
    if (other.status !== 'CANCEL') continue;
    const waits = others.some(({ status, kind, parent }) => {
      return status === 'CANCEL' && kind !== 'P' && parent === other.id;
    });
    state.putTask({ ...other, status: waits ? 'WAIT' : 'TODO', finished: null });
  }
  // An expired deadline is removed, so that the clock does not decide the reopened step at once.
  const due = visit.due !== null && visit.due > state.input.now ? visit.due : null;
  giveBack(state, { ...visit, due, status: 'ACTIVE', basis: null, flows: [], left: null }, task);
};

const withoutVote = (visit: StepVisit, { result }: Task): StepVisit =>
  result === 'against'
    ? { ...visit, against: visit.against - 1 }
    : { ...visit, done: visit.done - 1 };

/** Withdraws a vote: the person gets a new task, and one vote less counts. */
const giveBack = (state: WorkingState, visit: StepVisit, task: Task): void => {
  state.putTask({ ...task, status: 'BACK' });
  const reopened = state.putVisit({ ...withoutVote(visit, task), verdict: null });
  state.log('withdraw', { visit: reopened, task });
  state.issue(reopened, state.input.actor.id, task.candidates, [], task.owner, task);
};

/**
 * At a sequential step only the last vote can be withdrawn, and the following person loses the
 * turn.
 */
const endTurn = (state: WorkingState, visit: StepVisit, task: Task): void => {
  if (visit.people.length === 0) return;
  const own = state.tasksOf(visit);
  const words = own.filter((other) => other.status === 'DONE' && isVoter(other));
  const waiting = own.filter(isTaskOpen);
  const touched = waiting.some(
    ({ id, kind, claimed, handed }) =>
      kind !== 'N' ||
      claimed !== null ||
      handed !== null ||
      own.some((asked) => asked.parent === id),
  );
  if (words.at(-1)?.id !== task.id || touched) {
    throw tooLate();
  }
  for (const other of waiting) {
    state.putTask({ ...other, status: 'CANCEL', finished: state.input.now });
  }
};

/** Withdraws an opinion while the holder of the task has not answered since. */
const withdrawOpinion = (state: WorkingState, visit: StepVisit, task: Task): void => {
  const asker = task.parent === null ? undefined : state.task(task.parent);
  if (visit.status !== 'ACTIVE' || !asker || !isTaskOpen(asker)) throw tooLate();
  state.putTask({ ...task, status: 'BACK' });
  state.log('withdraw', { visit, task });
  state.issue(visit, state.input.actor.id, task.candidates, [], task.owner, task);
  holdAskingTask(state, asker);
};

/**
 * Withdraws the actor's vote while nobody has acted on its consequences: these are cancelled, and
 * the visit is reopened.
 */
export const withdrawVerdict = (state: WorkingState, task: Task): void => {
  const visit = state.visit(task.visit);
  const { id } = state.input.actor;
  if (task.actor !== id || task.status !== 'DONE' || isApplicants(state.stepOf(visit))) {
    throw refusal([
      '只能取回您自己办理的任务',
      'Only a task that you handled yourself can be taken back',
    ]);
  }
  if (!isVoter(task)) {
    withdrawOpinion(state, visit, task);
    return;
  }
  if (visit.status === 'ACTIVE') {
    endTurn(state, visit, task);
    giveBack(state, visit, task);
    state.notifyLosers('takenBack', { visit });
    return;
  }
  const led = ledTo(state, visit);
  const carriesOn = visit.status === 'DONE' && !visit.void && isAhead(state, visit, led);
  if (!carriesOn || !led.every((other) => isUntouched(state, other))) throw tooLate();
  if (voteResult(state, withoutVote(visit, task)) !== null) throw decidedByOthers();
  endTurn(state, visit, task);
  undo(state, visit, led);
  reopen(state, state.visit(visit.id), task);
  state.notifyLosers('takenBack', { visit });
};
