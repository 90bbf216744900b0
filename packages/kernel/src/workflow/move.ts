import type { Label } from '../label.ts';
import type { Draft } from './draft.ts';
import { refusal } from './draft.ts';
import { holds } from './evaluate.ts';
import type { Variables } from './expression.ts';
import type { Graph, GraphFlow, GraphNode, UserNode } from './graph.ts';
import { isApplicants, title } from './graph.ts';
import type { Found } from './staffing.ts';
import { administrators, findPeople, unique } from './staffing.ts';
import {
  ancestors,
  goBackOver,
  isAgreedTo,
  isApprovedBy,
  lookBack,
  standingOn,
} from './standing.ts';
import type { Act } from './state.ts';
import { endingBehind, passOf } from './verdict.ts';

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

/** The acts that led to these, looking through steps on which nobody was asked. */
export const wordsBefore = (draft: Draft, previous: readonly string[]): readonly Act[] =>
  lookBack(draft, previous, (act) => act.status === 'SKIP' && act.verdict === null);

/** The acts since the record was last submitted. */
export const thisRound = (draft: Draft): Act[] => {
  const submitted = draft.acts.findLast(
    (act) => act.status === 'DONE' && act.node === draft.world.graph.apply,
  );
  return draft.acts.filter((act) => act.seq > (submitted?.seq ?? 0));
};

/**
 * Whether the only person of a step has approved this already, on the way to it (domain §3.4, 6).
 * Only approvals that still stand count; never those of sibling branches, so that the order in
 * which branches finish makes no difference.
 */
const alreadyApproved = (
  draft: Draft,
  previous: readonly string[],
  user: string,
): Label | undefined => {
  const approvedIn = (act: Act): boolean => isApprovedBy(draft, act, user);
  const rules: Readonly<Record<typeof draft.world.settings.skipSame, () => Label | undefined>> = {
    none: () => undefined,
    consecutive: () => {
      const before = wordsBefore(draft, previous);
      return before.length > 0 && before.every(approvedIn)
        ? ['与上一环节办理人相同，自动通过', 'Same person as the step before: passed']
        : undefined;
    },
    any: () =>
      ancestors(draft, previous).some(approvedIn)
        ? ['办理人已在前面环节审批，自动通过', 'The person approved an earlier step: passed']
        : undefined,
  };
  return rules[draft.world.settings.skipSame]();
};

