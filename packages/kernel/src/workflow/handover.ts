import type { Label } from '../label.ts';
import type { Candidates } from './directory.ts';
import type { Draft } from './draft.ts';
import { refusal } from './draft.ts';
import { isApplicants } from './graph.ts';
import { isOffices, ownCandidates, unique } from './staffing.ts';
import type { Act, Task } from './state.ts';

/** People who have left: their work goes to others. */
interface Leaving {
  /** Who leaves; nothing goes to any of them. */
  readonly from: readonly string[];
  /** Who is to take it all, where somebody was named. */
  readonly to: string | null;
}

const left: Label = [
  '办理人账号已停用，由他人接办',
  'The handler’s account was stopped: taken over',
];
const stuck: Label = [
  '无人可办理，已增加管理员为候选人',
  'Nobody could act on it: the administrators may',
];

/** Those of them who may act on the step now. */
const able = (draft: Draft, candidates: readonly Candidates[], except: ReadonlySet<string>) =>
  unique(candidates.flatMap((item) => item.users)).filter(
    (user) => draft.world.directory.isActive(user) && !draft.concerns(user) && !except.has(user),
  );

/** People who act on the step already, or did. */
const actingOn = (draft: Draft, act: Act): string[] =>
  draft
    .tasksOf(act)
    .flatMap((task) => (task.status === 'CANCEL' ? [] : (task.actor ?? task.assignee ?? [])));

/** Gives a task to candidates, the first group that has somebody, or leaves it. */
const offer = (
  draft: Draft,
  task: Task,
  groups: readonly (readonly Candidates[])[],
  except: ReadonlySet<string>,
  line: Parameters<Draft['log']>[1],
): boolean => {
  const act = draft.act(task.act);
  for (const candidates of groups) {
    const users = able(draft, candidates, except);
    if (users.length === 0) continue;
    const [only] = users;
    const assignee = users.length === 1 && only !== undefined ? only : null;
    const references = unique(candidates.map((item) => item.reference));
    const given = draft.putTask({ ...task, assignee, candidates: references, claimed: null });
    draft.log('reassign', { ...line, act, task: given, target: assignee });
    draft.notify('todo', users, { act, task: given });
    return true;
  }
  return false;
};

const handOn = (draft: Draft, task: Task, { from, to }: Leaving): boolean => {
  const { directory } = draft.world;
  const act = draft.act(task.act);
  const step = draft.stepOf(act);
  const gone = new Set(from);
  const acting = new Set([...gone, ...actingOn(draft, act)]);
  const named: Candidates[] =
    to === null ? [] : [{ reference: `user:${to}`, users: [to] } satisfies Candidates];
  // Of several people who all act, each one's word is asked for: nobody gives two.
  const own = step.multi ? [] : ownCandidates(draft, step);
  // An office answers for itself; elsewhere the department's secretary takes the work over.
  const deputies = isOffices(step) ? [] : directory.deputies;
  const groups = [named, own, deputies, [directory.administrators]];
  return offer(draft, task, groups, acting, { reason: left });
};

/**
 * Takes those who left out of the turns that are still to come; the successor comes in their place.
 * @returns whether there was such a turn.
 */
const changeTurns = (draft: Draft, act: Act, { from, to }: Leaving): boolean => {
  const coming = act.people.slice(act.done + 1);
  if (!coming.some((person) => from.includes(person))) return false;
  const { isActive } = draft.world.directory;
  const open = to !== null && isActive(to) && !draft.concerns(to) && !act.people.includes(to);
  const heir = open ? to : null;
  const first = coming.findIndex((person) => from.includes(person));
  const turns = coming.flatMap((person, index) => {
    if (!from.includes(person)) return [person];
    return index === first && heir !== null ? [heir] : [];
  });
  const all = [...act.people.slice(0, act.done + 1), ...turns];
  const changed = draft.putAct({ ...act, people: all, total: all.length });
  draft.log('reassign', { act: changed, reason: left, target: heir });
  return true;
};

const nothing = () => refusal(['没有需要移交的任务', 'There is no task to hand over']);

const openTasks = (draft: Draft): Task[] =>
  draft.tasks.filter((task) => task.status === 'TODO' && !isApplicants(draft.stepOf(task)));

/**
 * Hands over what lies with people who have left: to the successor who was named, else to others
 * who hold the step's role, else to the department's secretary, else to the administrators; never to
 * anybody whom the record names. What is the applicant's own stays.
 * @throws Refused where nothing lies with them, or nobody can take it.
 */
export const handOver = (draft: Draft, leaving: Leaving): void => {
  let handed = 0;
  for (const task of openTasks(draft)) {
    if (task.assignee === null || !leaving.from.includes(task.assignee)) continue;
    if (handOn(draft, task, leaving)) handed += 1;
  }
  for (const act of draft.acts) {
    if (act.status === 'ACTIVE' && changeTurns(draft, act, leaving)) handed += 1;
  }
  if (handed === 0) throw nothing();
};

/**
 * Finds tasks on which nobody can act and offers them to whoever may: others who hold the step's
 * role, else the administrators.
 * @throws Refused where somebody can act on every task, or the administrators cannot either.
 */
export const rescue = (draft: Draft): void => {
  const { directory } = draft.world;
  let rescued = 0;
  for (const task of openTasks(draft)) {
    const candidates = task.candidates.map((reference) => directory.resolve(reference));
    const held =
      task.assignee === null
        ? able(draft, candidates, new Set()).length > 0
        : directory.isActive(task.assignee);
    if (held) continue;
    const except = new Set(actingOn(draft, draft.act(task.act)));
    const groups = [candidates, [...candidates, directory.administrators]];
    if (offer(draft, task, groups, except, { reason: stuck, actor: null })) rescued += 1;
  }
  if (rescued === 0) throw nothing();
};
