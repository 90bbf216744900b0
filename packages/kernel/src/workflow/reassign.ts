import type { Label } from '../label.ts';
import { firstAbsentPerson, holdingOf, presentPeople } from './absence.ts';
import type { CommandOf } from './command.ts';
import { isOfDepartment, type ResolvedReference, userOf, userReference } from './directory.ts';
import { isApplicants } from './graph.ts';
import { stepCandidates, uniqueValues } from './staffing.ts';
import { replaceApplicant, whyNotStandIn } from './stand-in.ts';
import type { StepVisit, Task } from './state.ts';
import { isTaskOpen, votesIn } from './state.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

/** People whose tasks go to others: their accounts are stopped, or they hand over. */
type Leavers = Omit<CommandOf<'reassignOnLeave'>, 'is'>;

const left: Label = [
  '办理人账号已停用，由他人接办',
  'The assignee’s account was disabled: reassigned',
];
const handedOver: Label = [
  '管理员移交其待办，由他人接办',
  'An administrator handed over their tasks: reassigned',
];
const reasonOf = ({ handing }: Leavers): Label => (handing === undefined ? left : handedOver);
const others: Label = [
  '原候选人无法办理，改由本环节其他人员办理',
  'The original candidates cannot act: offered to others with the step’s role',
];
const lost: Label = [
  '办理人已不再担任该环节的角色，改由现任人员办理',
  'The assignee no longer holds the step’s role: offered to those who do',
];
const stuck: Label = [
  '无人可办理，已增加管理员为候选人',
  'Nobody could act on it: administrators were added as candidates',
];

/** People whom a candidate of a stored task means now; somebody who is named stays themselves. */
const meantBy = (state: WorkingState, reference: string): ResolvedReference => {
  const { directory } = state.input;
  const user = userOf(reference);
  if (user === undefined) return directory.resolve(reference);
  return { reference, users: directory.isActive(user) ? [user] : [] };
};

/** People among them who may act on the step now. */
const able = (
  state: WorkingState,
  candidates: readonly ResolvedReference[],
  except: ReadonlySet<string>,
) =>
  uniqueValues(candidates.flatMap((item) => item.users)).filter(
    (user) => state.input.directory.isActive(user) && !state.concerns(user) && !except.has(user),
  );

/** People who act on the step already, did, or will when it is their turn. */
const actingOn = (state: WorkingState, visit: StepVisit): string[] => [
  ...visit.people.slice(votesIn(visit) + 1),
  ...state
    .tasksOf(visit)
    .flatMap(({ status, actor, assignee, owner }) =>
      status === 'CANCEL' ? [] : [actor ?? assignee ?? [], owner ?? []].flat(),
    ),
];

/** Offers a task to the first group of candidates that has anybody, or leaves it. */
const offer = (
  state: WorkingState,
  task: Task,
  groups: readonly (readonly ResolvedReference[])[],
  except: ReadonlySet<string>,
  line: Parameters<WorkingState['log']>[1],
): boolean => {
  const visit = state.visit(task.visit);
  for (const candidates of groups) {
    const users = able(state, candidates, except);
    if (users.length === 0) continue;
    const present = presentPeople(state, users);
    const [only] = present;
    // Whoever takes over what waits for others is one person: nobody finds it in a pool.
    const one = present.length === 1 || task.status === 'WAIT';
    const person = one ? only : firstAbsentPerson(state, present);
    const { assignee, owner } = person
      ? holdingOf(state, person, [...except])
      : { assignee: null, owner: null };
    const references = uniqueValues(candidates.map((item) => item.reference));
    const given = state.putTask({
      ...task,
      assignee,
      owner,
      candidates: references,
      claimed: null,
      handed: state.input.now,
    });
    const target = person ?? null;
    state.log('reassign', { ...line, visit, task: { ...given, owner: null }, target });
    const told = assignee === null ? present : [assignee];
    if (given.status === 'TODO') state.notify('todo', told, { visit, task: given });
    return true;
  }
  return false;
};

