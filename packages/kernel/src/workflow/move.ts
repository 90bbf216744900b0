import type { Label } from '../label.ts';
import type { Draft } from './draft.ts';
import { refusal } from './draft.ts';
import { holds } from './evaluate.ts';
import type { Graph, GraphFlow, GraphNode, UserNode } from './graph.ts';
import { isApplicants, title } from './graph.ts';
import type { Found } from './staffing.ts';
import { administrators, findPeople, unique } from './staffing.ts';
import type { Act } from './state.ts';

/** How a step is reached: only a step reached forward may be passed over. */
export type Approach = 'forward' | 'back';

/** Whom the sender picked for the next step; `used` says whether a step took the choice. */
export interface Choice {
  readonly users: readonly string[];
  used: boolean;
  offered: boolean;
}

export const choice = (users: readonly string[] = []): Choice => ({
  users,
  used: false,
  offered: false,
});

/** A picked person must be one of the next step's people. */
export const checkChoice = (picked: Choice): void => {
  if (picked.users.length > 0 && picked.offered && !picked.used) {
    throw refusal([
      '选择的办理人不在下一环节的办理人范围内',
      'The person chosen is not among the next step’s people',
    ]);
  }
};

/* ------------------------------------------------------------- user steps */

/** The approval that led to an act, looking through steps that were passed over. */
export const approvalBefore = (draft: Draft, act: Act): Act | undefined => {
  let id = act.previous;
  while (id !== null) {
    const before = draft.act(id);
    if (before.status !== 'SKIP') return before;
    id = before.previous;
  }
  return undefined;
};

/** The acts since the record was last submitted. */
export const thisRound = (draft: Draft): Act[] => {
  const submitted = draft.acts.findLast(
    (act) => act.status === 'DONE' && act.node === draft.world.graph.apply,
  );
  return draft.acts.filter((act) => act.seq > (submitted?.seq ?? 0));
};

/** Whether the only person of a step has approved this already, and where (domain §3.4, 6). */
const alreadyApproved = (draft: Draft, act: Act, user: string): Label | undefined => {
  const approvedIn = (other: Act | undefined): boolean =>
    other !== undefined &&
    other.status === 'DONE' &&
    !isApplicants(draft.stepOf(other)) &&
    draft.tasksOf(other).some((task) => task.status === 'DONE' && task.actor === user);
  const rules: Readonly<Record<typeof draft.world.settings.skipSame, () => Label | undefined>> = {
    none: () => undefined,
    consecutive: () =>
      approvedIn(approvalBefore(draft, act))
        ? ['与上一环节办理人相同，自动通过', 'Same person as the step before: passed']
        : undefined,
    any: () =>
      thisRound(draft).some(approvedIn)
        ? ['办理人已在前面环节审批，自动通过', 'The person approved an earlier step: passed']
        : undefined,
  };
  return rules[draft.world.settings.skipSame]();
};

const passOver = (draft: Draft, act: Act, reason: Label, picked: Choice): void => {
  const passed = draft.closeAct(act, 'SKIP');
  draft.log('skip', { act: passed, actor: null, reason });
  leave(draft, passed, picked);
};

const openMulti = (draft: Draft, act: Act, step: UserNode, found: Found): void => {
  const people = [...found.users];
  const sequential = step.multi?.sequential === true;
  const opened = draft.putAct({
    ...act,
    total: people.length,
    people: sequential ? people : [],
  });
  for (const user of sequential ? people.slice(0, 1) : people)
    draft.issue(opened, user, [], [user]);
};

const openSingle = (draft: Draft, act: Act, found: Found, picked: Choice): void => {
  picked.offered = true;
  const chosen = found.users.find((user) => picked.users.includes(user));
  if (chosen !== undefined) picked.used = true;
  const only = found.users.length === 1 ? (found.users[0] as string) : null;
  const assignee = chosen ?? only;
  const references = unique(found.candidates.map((item) => item.reference));
  draft.issue(act, assignee, references, assignee === null ? [...found.users] : [assignee]);
};

const whenEmpty: Readonly<
  Record<UserNode['empty'], (draft: Draft, act: Act, step: UserNode, picked: Choice) => void>
> = {
  toAdmin: (draft, act, step, picked) =>
    openFound(draft, act, step, administrators(draft, step), picked),
  skip: (draft, act, _step, picked) =>
    passOver(draft, act, ['审批人为空，自动通过', 'Nobody is set for this step: passed'], picked),
  refuse: (draft, act) => {
    draft.log('refuse', {
      act,
      actor: null,
      reason: ['审批人为空，自动不通过', 'Nobody is set for this step: refused'],
    });
    draft.notify('refused', [draft.instance.applicant], { act });
    draft.endInstance('REFUSED');
  },
};

