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

/** People whose tasks are reassigned: their accounts are stopped, or they hand over. */
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

/**
 * Resolves a candidate reference of a stored task; a reference to a person resolves to that person.
 */
const meantBy = (state: WorkingState, reference: string): ResolvedReference => {
  const { directory } = state.input;
  const user = userOf(reference);
  if (user === undefined) return directory.resolve(reference);
  return { reference, users: directory.isActive(user) ? [user] : [] };
};

/** Returns those people who may currently act on the step. */
const able = (
  state: WorkingState,
  candidates: readonly ResolvedReference[],
  except: ReadonlySet<string>,
) =>
  uniqueValues(candidates.flatMap((item) => item.users)).filter(
    (user) => state.input.directory.isActive(user) && !state.concerns(user) && !except.has(user),
  );

/** Returns people who act on the step, have acted, or will in turn. */
const actingOn = (state: WorkingState, visit: StepVisit): string[] => [
  ...visit.people.slice(votesIn(visit) + 1),
  ...state
    .tasksOf(visit)
    .flatMap(({ status, actor, assignee, owner }) =>
      status === 'CANCEL' ? [] : [actor ?? assignee ?? [], owner ?? []].flat(),
    ),
];

/**
 * Offers a task to the first group of candidates with anybody who may act; otherwise leaves it.
 * @returns false if no group has anybody
 */
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
    // A task that waits for added people is assigned to one person: no pool shows it.
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
  // Where several people all act, nobody may decide twice.
  const own = step.multi ? [] : stepCandidates(state, step);
  // The department's secretary stands in for people of the department only, not for an office or
  // named people.
  const deputies = step.people.some(isOfDepartment) ? directory.deputies : [];
  const groups = [...named, own, deputies, [directory.administrators]];
  return offer(state, task, groups, acting, { reason: reasonOf(leavers) });
};

/**
 * Removes people who left from the pending turns; the successor takes their place.
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

/** True if the successor takes over records of the leaver that were returned to the leaver. */
const takesOwn = (state: WorkingState, { from, to, handing }: Leavers): boolean =>
  to !== null &&
  handing === undefined &&
  from.includes(state.instance.applicant) &&
  state.tasks.some((task) => task.status === 'TODO' && isApplicants(state.stepOf(task))) &&
  whyNotStandIn(state, to) === undefined;

const openTasks = (state: WorkingState): Task[] =>
  state.tasks.filter((task) => isTaskOpen(task) && !isApplicants(state.stepOf(task)));

/**
 * Reassigns the open tasks of people who have left: to the named successor, otherwise to other
 * holders of the step's role, otherwise to the department's secretary, otherwise to the
 * administrators; never to anybody named in the record. Tasks of an applicant go to a named
 * successor only.
 * @throws Refused if they have no tasks, or nobody can take them.
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
 * Assigns the open tasks of a person whose absence begins to their proxy, if the proxy may act on
 * them.
 * @throws Refused if there is no such task.
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

/** Reassigns the open tasks of a visit to others, otherwise to the administrators. */
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
    // If nobody else may act, the task remains with its holder, without a deadline.
    if (!given) state.log('elapse', { ...line, visit, task });
  }
};

/** True if the task was claimed by a person who is no longer among its candidates. */
const isTakenByLost = (state: WorkingState, task: Task): boolean => {
  const holds = task.candidates.some((reference) =>
    meantBy(state, reference).users.includes(task.owner ?? task.assignee ?? ''),
  );
  return task.handed === null && task.candidates.length > 0 && !holds;
};

/**
 * True if the person had the task by a role, department or post that they have lost. Tasks that
 * they claimed, that were assigned to them by name, or on which they withdrew an approval remain
 * theirs (ruling 61).
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
 * Finds tasks on which nobody can act, and tasks whose assignee has lost the qualifying role, and
 * offers them to other holders of the step's role, otherwise to the administrators.
 * @throws Refused when every task has somebody who can act, or the administrators cannot act
 * either.
 */
export const rescueStuck = (state: WorkingState): void => {
  const { directory } = state.input;
  let rescued = 0;
  for (const task of openTasks(state)) {
    const candidates = task.candidates.map((reference) => meantBy(state, reference));
    // A task made before a merger of departments may name a department without people, so nobody
    // sees it.
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
