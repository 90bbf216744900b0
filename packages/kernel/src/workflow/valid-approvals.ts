import { pickedPeopleFact, variableOfReference } from './directory.ts';
import type { FactPath, Facts, Variable } from './expression.ts';
import { pickFacts, valueAtPath, variablePathsIn } from './expression.ts';
import type { Graph, UserNode, VisitedNode, WaitNode } from './graph.ts';
import { isApplicants, nodesBefore, stepsWithPickedPeople } from './graph.ts';
import { isOutcomeOf } from './outcome-facts.ts';
import type { StepVisit, Task } from './state.ts';
import { isVoter, representedPersonOf } from './state.ts';
import type { WorkingState } from './working-state.ts';

/** Names of the token or of a step's votes, which are no facts of the record. */
const ofTheProcess: ReadonlySet<string> = new Set([
  'pass',
  'applyUser',
  'createUser',
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
]);

const known = new WeakMap<Graph, Map<string, readonly FactPath[]>>();

/** Returns the paths that gateways before a step read, and those of the step's own expressions. */
const judgedBy = (graph: Graph, step: VisitedNode): readonly FactPath[] => {
  let names = known.get(graph);
  if (!names) {
    names = new Map();
    known.set(graph, names);
  }
  const found = names.get(step.id);
  if (found) return found;
  const before = nodesBefore(graph, step.id);
  const conditions = Object.values(graph.flows)
    .filter((flow) => before.has(flow.from) && flow.from !== step.id)
    .map((flow) => flow.condition);
  const asked = step.type === 'user' ? step : undefined;
  const expressions = [...conditions, asked?.skip, asked?.multi?.completion];
  const picked = stepsWithPickedPeople(graph);
  const people = [
    ...(asked?.people ?? []).flatMap((reference) => variableOfReference(reference) ?? []),
    ...(asked?.multi?.collection ? [asked.multi.collection] : []),
  ];
  const all = [
    ...expressions.flatMap((expression) => (expression ? variablePathsIn(expression) : [])),
    // If the applicant picks people for several steps, each approval is based on the choice for its
    // step.
    ...people.map((name) =>
      name === pickedPeopleFact && picked.length > 1 ? [name, step.id] : [name],
    ),
  ];
  const own = all.filter(
    (path) => !ofTheProcess.has(path[0] as string) && !isOutcomeOf(path, step),
  );
  names.set(step.id, own);
  return own;
};

/** Returns the basis of a decision on a step: the record's current values. */
export const decisionBasisOf = (state: WorkingState, step: VisitedNode): Facts =>
  pickFacts(judgedBy(state.input.graph, step), (path) => valueAtPath(path, state.present) ?? null);

/** Serialises facts sorted by name, since the database does not preserve their order. */
const textOf = (basis: Facts): string =>
  JSON.stringify(basis, (_, value: Variable) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** Returns all direct and indirect predecessors of visits, these included. */
export const precedingVisits = (
  state: WorkingState,
  from: readonly string[],
): readonly StepVisit[] => {
  const seen = new Set(from);
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const before of state.visit(id).previous) {
      if (seen.has(before)) continue;
      seen.add(before);
      queue.push(before);
    }
  }
  return [...seen].map((id) => state.visit(id));
};

/**
 * Returns the visits that led to the given ones, skipping silent visits. Each visit is examined
 * once: with many joins in a row, the number of paths doubles at each.
 */
export const visitsLedTo = (
  state: Pick<WorkingState, 'visit'>,
  from: readonly string[],
  isSilent: (visit: StepVisit) => boolean,
): readonly StepVisit[] => {
  const seen = new Set<string>();
  const found: StepVisit[] = [];
  const look = (ids: readonly string[]): void => {
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      const visit = state.visit(id);
      if (isSilent(visit)) look(visit.previous);
      else found.push(visit);
    }
  };
  look(from);
  return found;
};

/** True if the path to these visits includes the step, after its last voiding. */
export const wayLeadsThrough = (
  state: WorkingState,
  from: readonly string[],
  node: string,
): boolean => {
  const queue = [...from];
  const seen = new Set(from);
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    const visit = state.visit(id);
    if (visit.void) continue;
    if (visit.node === node) return true;
    for (const before of visit.previous) {
      if (!seen.has(before)) queue.push(before);
      seen.add(before);
    }
  }
  return false;
};

