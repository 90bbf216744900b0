import type { Label } from '../../label.ts';
import { holdingOf } from '../absence.ts';
import type { CommandOf, SignKind } from '../command.ts';
import { countVote } from '../completion.ts';
import { isApplicants } from '../graph.ts';
import { alreadyHandled } from '../guards.ts';
import type { Task } from '../state.ts';
import { isTaskOpen, isVoter } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { refusal } from '../working-state.ts';

/** Maximum depth of tasks added by holders of added tasks. */
const maxSignDepth = 3;

/** Texts for the history, by the way a person was added. */
const reasons: Readonly<Record<SignKind, Label>> = {
  P: ['并加签', 'Added in parallel'],
  B: ['前加签', 'Added before'],
  D: ['委派', 'Asked for an opinion'],
};

/** Returns the open tasks of people who must answer before the holder continues. */
const answersOpen = (state: WorkingState, { id, visit }: Task): readonly Task[] =>
  state
    .tasksOf(state.visit(visit))
    .filter((task) => task.parent === id && !isVoter(task) && isTaskOpen(task));

/** Reopens a task when everybody added before it has answered. */
export const continueAskingTask = (state: WorkingState, asker: Task): void => {
  if (answersOpen(state, asker).length > 0) return;
  const task = state.putTask({ ...asker, status: 'TODO' });
  state.notify('todo', asker.assignee === null ? [] : [asker.assignee], {
    visit: state.visit(task.visit),
    task,
  });
};

/** Suspends a task again after an answer was withdrawn, and notifies its holder if they had it. */
export const holdAskingTask = (state: WorkingState, asker: Task): void => {
  if (asker.status === 'WAIT') return;
  const task = state.putTask({ ...asker, status: 'WAIT' });
  const holder = asker.assignee === null ? [] : [asker.assignee];
  state.notify('takenBack', holder, { visit: state.visit(task.visit), task });
};

/** Records the opinion of an added person; it is no vote. */
export const giveOpinion = (
  state: WorkingState,
  task: Task,
  comment: string,
  result: 'agree' | 'against',
): void => {
  const finished = state.finishTask(task, 'DONE', comment, result);
  state.log('opinion', { visit: state.visit(task.visit), task: finished, comment });
  const asker = state.task(task.parent ?? '');
  if (asker?.status === 'WAIT') continueAskingTask(state, asker);
};

/** Returns the number of tasks of which each added the next, up to this one. */
const depthOf = (state: WorkingState, { parent }: Task): number => {
  const asker = parent === null ? undefined : state.task(parent);
  return asker ? 1 + depthOf(state, asker) : 0;
};

const assertMaySign = (state: WorkingState, task: Task, how: SignKind): void => {
  if (isApplicants(state.stepOf(task))) {
    throw refusal(['申请环节不能加签', 'Nobody can be added at the applicant’s step']);
  }
  if (task.assignee === null) throw refusal(['请先签收', 'Claim the task first']);
  if (how === 'P' && !isVoter(task)) {
    throw refusal([
      '只能由本环节审批人并加签',
      'Only an approver of this step can add people in parallel',
    ]);
  }
  if (how === 'P' && state.visit(task.visit).people.length > 0) {
    throw refusal([
      '本环节依次审批，不能并加签',
      'This step is decided in turn: nobody can be added in parallel',
    ]);
  }
  if (depthOf(state, task) >= maxSignDepth) {
    throw refusal(['加签不能超过 3 层', 'People can be added at most three levels deep']);
  }
};

/** Adds people in parallel to or before the holder of a task, or for their opinion (加签、委派). */
export const addSign = (
  state: WorkingState,
  task: Task,
  { how, to, comment = '' }: CommandOf<'addSign'>,
): void => {
  assertMaySign(state, task, how);
  const { directory } = state.input;
  const people = [...new Set(to)];
  if (people.length === 0 || !people.every((person) => directory.isActive(person))) {
    throw refusal(['加签人不存在', 'Person not found']);
  }
  if (people.some((person) => state.concerns(person))) {
    throw refusal([
      '不能加签给申请人或记录涉及的人员',
      'The applicant and people named in the record cannot be added',
    ]);
  }
  const acting = state.wordsOn(state.visit(task.visit));
  if (people.some((person) => acting.includes(person))) {
    throw refusal(['加签人与现有审批人重复', 'That person is already an approver at this step']);
  }
  const asker = how === 'P' ? task : state.putTask({ ...task, status: 'WAIT' });
  if (how === 'P') {
    const visit = state.visit(task.visit);
    state.putVisit({ ...visit, total: visit.total + people.length });
  }
  const visit = state.visit(task.visit);
  state.log('addSign', {
    visit,
    task: asker,
    comment,
    reason: reasons[how],
    target: people.join(),
  });
  for (const person of people) {
    const others = people.filter((other) => other !== person);
    const { assignee, owner } = holdingOf(state, person, [...state.wordsOn(visit), ...others]);
    const asked = { kind: how, parent: task.id };
    const added = state.issue(visit, assignee, [], [], owner, asked);
    state.notify('todo', [assignee], { visit, task: added, comment });
  }
};

/** Removes a task, with the open tasks of people whose answer its holder awaits. */
const drop = (state: WorkingState, task: Task): void => {
  for (const answer of answersOpen(state, task)) drop(state, answer);
  state.putTask({ ...task, status: 'BACK', finished: state.input.now });
  const holder = task.assignee === null ? [] : [task.assignee];
  state.notify('removed', holder, { visit: state.visit(task.visit), task });
};

/** Removes an added person who has not answered (减签): votes are counted again. */
export const removeSign = (state: WorkingState, task: Task): void => {
  if (task.parent === null) {
    throw refusal(['只能减去加签的人员', 'Only people who were added can be removed']);
  }
  if (!isTaskOpen(task)) throw alreadyHandled();
  const { actor } = state.input;
  const asker = state.task(task.parent);
  const asked = asker && (asker.actor ?? asker.assignee) === actor.id;
  if (!asked && !actor.manages) {
    throw refusal([
      '只能减去由您加签且未办理的人员',
      'Only people whom you added, and who have not acted, can be removed',
    ]);
  }
  const visit = state.visit(task.visit);
  drop(state, task);
  state.log('removeSign', { visit, task: { ...task, owner: null }, target: task.assignee });
  if (isVoter(task)) countVote(state, { ...visit, total: visit.total - 1 }, []);
  else if (asker?.status === 'WAIT') continueAskingTask(state, asker);
};