const stillAgreed: Label = [
  '退回前已同意，判断依据未变',
  'Agreed to before the return, and what that was based on has not changed',
];

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
  previous: readonly string[],
  approach: Approach,
  picked: Choice,
): void => {
  // A flow of the diagram that leads back goes back over the step like a return does.
  const again = ancestors(draft, previous).some((act) => act.node === step.id);
  if (approach === 'forward' && again) goBackOver(draft, step.id);
  const standing = approach === 'forward' ? standingOn(draft, step) : undefined;
  const act = draft.putAct({
    id: draft.world.nextId(),
    seq: draft.acts.length + 1,
    node: step.id,
    scope,
    previous,
    status: 'ACTIVE',
    total: 1,
    done: 0,
    people: [],
    flows: [],
    verdict: null,
    basis: null,
    void: false,
    entered: draft.world.now,
    left: null,
  });
  if (isApplicants(step)) {
    const { applicant } = draft.instance;
    draft.issue(act, applicant, [], step.id === draft.world.graph.apply ? [] : [applicant]);
    return;
  }
  if (standing) {
    const passed = draft.putAct({ ...act, verdict: 'agree', basis: standing.basis });
    passOver(draft, passed, stillAgreed, picked);
    return;
  }
  if (approach === 'forward' && step.skip && holds(step.skip, seenFrom(draft, previous))) {
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
    approach === 'forward' && found.users.length === 1
      ? alreadyApproved(draft, previous, only as string)
      : undefined;
  if (same) passOver(draft, act, same, picked);
  else openFound(draft, act, step, found, picked);
};

/* --------------------------------------------------------------- tokens */

const flowOf = (graph: Graph, id: string): GraphFlow => graph.flows[id] as GraphFlow;

/** What conditions see behind these acts: the record's values and the token's own `pass`. */
const seenFrom = (draft: Draft, from: readonly string[]): Variables =>
  new Map([...draft.variables, ['pass', passOf(draft, from)]]);

/** A flow without a condition counts as true, in the file's order. */
const isOpen = (draft: Draft, id: string, from: readonly string[]): boolean => {
  const { condition } = flowOf(draft.world.graph, id);
  return condition === null || holds(condition, seenFrom(draft, from));
};

const noBranch = (gateway: GraphNode) =>
  refusal(['网关【{name}】没有满足条件的分支', 'No branch of gateway “{name}” holds'], {
    name: title(gateway),
  });

const nobodyAgreed = () =>
  refusal(['流程没有任何人审批，不能通过', 'Nobody has agreed to this; it cannot be approved']);

const endings = { approved: 'DONE', refused: 'REFUSED', withdrawn: 'RECALLED' } as const;

type Arrive<T extends GraphNode['type']> = (
  draft: Draft,
  target: Extract<GraphNode, { type: T }>,
  scope: string | null,
  /** The last acts of every branch that led here. */
  from: readonly string[],
  picked: Choice,
) => void;

const arrivals: { readonly [T in GraphNode['type']]: Arrive<T> } = {
  start: () => {},
  end: (draft, _target, _scope, from) => {
    const ending = endingBehind(draft, from);
    draft.log('end', { actor: null });
    if (ending.result === 'approved' && !isAgreedTo(draft)) throw nobodyAgreed();
    draft.endInstance(endings[ending.result]);
    if (ending.result === 'approved') draft.notify('approved', [draft.instance.applicant]);
    if (ending.result !== 'refused') return;
    const said = draft.tasksOf(ending.by).findLast((task) => task.status === 'DONE');
    draft.notify('refused', [draft.instance.applicant], {
      act: ending.by,
      comment: said?.comment ?? '',
    });
  },
  user: (draft, target, scope, from, picked) =>
    enter(draft, target, scope, from, 'forward', picked),
  exclusive: (draft, target, scope, from, picked) => {
    const others = target.out.filter((id) => id !== target.default);
    const taken = others.find((id) => isOpen(draft, id, from)) ?? target.default;
    if (taken === null) throw noBranch(target);
    follow(draft, taken, scope, from, picked);
  },
  fork: (draft, target, scope, from, picked) => {
    const open = target.inclusive
      ? target.out.filter((id) => id !== target.default && isOpen(draft, id, from))
      : target.out;
    const taken = open.length > 0 ? open : target.default === null ? [] : [target.default];
    if (taken.length === 0) throw noBranch(target);
    const opened = draft.putScope({
      id: draft.world.nextId(),
      fork: target.id,
      parent: scope,
      expected: taken.length,
      arrived: 0,
      arrivals: [],
      status: 'OPEN',
    });
    for (const id of taken) follow(draft, id, opened.id, from, picked);
  },
  join: (draft, target, scope, from, picked) => {
    // The checks at deployment promise that a join is only reached inside its own fork.
    const open = draft.scope(scope as string);
    const arrived = open.arrived + 1;
    const complete = arrived === open.expected;
    const arrivals = unique([...open.arrivals, ...from]);
    draft.putScope({ ...open, arrived, arrivals, status: complete ? 'DONE' : 'OPEN' });
    if (complete) follow(draft, target.out[0] as string, open.parent, arrivals, picked);
  },
};

/** Moves a token along a flow to whatever stands at its end. */
const follow = (
  draft: Draft,
  id: string,
  scope: string | null,
  from: readonly string[],
  picked: Choice,
): void => {
  if (!draft.running) return;
  draft.move();
  const last = draft.act(from.at(-1) as string);
  draft.putAct({ ...last, flows: [...last.flows, id] });
  const target = draft.world.graph.nodes[flowOf(draft.world.graph, id).to] as GraphNode;
  (arrivals[target.type] as Arrive<GraphNode['type']>)(draft, target, scope, from, picked);
};

/** The token of a finished (or passed) act goes on. */
export const leave = (draft: Draft, act: Act, picked: Choice): void =>
  follow(draft, draft.stepOf(act).out[0] as string, act.scope, [act.id], picked);