const reassignTask = (state: WorkingState, task: Task, leavers: Leavers): boolean => {
  const { from, to } = leavers;
  const { directory } = state.input;
  const visit = state.visit(task.visit);
  const step = state.stepOf(visit);
  const gone = new Set(from);
  const others = actingOn(state, visit).filter((user) => user !== task.owner);
  const acting = new Set([...gone, ...others]);
  const named = [to, task.owner].map((user): ResolvedReference[] =>
    user === null ? [] : [{ reference: userReference(user), users: [user] }],
  );
  // Where several people all act, nobody decides twice.
  const own = step.multi ? [] : stepCandidates(state, step);
  // The department's secretary answers for its own people only, not for an office or for named ones.
  const deputies = step.people.some(isOfDepartment) ? directory.deputies : [];
  const groups = [...named, own, deputies, [directory.administrators]];
  return offer(state, task, groups, acting, { reason: reasonOf(leavers) });
};

/**
 * Takes those who left out of the turns that are still to come; the successor comes in their place.
 * @returns whether there was such a turn.
 */
const changeTurns = (state: WorkingState, visit: StepVisit, leavers: Leavers): boolean => {
  const { from, to, handing } = leavers;
  if (handing === 'lost') return false;
  const coming = visit.people.slice(votesIn(visit) + 1);
  if (!coming.some((person) => from.includes(person))) return false;
  const { isActive } = state.input.directory;
  const open = to !== null && isActive(to) && !state.concerns(to) && !visit.people.includes(to);
  const heir = open ? to : null;
  const first = coming.findIndex((person) => from.includes(person));
  const turns = coming.flatMap((person, index) => {
    if (!from.includes(person)) return [person];
    return index === first && heir !== null ? [heir] : [];
  });
  const all = [...visit.people.slice(0, votesIn(visit) + 1), ...turns];
  const changed = state.putVisit({ ...visit, people: all, total: all.length });
  state.log('reassign', { visit: changed, reason: reasonOf(leavers), target: heir });
  return true;
};

const nothing = () => refusal(['没有需要移交的任务', 'There is no task to reassign']);

/** Does the successor take over what the leaver had applied for, where the record was returned to the leaver? */
const takesOwn = (state: WorkingState, { from, to, handing }: Leavers): boolean =>
  to !== null &&
  handing === undefined &&
  from.includes(state.instance.applicant) &&
  state.tasks.some((task) => task.status === 'TODO' && isApplicants(state.stepOf(task))) &&
  whyNotStandIn(state, to) === undefined;

const openTasks = (state: WorkingState): Task[] =>
  state.tasks.filter((task) => isTaskOpen(task) && !isApplicants(state.stepOf(task)));

/**
 * Hands over the open tasks of people who have left: to the successor who was named, else to others
 * who hold the step's role, else to the department's secretary, else to the administrators; never to
 * anybody whom the record names. What is the applicant's own goes to a successor who was named, and
 * stays where there is none.
 * @throws Refused where nothing lies with them, or nobody can take it.
 */
export const reassignOnLeave = (state: WorkingState, leavers: Leavers): void => {
  let handed = 0;
  for (const task of openTasks(state)) {
    if (task.assignee === null || !leavers.from.includes(task.assignee)) continue;
    if (leavers.handing === 'lost' && !isTakenByLost(state, task)) continue;
    if (reassignTask(state, task, leavers)) handed += 1;
  }
  if (takesOwn(state, leavers)) {
    replaceApplicant(state, leavers.to ?? '', '');
    handed += 1;
  }
  for (const visit of state.visits) {
    if (visit.status === 'ACTIVE' && changeTurns(state, visit, leavers)) handed += 1;
  }
  if (handed === 0) throw nothing();
};

const away: Label = [
  '办理人不在岗，由代理人办理',
  'The assignee is absent: their proxy acts for them',
];

/**
 * Gives the open tasks of somebody whose absence begins to their proxy, who may act on them.
 * @throws Refused where there is nothing to give.
 */
