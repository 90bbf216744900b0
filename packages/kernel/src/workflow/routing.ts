import type { Label } from '../label.ts';
import { holds } from './evaluate.ts';
import type { Variables } from './expression.ts';
import type { Graph, GraphFlow, GraphNode, UserNode } from './graph.ts';
import { isApplicants, title } from './graph.ts';
import type { Found } from './staffing.ts';
import { administrators, findPeople, unique } from './staffing.ts';
import type { StepVisit } from './state.ts';
import {
  ancestors,
  isAgreedTo,
  isApprovedBy,
  lookBack,
  validApprovalOf,
  voidFrom,
} from './valid-approvals.ts';
import { endingBehind, passOf } from './verdict.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

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
      'The person chosen is not a candidate of the next step',
    ]);
  }
};

/* ------------------------------------------------------------- user steps */

/** The visits that led to these, looking through steps on which nobody was asked. */
export const decidedVisitsBefore = (
  state: WorkingState,
  previous: readonly string[],
): readonly StepVisit[] =>
  lookBack(state, previous, (visit) => visit.status === 'SKIP' && visit.verdict === null);

/** The visits since the record was last submitted. */
export const thisRound = (state: WorkingState): StepVisit[] => {
  const submitted = state.visits.findLast(
    (visit) => visit.status === 'DONE' && visit.node === state.input.graph.apply,
  );
  return state.visits.filter((visit) => visit.seq > (submitted?.seq ?? 0));
};

/**
 * Whether the only person of a step has approved this already, on the way to it.
 * Only valid approvals count; never those of sibling branches, so that the order in
 * which branches finish makes no difference.
 */
const alreadyApproved = (
  state: WorkingState,
  previous: readonly string[],
  user: string,
): Label | undefined => {
  const approvedIn = (visit: StepVisit): boolean => isApprovedBy(state, visit, user);
  const rules: Readonly<Record<typeof state.input.settings.skipSame, () => Label | undefined>> = {
    none: () => undefined,
    consecutive: () => {
      const before = decidedVisitsBefore(state, previous);
      return before.length > 0 && before.every(approvedIn)
        ? [
            '与上一环节办理人相同，自动通过',
            'Same person as the step before: approved automatically',
          ]
        : undefined;
    },
    any: () =>
      ancestors(state, previous).some(approvedIn)
        ? [
            '办理人已在前面环节审批，自动通过',
            'The person approved an earlier step: approved automatically',
          ]
        : undefined,
  };
  return rules[state.input.settings.skipSame]();
};

const stillAgreed: Label = [
  '退回前已同意，判断依据未变',
  'Approved before the return, and the values it was based on have not changed',
];

const passOver = (state: WorkingState, visit: StepVisit, reason: Label, picked: Choice): void => {
  const passed = state.closeVisit(visit, 'SKIP');
  state.log('skip', { visit: passed, actor: null, reason });
  leave(state, passed, picked);
};

const openMulti = (state: WorkingState, visit: StepVisit, step: UserNode, found: Found): void => {
  const people = [...found.users];
  const sequential = step.multi?.sequential === true;
  const opened = state.putVisit({
    ...visit,
    total: people.length,
    people: sequential ? people : [],
  });
  for (const user of sequential ? people.slice(0, 1) : people)
    state.issue(opened, user, [], [user]);
};

const openSingle = (state: WorkingState, visit: StepVisit, found: Found, picked: Choice): void => {
  picked.offered = true;
  const chosen = found.users.find((user) => picked.users.includes(user));
  if (chosen !== undefined) picked.used = true;
  const only = found.users.length === 1 ? (found.users[0] as string) : null;
  const assignee = chosen ?? only;
  const references = unique(found.candidates.map((item) => item.reference));
  state.issue(visit, assignee, references, assignee === null ? [...found.users] : [assignee]);
};

const whenEmpty: Readonly<
  Record<
    UserNode['empty'],
    (state: WorkingState, visit: StepVisit, step: UserNode, picked: Choice) => void
  >
> = {
  toAdmin: (state, visit, step, picked) =>
    openFound(state, visit, step, administrators(state, step), picked),
  skip: (state, visit, _step, picked) =>
    passOver(
      state,
      visit,
      ['审批人为空，自动通过', 'No approver for this step: passed automatically'],
      picked,
    ),
  refuse: (state, visit) => {
    state.log('refuse', {
      visit,
      actor: null,
      reason: ['审批人为空，自动不通过', 'No approver for this step: refused automatically'],
    });
    state.notify('refused', [state.instance.applicant], { visit });
    state.endInstance('REFUSED');
  },
};

const openFound = (
  state: WorkingState,
  visit: StepVisit,
  step: UserNode,
  found: Found,
  picked: Choice,
): void => {
  if (found.reason) state.log('reassign', { visit, actor: null, reason: found.reason });
  if (step.multi) openMulti(state, visit, step, found);
  else openSingle(state, visit, found, picked);
};