const openFound = (draft: Draft, act: Act, step: UserNode, found: Found, picked: Choice): void => {
  if (found.reason) draft.log('reassign', { act, actor: null, reason: found.reason });
  if (step.multi) openMulti(draft, act, step, found);
  else openSingle(draft, act, found, picked);
};

/** A token comes to a user step. */
export const enter = (
  draft: Draft,
  step: UserNode,
  scope: string | null,
  previous: string | null,
  approach: Approach,
  picked: Choice,
  returnTo: string | null = null,
): void => {
  const act = draft.putAct({
    id: draft.world.nextId(),
    seq: draft.acts.length + 1,
    node: step.id,
    scope,
    previous,
    returnTo,
    status: 'ACTIVE',
    total: 1,
    done: 0,
    people: [],
    flows: [],
    entered: draft.world.now,
    left: null,
  });
  if (isApplicants(step)) {
    const { applicant } = draft.instance;
    draft.issue(act, applicant, [], step.id === draft.world.graph.apply ? [] : [applicant]);
    return;
  }
  if (approach === 'forward' && step.skip && holds(step.skip, draft.variables)) {
    const reason: Label = ['满足跳过条件，自动通过', 'The condition for passing holds: passed'];
    passOver(draft, act, reason, picked);
    return;
  }
  const found = findPeople(draft, step);
  if (!found) {
    const policy = approach === 'back' && step.empty === 'skip' ? 'toAdmin' : step.empty;
    whenEmpty[policy](draft, act, step, picked);
    return;
  }
  const [only] = found.users;
  const same =
    approach === 'forward' && !step.multi && found.users.length === 1
      ? alreadyApproved(draft, act, only as string)
      : undefined;
  if (same) passOver(draft, act, same, picked);
  else openFound(draft, act, step, found, picked);
};

/* --------------------------------------------------------------- tokens */

const flowOf = (graph: Graph, id: string): GraphFlow => graph.flows[id] as GraphFlow;

/** A flow without a condition counts as true, in the file's order. */
const isOpen = (draft: Draft, id: string): boolean => {
  const { condition } = flowOf(draft.world.graph, id);
  return condition === null || holds(condition, draft.variables);
};

const noBranch = (gateway: GraphNode) =>
  refusal(['网关【{name}】没有满足条件的分支', 'No branch of gateway “{name}” holds'], {
    name: title(gateway),
  });

type Arrive<T extends GraphNode['type']> = (
  draft: Draft,
  target: Extract<GraphNode, { type: T }>,
  scope: string | null,
  act: Act,
  picked: Choice,
) => void;

const arrivals: { readonly [T in GraphNode['type']]: Arrive<T> } = {
  start: () => {},
  end: (draft) => {
    draft.log('end', { actor: null });
    draft.endInstance('DONE');
    draft.notify('approved', [draft.instance.applicant]);
  },
  user: (draft, target, scope, act, picked) =>
    enter(draft, target, scope, act.id, 'forward', picked),
  exclusive: (draft, target, scope, act, picked) => {
    const others = target.out.filter((id) => id !== target.default);
    const taken = others.find((id) => isOpen(draft, id)) ?? target.default;
    if (taken === null) throw noBranch(target);
    follow(draft, taken, scope, act, picked);
  },
  fork: (draft, target, scope, act, picked) => {
    const open = target.inclusive
      ? target.out.filter((id) => id !== target.default && isOpen(draft, id))
      : target.out;
    const taken = open.length > 0 ? open : target.default === null ? [] : [target.default];
    if (taken.length === 0) throw noBranch(target);
    const opened = draft.putScope({
      id: draft.world.nextId(),
      fork: target.id,
      parent: scope,
      expected: taken.length,
      arrived: 0,
      status: 'OPEN',
    });
    for (const id of taken) follow(draft, id, opened.id, act, picked);
  },
  join: (draft, target, scope, act, picked) => {
    // The checks at deployment promise that a join is only reached inside its own fork.
    const open = draft.scope(scope as string);
    const arrived = open.arrived + 1;
    const complete = arrived === open.expected;
    draft.putScope({ ...open, arrived, status: complete ? 'DONE' : 'OPEN' });
    if (complete) follow(draft, target.out[0] as string, open.parent, act, picked);
  },
};

/** Moves a token along a flow to whatever stands at its end. */
const follow = (draft: Draft, id: string, scope: string | null, act: Act, picked: Choice): void => {
  if (!draft.running) return;
  draft.move();
  const current = draft.act(act.id);
  draft.putAct({ ...current, flows: [...current.flows, id] });
  const target = draft.world.graph.nodes[flowOf(draft.world.graph, id).to] as GraphNode;
  (arrivals[target.type] as Arrive<GraphNode['type']>)(draft, target, scope, act, picked);
};

/** The token of a finished (or passed) act goes on. */
export const leave = (draft: Draft, act: Act, picked: Choice): void =>
  follow(draft, draft.stepOf(act).out[0] as string, act.scope, act, picked);
