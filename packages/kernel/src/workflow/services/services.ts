import type { Service } from '../../definition/life/process.ts';
import { Refused } from '../../errors.ts';
import { fill, type Label } from '../../label.ts';
import { stepLabel } from '../diagram.ts';
import type { Graph, ServiceNode } from '../graph.ts';
import { node } from '../graph.ts';
import { Unjudged } from '../judging/judge.ts';
import { usersOf } from '../staffing.ts';
import type { Snapshot, StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';
import { copyByRoute } from './copies.ts';

/**
 * Work of each service in the transaction. A result for the record's state is read from the visits that count
 * (`placesOf`), and so are calls (`callsBetween`): voiding a visit takes both back.
 */
const services: {
  readonly [K in Service['is']]: (
    state: WorkingState,
    visit: StepVisit,
    service: Extract<Service, { is: K }>,
  ) => void;
} = {
  cc: (state, visit, { people }) =>
    copyByRoute(state, visit, usersOf(state, state.nodeOf(visit), people)),
  status: (state, visit) => state.log('service', { visit, actor: null }),
  call: (state, visit) => state.log('service', { visit, actor: null }),
};

/** Has the service done its work, and was it not gone back over? Then it is not done again. */
export const isDone = (state: WorkingState, { id }: ServiceNode): boolean =>
  state.visits.some((visit) => visit.node === id && visit.status === 'DONE' && !visit.void);

/** Why a service could not do its work: the whole command is refused. */
export const serviceFailed = (at: ServiceNode, reason: Label): Refused =>
  new Refused(
    fill(['节点【{node}】执行失败：{reason}', 'Node “{node}” failed: {reason}'], {
      node: stepLabel(at),
      reason,
    }),
  );

/** Does a service's work. @throws Refused where it fails. */
export const serve = (state: WorkingState, at: ServiceNode, visit: StepVisit): void => {
  try {
    (services[at.service.is] as (typeof services)['cc'])(state, visit, at.service as never);
  } catch (error) {
    if (!(error instanceof Refused) || error instanceof Unjudged) throw error;
    throw serviceFailed(at, error.label);
  }
};

/** A call that a process makes outside, or takes back: named by its visit, which makes it once. */
export interface OutsideCall {
  readonly visit: string;
  readonly at: ServiceNode;
  readonly name: string;
}

/** The calls that count: of visits not gone back over, in a process that was not given up. */
const standingCalls = (snapshot: Snapshot | null, graph: Graph): readonly OutsideCall[] => {
  if (!snapshot || !['RUN', 'DONE'].includes(snapshot.instance.status)) return [];
  return snapshot.visits.flatMap((visit): OutsideCall[] => {
    const at = node(graph, visit.node);
    if (visit.status !== 'DONE' || visit.void) return [];
    if (at?.type !== 'service' || at.service.is !== 'call') return [];
    return [{ visit: visit.id, at, name: at.service.name }];
  });
};

/** The calls that a command makes, and those that it takes back. */
export const callsBetween = (
  before: Snapshot | null,
  after: Snapshot,
  graph: Graph,
): { readonly made: readonly OutsideCall[]; readonly undone: readonly OutsideCall[] } => {
  const [had, has] = [standingCalls(before, graph), standingCalls(after, graph)];
  const without = (all: readonly OutsideCall[], some: readonly OutsideCall[]) =>
    all.filter(({ visit }) => !some.some((other) => other.visit === visit));
  return { made: without(has, had), undone: without(had, has) };
};
