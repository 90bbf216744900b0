import { variableOf } from './directory.ts';
import type { Draft } from './draft.ts';
import type { Variable } from './expression.ts';
import { namesIn } from './expression.ts';
import type { Graph, UserNode } from './graph.ts';
import { isApplicants, nodesBefore } from './graph.ts';
import type { Act } from './state.ts';

/** Names that belong to the token or to a step's own count, not to the record. */
const ofTheProcess: ReadonlySet<string> = new Set([
  'pass',
  'applyUser',
  'createUser',
  'nrOfInstances',
  'nrOfCompletedInstances',
  'nrOfActiveInstances',
]);

const known = new WeakMap<Graph, Map<string, readonly string[]>>();

/** The names that gateways on the way to a step read, and the step's own expressions. */
const judgedBy = (graph: Graph, step: UserNode): readonly string[] => {
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
  const expressions = [...conditions, step.skip, step.multi?.completion];
  const all = new Set([
    ...expressions.flatMap((expression) => (expression ? [...namesIn(expression)] : [])),
    ...step.people.flatMap((reference) => variableOf(reference) ?? []),
    ...(step.multi?.collection ? [step.multi.collection] : []),
  ]);
  const own = [...all].filter((name) => !ofTheProcess.has(name)).sort();
  names.set(step.id, own);
  return own;
};

/** What a decision on a step is based on: the record's values as they are now. */
export const basisOf = (draft: Draft, step: UserNode): Readonly<Record<string, Variable>> =>
  Object.fromEntries(
    judgedBy(draft.world.graph, step).map((name) => [name, draft.instance.variables[name] ?? null]),
  );

/** Acts that came, directly or not, before these; themselves included. */
export const ancestors = (draft: Draft, from: readonly string[]): readonly Act[] => {
  const seen = new Set(from);
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const before of draft.act(id).previous) {
      if (seen.has(before)) continue;
      seen.add(before);
      queue.push(before);
    }
  }
  return [...seen].map((id) => draft.act(id));
};

/**
 * The acts that led to these, looking through those that say nothing. Each is looked at once: where
 * branches join again and again, the ways back double with every join.
 */
export const lookBack = (
  draft: Pick<Draft, 'act'>,
  from: readonly string[],
  isSilent: (act: Act) => boolean,
): readonly Act[] => {
  const seen = new Set<string>();
  const found: Act[] = [];
  const look = (ids: readonly string[]): void => {
    for (const id of ids) {
      if (seen.has(id)) continue;
      seen.add(id);
      const act = draft.act(id);
      if (isSilent(act)) look(act.previous);
      else found.push(act);
    }
  };
  look(from);
  return found;
};

/**
 * Goes back over a step: what was said there, and everything that followed from it, counts no
 * more. What other branches said stands.
 */
export const goBackOver = (draft: Draft, node: string): void => {
  const gone = new Set<string>();
  // Acts stand in the order in which they were entered: whatever led to one comes before it.
  for (const act of draft.acts) {
    if (act.node !== node && !act.previous.some((id) => gone.has(id))) continue;
    gone.add(act.id);
    if (!act.void) draft.putAct({ ...act, void: true });
  }
};

/** Takes the word of a step alone back; what followed from it stands. */
export const forget = (draft: Draft, node: string): void => {
  for (const act of draft.acts) {
    if (act.node === node && !act.void) draft.putAct({ ...act, void: true });
  }
};

/** Agreed to by a person whom the record does not name, and not gone back over. */
const isAgreement = (draft: Draft, act: Act): boolean =>
  act.status === 'DONE' &&
  act.verdict === 'agree' &&
  !act.void &&
  !isApplicants(draft.stepOf(act)) &&
  draft
    .tasksOf(act)
    .some((task) => task.status === 'DONE' && task.actor !== null && !draft.concerns(task.actor));

const isBasedOn = (draft: Draft, act: Act): boolean => {
  const now = basisOf(draft, draft.stepOf(act));
  return act.basis !== null && JSON.stringify(act.basis) === JSON.stringify(now);
};

/** Has anybody agreed to the record as it lies here? Values that are not known count as the same. */
export const isAgreedTo = (draft: Draft): boolean =>
  draft.acts.some(
    (act) => isAgreement(draft, act) && (act.basis === null || isBasedOn(draft, act)),
  );

/**
 * The agreement that an act gives: its own, or the earlier one on the same step by which the step
 * was passed. It stands while it was not gone back over and its basis is what it was.
 */
const agreementOf = (draft: Draft, act: Act): Act | undefined => {
  if (act.void || act.verdict !== 'agree' || !isBasedOn(draft, act)) return undefined;
  return draft.acts.findLast(
    (other) => other.node === act.node && other.seq <= act.seq && isAgreement(draft, other),
  );
};

/** The approval of a step that still stands, if any. */
export const standingOn = (draft: Draft, step: UserNode): Act | undefined => {
  const last = draft.acts.findLast((act) => act.node === step.id && !act.void);
  return last && agreementOf(draft, last);
};

/** Does this act stand as an approval by that person? */
export const isApprovedBy = (draft: Draft, act: Act, user: string): boolean => {
  const agreement = agreementOf(draft, act);
  return (
    agreement !== undefined &&
    draft.tasksOf(agreement).some((task) => task.status === 'DONE' && task.actor === user)
  );
};
