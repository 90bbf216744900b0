import type { Label } from '../label.ts';
import { firstAbsentPerson, holdingOf, presentPeople } from './absence.ts';
import type { Choice } from './choice.ts';
import { deadlineOf } from './deadlines/due.ts';
import { alreadyApproved } from './dedupe.ts';
import type { ChoosingGateway } from './gateways.ts';
import { passGateway, variablesAt } from './gateways.ts';
import type { Graph, GraphFlow, GraphNode, UserNode, VisitedNode } from './graph.ts';
import { isApplicants } from './graph.ts';
import { judgeCondition } from './judging/judge.ts';
import type { Period } from './period.ts';
import { parsePeriod, periodEnd } from './period.ts';
import { isServiceDone, runService } from './services/services.ts';
import type { FoundPeople } from './staffing.ts';
import { administratorsFor, findPeople, uniqueValues } from './staffing.ts';
import type { Arrival, Scope, StepVisit } from './state.ts';
import { arrivedBranches, isUnsettled, isVoter, representedPersonOf } from './state.ts';
import {
  isAgreedTo,
  validApprovalOf,
  validOutcomeOf,
  visitsLedTo,
  voidApprovalsFrom,
  wayLeadsThrough,
} from './valid-approvals.ts';
import { drawnEnding, endingByVerdict } from './verdict.ts';
import type { WorkingState } from './working-state.ts';
import { refusal } from './working-state.ts';

/** Direction in which a step is reached: only a step reached forward may be skipped. */
export type Approach = 'forward' | 'back';

const stillAgreed: Label = [
  '此前已同意，判断依据未变',
  'Approved before, and the values it was based on have not changed',
];

const doneBefore: Label = ['退回前已执行，不再重复', 'Done before the return, and not done again'];

const passOver = (state: WorkingState, visit: StepVisit, reason: Label, picked: Choice): void => {
  const passed = state.closeVisit(visit, 'SKIP');
  state.log('skip', { visit: passed, actor: null, reason });
  leaveStep(state, passed, picked);
};

const openMulti = (
  state: WorkingState,
  visit: StepVisit,
  step: UserNode,
  found: FoundPeople,
): void => {
  const people = [...found.users];
  const sequential = step.multi?.sequential === true;
  const opened = state.putVisit({
    ...visit,
    total: people.length,
    people: sequential ? people : [],
  });
  for (const user of sequential ? people.slice(0, 1) : people) {
    const { assignee, owner } = holdingOf(state, user, [...people, ...state.wordsOn(opened)]);
    state.issue(opened, assignee, [], [assignee], owner);
  }
};

const openSingle = (
  state: WorkingState,
  visit: StepVisit,
  found: FoundPeople,
  picked: Choice,
): void => {
  picked.offered = true;
  const chosen = found.users.find((user) => picked.users.includes(user));
  if (chosen !== undefined) picked.used = true;
  const present = presentPeople(state, found.users);
  const only = present.length === 1 ? (present[0] as string) : null;
  // A step reached again goes to the person who handled it the last time.
  const last = state.tasks.findLast(
    (task) => task.node === visit.node && task.actor !== null && task.kind === 'N',
  );
  const known = present.find((user) => last && user === representedPersonOf(last));
  const person = chosen ?? only ?? known ?? firstAbsentPerson(state, present) ?? null;
  const references = uniqueValues(found.candidates.map((item) => item.reference));
  if (person === null) {
    state.issue(visit, null, references, present);
    return;
  }
  const { assignee, owner } = holdingOf(state, person, []);
  state.issue(visit, assignee, references, [assignee], owner);
};

const whenEmpty: Readonly<
  Record<
    UserNode['empty'],
    (state: WorkingState, visit: StepVisit, step: UserNode, picked: Choice) => void
  >
> = {
  toAdmin: (state, visit, step, picked) =>
    openFound(state, visit, step, administratorsFor(state, step), picked),
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
      reason: ['审批人为空，自动不通过', 'No approver for this step: rejected automatically'],
    });
    state.notify('refused', [state.instance.applicant], { visit });
    state.endInstance('REFUSED');
  },
};