/** A token comes to a user step. */
export const enter = (
  state: WorkingState,
  step: UserNode,
  scope: string | null,
  previous: readonly string[],
  approach: Approach,
  picked: Choice,
): void => {
  // A flow of the diagram that leads back goes back over the step like a return does.
  const again = ancestors(state, previous).some((visit) => visit.node === step.id);
  if (approach === 'forward' && again) voidFrom(state, step.id);
  const valid = approach === 'forward' ? validApprovalOf(state, step) : undefined;
  const visit = state.putVisit({
    id: state.input.nextId(),
    seq: state.visits.length + 1,
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
    entered: state.input.now,
    left: null,
  });
  if (isApplicants(step)) {
    const { applicant } = state.instance;
    state.issue(visit, applicant, [], step.id === state.input.graph.apply ? [] : [applicant]);
    return;
  }
  if (valid) {
    const passed = state.putVisit({ ...visit, verdict: 'agree', basis: valid.basis });
    passOver(state, passed, stillAgreed, picked);
    return;
  }
  if (approach === 'forward' && step.skip && holds(step.skip, seenFrom(state, previous))) {
    const reason: Label = [
      '满足跳过条件，自动通过',
      'The skip condition holds: passed automatically',
    ];
    passOver(state, visit, reason, picked);
    return;
  }
  const found = findPeople(state, step);
  if (!found) {
    const policy = approach === 'back' && step.empty === 'skip' ? 'toAdmin' : step.empty;
    whenEmpty[policy](state, visit, step, picked);
    return;
  }
  const [only] = found.users;
  const same =
    approach === 'forward' && found.users.length === 1
      ? alreadyApproved(state, previous, only as string)
      : undefined;
  if (same) passOver(state, visit, same, picked);
  else openFound(state, visit, step, found, picked);
};

/* --------------------------------------------------------------- tokens */

const flowOf = (graph: Graph, id: string): GraphFlow => graph.flows[id] as GraphFlow;

/** What conditions see behind these visits: the record's values and the token's own `pass`. */
const seenFrom = (state: WorkingState, from: readonly string[]): Variables =>
  new Map([...state.variables, ['pass', passOf(state, from)]]);

/** A flow without a condition counts as true, in the file's order. */
const isOpen = (state: WorkingState, id: string, from: readonly string[]): boolean => {
  const { condition } = flowOf(state.input.graph, id);
  return condition === null || holds(condition, seenFrom(state, from));
};

const noBranch = (gateway: GraphNode) =>
  refusal(['网关【{name}】没有满足条件的分支', 'No branch of gateway “{name}” holds'], {
    name: title(gateway),
  });

const nobodyAgreed = () =>
  refusal([
    '流程没有任何人审批，不能通过',
    'Nobody has approved this; the process cannot end as approved',
  ]);

const endings = { approved: 'DONE', refused: 'REFUSED', withdrawn: 'RECALLED' } as const;

type Arrive<T extends GraphNode['type']> = (
  state: WorkingState,
  target: Extract<GraphNode, { type: T }>,
  scope: string | null,
  /** The last visits of every branch that led here. */
  from: readonly string[],
  picked: Choice,
) => void;

const arrivals: { readonly [T in GraphNode['type']]: Arrive<T> } = {
  start: () => {},
  end: (state, _target, _scope, from) => {
    const ending = endingBehind(state, from);
    state.log('end', { actor: null });
    if (ending.result === 'approved' && !isAgreedTo(state)) throw nobodyAgreed();
    state.endInstance(endings[ending.result]);
    if (ending.result === 'approved') state.notify('approved', [state.instance.applicant]);
    if (ending.result !== 'refused') return;
    const said = state.tasksOf(ending.by).findLast((task) => task.status === 'DONE');
    state.notify('refused', [state.instance.applicant], {
      visit: ending.by,
      comment: said?.comment ?? '',
    });
  },
  user: (state, target, scope, from, picked) =>
    enter(state, target, scope, from, 'forward', picked),
  exclusive: (state, target, scope, from, picked) => {
    const others = target.out.filter((id) => id !== target.default);
    const taken = others.find((id) => isOpen(state, id, from)) ?? target.default;
    if (taken === null) throw noBranch(target);
    follow(state, taken, scope, from, picked);
  },
  fork: (state, target, scope, from, picked) => {
    const open = target.inclusive
      ? target.out.filter((id) => id !== target.default && isOpen(state, id, from))
      : target.out;
    const taken = open.length > 0 ? open : target.default === null ? [] : [target.default];
    if (taken.length === 0) throw noBranch(target);
    const opened = state.putScope({
      id: state.input.nextId(),
      fork: target.id,
      parent: scope,
      expected: taken.length,
      arrived: 0,
      arrivals: [],
      status: 'OPEN',
    });
    for (const id of taken) follow(state, id, opened.id, from, picked);
  },
  join: (state, target, scope, from, picked) => {
    // The checks at deployment promise that a join is only reached inside its own fork.
    const open = state.scope(scope as string);
    const arrived = open.arrived + 1;
    const complete = arrived === open.expected;
    const arrivals = unique([...open.arrivals, ...from]);
    state.putScope({ ...open, arrived, arrivals, status: complete ? 'DONE' : 'OPEN' });
    if (complete) follow(state, target.out[0] as string, open.parent, arrivals, picked);
  },
};

/** Moves a token along a flow to the node at its end. */
const follow = (
  state: WorkingState,
  id: string,
  scope: string | null,
  from: readonly string[],
  picked: Choice,
): void => {
  if (!state.running) return;
  state.countFlow();
  const last = state.visit(from.at(-1) as string);
  state.putVisit({ ...last, flows: [...last.flows, id] });
  const target = state.input.graph.nodes[flowOf(state.input.graph, id).to] as GraphNode;
  (arrivals[target.type] as Arrive<GraphNode['type']>)(state, target, scope, from, picked);
};

/** The token of a finished (or passed) visit goes on. */
export const leave = (state: WorkingState, visit: StepVisit, picked: Choice): void =>
  follow(state, state.stepOf(visit).out[0] as string, visit.scope, [visit.id], picked);