/**
 * Voids the visits of a step and everything that followed from them. Visits of other branches
 * remain valid, as does the path to the step's last visit: in a drawn loop it followed from an
 * earlier round.
 */
export const voidApprovalsFrom = (state: WorkingState, node: string): void => {
  const gone = new Set<string>();
  const last = state.visits.findLast((visit) => visit.node === node);
  const way = new Set(precedingVisits(state, last?.previous ?? []).map(({ id }) => id));
  // Visits are in the order of entry, so predecessors come first.
  for (const visit of state.visits) {
    const follows = visit.node === node || visit.previous.some((id) => gone.has(id));
    if (!follows || way.has(visit.id)) continue;
    gone.add(visit.id);
    if (!visit.void) state.putVisit({ ...visit, void: true });
  }
};

/** Voids the visits of one step only; visits that followed remain valid. */
export const voidStep = (state: WorkingState, node: string): void => {
  for (const visit of state.visits) {
    if (visit.node === node && !visit.void) state.putVisit({ ...visit, void: true });
  }
};

/** Where votes are counted, an approved step may have completed tasks that disagreed. */
const isVoteFor = (task: Task): boolean =>
  task.status === 'DONE' && task.result === 'agree' && isVoter(task);

/** True for an agreement, not voided, by somebody not named in the record. */
const isAgreement = (state: WorkingState, visit: StepVisit): boolean =>
  visit.status === 'DONE' &&
  visit.verdict === 'agree' &&
  !visit.void &&
  !isApplicants(state.nodeOf(visit)) &&
  state
    .tasksOf(visit)
    .some((task) => isVoteFor(task) && task.actor !== null && !state.concerns(task.actor));

const isBasedOn = (state: WorkingState, visit: StepVisit): boolean => {
  const now = decisionBasisOf(state, state.nodeOf(visit));
  return visit.basis !== null && textOf(visit.basis) === textOf(now);
};

/**
 * True if somebody has agreed to the record with its current values. Unknown values count as
 * unchanged.
 */
export const isAgreedTo = (state: WorkingState): boolean =>
  state.visits.some(
    (visit) => isAgreement(state, visit) && (visit.basis === null || isBasedOn(state, visit)),
  );

/**
 * Returns the agreement of a visit: its own, or the earlier one by which the step was skipped.
 * Valid while it is not voided and the values on which it is based are unchanged.
 */
const agreementOf = (state: WorkingState, visit: StepVisit): StepVisit | undefined => {
  if (visit.void || visit.verdict !== 'agree' || !isBasedOn(state, visit)) return undefined;
  // A step to which only the clock agreed is no approval, even after earlier agreements.
  if (visit.status === 'DONE' && !isAgreement(state, visit)) return undefined;
  return state.visits.findLast(
    (other) => other.node === visit.node && other.seq <= visit.seq && isAgreement(state, other),
  );
};

/** Returns the valid approval of a step, or undefined. */
export const validApprovalOf = (state: WorkingState, step: UserNode): StepVisit | undefined =>
  state.visits.findLast(
    (visit) => visit.node === step.id && agreementOf(state, visit) !== undefined,
  );

/**
 * Returns the completion of a matter that is still valid: positive, with an unchanged basis. With
 * `again: 'ask'` it must not have been voided; with `reuse` a return does not repeat the matter. A
 * completion on the path here does not count, since a drawn flow led back.
 * @param from the last visits of every branch that led here
 */
export const validOutcomeOf = (
  state: WorkingState,
  node: WaitNode,
  from: readonly string[],
): StepVisit | undefined => {
  const onTheWay = precedingVisits(state, from).filter((visit) => visit.node === node.id);
  const since = Math.max(0, ...onTheWay.map(({ seq }) => seq));
  return state.visits.findLast(
    (visit) =>
      visit.node === node.id &&
      visit.seq > since &&
      visit.status === 'DONE' &&
      visit.verdict === 'agree' &&
      (node.again !== 'ask' || !visit.void) &&
      isBasedOn(state, visit),
  );
};

/** True if the visit is a valid approval by this person. */
export const isApprovedBy = (state: WorkingState, visit: StepVisit, user: string): boolean => {
  const agreement = agreementOf(state, visit);
  return (
    agreement !== undefined &&
    state.tasksOf(agreement).some((task) => isVoteFor(task) && representedPersonOf(task) === user)
  );
};