const openFound = (
  state: WorkingState,
  visit: StepVisit,
  step: UserNode,
  found: FoundPeople,
  picked: Choice,
): void => {
  if (found.reason) state.log('reassign', { visit, actor: null, reason: found.reason });
  const { now, calendar = new Map() } = state.input;
  const due = deadlineOf(step, now, calendar, state.facts);
  const begun = due === null ? visit : state.putVisit({ ...visit, due });
  if (step.multi) openMulti(state, begun, step, found);
  else openSingle(state, begun, found, picked);
};

const openVisit = (
  state: WorkingState,
  { id: node }: VisitedNode,
  scope: string | null,
  previous: readonly string[],
): StepVisit =>
  state.putVisit({
    id: state.input.nextId(),
    seq: state.visits.length + 1,
    submission: state.instance.submission,
    node,
    scope,
    previous,
    status: 'ACTIVE',
    total: 1,
    done: 0,
    against: 0,
    people: [],
    flows: [],
    verdict: null,
    basis: null,
    void: false,
    entered: state.input.now,
    left: null,
    due: null,
    paused: 0,
    outcome: null,
    outcomeKey: null,
  });

/** Enters a user step with a token. */
export const enterStep = (
  state: WorkingState,
  step: UserNode,
  scope: string | null,
  previous: readonly string[],
  approach: Approach,
  picked: Choice,
): void => {
  // A flow that leads back to an earlier step voids it, as a return does.
  const again = approach === 'forward' && wayLeadsThrough(state, previous, step.id);
  if (again) voidApprovalsFrom(state, step.id);
  const valid = approach === 'forward' ? validApprovalOf(state, step) : undefined;
  const visit = openVisit(state, step, scope, previous);
  if (isApplicants(step)) {
    const { applicant } = state.instance;
    state.issue(visit, applicant, [], step.id === state.input.graph.apply ? [] : [applicant]);
    return;
  }
  if (valid) {
    const { basis, total, done, against } = valid;
    const passed = state.putVisit({ ...visit, verdict: 'agree', basis, total, done, against });
    passOver(state, passed, stillAgreed, picked);
    return;
  }
  if (
    approach === 'forward' &&
    step.skip &&
    judgeCondition(step, step.skip, variablesAt(state, previous))
  ) {
    const reason: Label = [
      '满足跳过条件，自动通过',
      'The skip condition is met: skipped automatically',
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
      ? alreadyApproved(state, step, previous, only as string)
      : undefined;
  if (same) passOver(state, visit, same, picked);
  else openFound(state, visit, step, found, picked);
};

const flowOf = (graph: Graph, id: string): GraphFlow => graph.flows[id] as GraphFlow;

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
  /** Ids of the last visits of every branch that led here. */
  from: readonly string[],
  picked: Choice,
  /** Id of the flow by which the node is reached. */
  flow: string,
) => void;

const arrivals: { readonly [T in GraphNode['type']]: Arrive<T> } = {
  start: () => {},
  end: (state, target, _scope, from) => {
    const ending =
      target.result === null
        ? endingByVerdict(state, from)
        : drawnEnding(state, target.result, from);
    state.log('end', { actor: null });
    if (ending.result === 'approved' && !target.free && !isAgreedTo(state)) throw nobodyAgreed();
    state.endInstance(endings[ending.result]);
    if (ending.result === 'approved') state.notify('approved', [state.instance.applicant]);
    if (ending.result !== 'refused') return;
    const said = state
      .tasksOf(ending.by)
      .findLast((task) => task.status === 'DONE' && isVoter(task));
    state.notify('refused', [state.instance.applicant], {
      visit: ending.by,
      comment: said?.comment ?? '',
    });
  },
  user: (state, target, scope, from, picked) =>
    enterStep(state, target, scope, from, 'forward', picked),
  wait: (state, target, scope, from, picked) => {
    if (wayLeadsThrough(state, from, target.id)) voidApprovalsFrom(state, target.id);
    const opened = openVisit(state, target, scope, from);
    const wait = { ...opened, total: 0 };
    // A period always begins again, since it is granted for the current content of the record.
    if (target.matter === undefined) {
      const { now, calendar = new Map() } = state.input;
      // The checks at deployment guarantee a valid period.
      const due = periodEnd(now, parsePeriod(target.period ?? '') as Period, calendar);
      state.putVisit({ ...wait, due });
      return;
    }
    const valid = validOutcomeOf(state, target, from);
    if (!valid) {
      state.putVisit(wait);
      return;
    }
    const { basis, outcome } = valid;
    passOver(state, { ...wait, verdict: 'agree', basis, outcome }, stillAgreed, picked);
  },
  service: (state, target, scope, from, picked) => {
    if (wayLeadsThrough(state, from, target.id)) voidApprovalsFrom(state, target.id);
    const again = isServiceDone(state, target);
    const opened = { ...openVisit(state, target, scope, from), total: 0 };
    if (again) {
      passOver(state, opened, doneBefore, picked);
      return;
    }
    const visit = state.closeVisit(opened, 'DONE');
    runService(state, target, visit);
    leaveStep(state, state.visit(visit.id), picked);
  },
  exclusive: (state, target, scope, from, picked) => {
    for (const id of passGateway(state, target, from)) follow(state, id, scope, from, picked);
  },
  fork: (state, target, scope, from, picked) => {
    const taken = passGateway(state, target, from);
    const opened = state.putScope({
      id: state.input.nextId(),
      fork: target.id,
      parent: scope,
      expected: taken.length,
      arrivals: [],
      partial: false,
      status: 'OPEN',
    });
    for (const id of taken) follow(state, id, opened.id, from, picked);
  },
  join: (state, target, scope, from, picked, flow) => {
    // The checks at deployment guarantee that a join is reached inside its fork only.
    const open = state.scope(scope as string);
    const branch = branchOf(state.input.graph, flow, open.fork);
    const came = from.map((act): Arrival => ({ flow: branch, act }));
    const arrived = state.putScope({ ...open, arrivals: [...open.arrivals, ...came] });
    if (arrivedBranches(arrived) < arrived.expected) return;
    if (isUnsettled(arrived) && settle(state, arrived, picked)) return;
    const { parent, arrivals } = state.putScope({ ...arrived, status: 'DONE' });
    const last = uniqueValues(arrivals.map(({ act }) => act));
    follow(state, target.out[0] as string, parent, last, picked);
  },
};

/**
 * Returns the branch of a fork that contains a flow into its join, by the first flow of the branch.
 */
const branchOf = (graph: Graph, flow: string, fork: string): string => {
  const { from } = flowOf(graph, flow);
  if (from === fork) return flow;
  const [, branch] = graph.nodes[from]?.path.findLast(([open]) => open === fork) ?? [];
  return branch as string;
};

/** Returns the last visits before a fork, from visits inside it. */
const visitsBefore = (state: WorkingState, fork: string, inside: readonly string[]) =>
  visitsLedTo(state, inside, (visit) =>
    state.nodeOf(visit).path.some(([open]) => open === fork),
  ).map((visit) => visit.id);

/**
 * Completes a fork that a return opened for one branch, when that branch arrives: branches that the
 * current values require are walked too. A branch with valid approvals arrives at once.
 * @returns whether another branch has to be walked; the last to arrive closes the fork.
 */
const settle = (state: WorkingState, scope: Scope, picked: Choice): boolean => {
  const { graph } = state.input;
  const came = new Set(scope.arrivals.map(({ flow }) => flow));
  const from = visitsBefore(
    state,
    scope.fork,
    scope.arrivals.map(({ act }) => act),
  );
  const taken = passGateway(state, graph.nodes[scope.fork] as ChoosingGateway, from);
  const missing = taken.filter((id) => !came.has(id));
  state.putScope({ ...scope, expected: came.size + missing.length });
  for (const id of missing) follow(state, id, scope.id, from, picked);
  return missing.length > 0;
};

/** Moves a token along a flow to its target node. */
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
  (arrivals[target.type] as Arrive<GraphNode['type']>)(state, target, scope, from, picked, id);
};

/** Moves the token of a finished (or skipped) visit on. */
export const leaveStep = (state: WorkingState, visit: StepVisit, picked: Choice): void =>
  follow(state, state.nodeOf(visit).out[0] as string, visit.scope, [visit.id], picked);