export const beginAbsence = (state: WorkingState, person: string): void => {
  let given = 0;
  for (const task of openTasks(state)) {
    if (task.assignee !== person || task.owner !== null) continue;
    const visit = state.visit(task.visit);
    const { assignee, owner } = holdingOf(state, person, actingOn(state, visit));
    if (owner === null) continue;
    const handed = { ...task, assignee, owner, claimed: null, handed: state.input.now };
    state.putTask(handed);
    const line = { visit, task: { ...handed, owner: null }, reason: away, target: assignee };
    state.log('reassign', { ...line, actor: null });
    if (handed.status === 'TODO') state.notify('todo', [assignee], { visit, task: handed });
    given += 1;
  }
  if (given === 0) throw nothing();
};

/** Gives the open tasks of a visit to others, else to the administrators. */
export const handOverTasks = (
  state: WorkingState,
  visit: StepVisit,
  references: readonly string[],
  line: Parameters<WorkingState['log']>[1],
): void => {
  const found = references.map((reference) => meantBy(state, reference));
  for (const task of state.tasksOf(visit).filter(({ status }) => status === 'TODO')) {
    const except = new Set(actingOn(state, visit));
    const groups = [found, [state.input.directory.administrators]];
    const given = offer(state, task, groups, except, line);
    if (given && task.assignee !== null) state.notify('lapsed', [task.assignee], { visit, task });
    // Nobody else may act: whoever has it keeps it, without a deadline.
    if (!given) state.log('elapse', { ...line, visit, task });
  }
};

/** Was the task taken from the pool by somebody who would not find it there any more? */
const isTakenByLost = (state: WorkingState, task: Task): boolean => {
  const holds = task.candidates.some((reference) =>
    meantBy(state, reference).users.includes(task.owner ?? task.assignee ?? ''),
  );
  return task.handed === null && task.candidates.length > 0 && !holds;
};

/**
 * Was the task somebody's by a role, a department or a post that they hold no longer? One that they claimed,
 * that was handed to them by name, or on which they took their word back, stays theirs (ruling 61).
 */
const isLost = (
  state: WorkingState,
  task: Task,
  candidates: readonly ResolvedReference[],
): boolean =>
  task.assignee !== null &&
  task.kind === 'N' &&
  task.status === 'TODO' &&
  task.claimed === null &&
  task.handed === null &&
  candidates.length > 0 &&
  !state
    .tasksOf(state.visit(task.visit))
    .some(({ id, actor }) => id !== task.id && actor === task.assignee) &&
  !candidates.some(({ users }) => users.includes(task.owner ?? task.assignee ?? ''));

/**
 * Finds tasks on which nobody can act, and those whose assignee has lost the role that made them theirs,
 * and offers them to others who hold the step's role, else the administrators.
 * @throws Refused when every task has somebody who can act, or the administrators cannot either.
 */
export const rescueStuck = (state: WorkingState): void => {
  const { directory } = state.input;
  let rescued = 0;
  for (const task of openTasks(state)) {
    const candidates = task.candidates.map((reference) => meantBy(state, reference));
    // A task that was made before departments were merged names one without people: nobody sees it.
    const named = candidates.filter(({ reference }) => task.candidates.includes(reference));
    const stays = task.assignee !== null && directory.isActive(task.assignee);
    const gone = stays && isLost(state, task, candidates);
    const held =
      task.assignee === null
        ? able(state, named, new Set(state.wordsOn(state.visit(task.visit)))).length > 0
        : stays && !gone;
    if (held) continue;
    const acting = actingOn(state, state.visit(task.visit));
    const except = new Set(acting.filter((user) => user !== task.owner));
    const offered =
      offer(state, task, [candidates], except, { reason: gone ? lost : others, actor: null }) ||
      offer(state, task, [[...candidates, directory.administrators]], except, {
        reason: stuck,
        actor: null,
      });
    if (offered) rescued += 1;
  }
  if (rescued === 0) throw nothing();
};
