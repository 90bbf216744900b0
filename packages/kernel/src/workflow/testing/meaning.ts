import type { Command } from '../command.ts';
import type { Decision } from '../decide.ts';
import type { Variable } from '../expression.ts';
import type { Graph } from '../graph.ts';
import type { Snapshot, StepVisit } from '../state.ts';
import { conditions } from './generate.ts';

export type Facts = Readonly<Record<string, Variable>>;

/** What a call did, for an account of it that shares no rule with the engine. */
export interface Happened {
  readonly before: Snapshot | null;
  readonly command: Command;
  readonly decision: Decision;
  readonly graph: Graph;
  /** The text of each flow's condition, as it was drawn. */
  readonly texts: ReadonlyMap<string, string>;
  readonly facts: Facts;
}

/** Of a flow: whether it holds, or undefined where it asks for the verdict. */
const holds = ({ texts, facts }: Happened, flow: string): boolean | undefined => {
  const text = texts.get(flow);
  if (text === undefined) return true;
  return conditions[text]?.(facts);
};

const expectedFlows = (happened: Happened, gateway: string): readonly string[] | undefined => {
  const node = happened.graph.nodes[gateway];
  if (!node || node.out.length < 2 || !('default' in node)) return undefined;
  if (node.type === 'fork' && !node.inclusive) return node.out;
  const others = node.out.filter((flow) => flow !== node.default);
  const answers = others.map((flow) => holds(happened, flow));
  if (answers.includes(undefined)) return undefined;
  const open = others.filter((_, i) => answers[i]);
  const taken = node.type === 'fork' ? open : open.slice(0, 1);
  return taken.length > 0 ? taken : node.default === null ? [] : [node.default];
};

const gateways = (happened: Happened, old: ReadonlyMap<string, StepVisit>): string[] => {
  const { decision, graph } = happened;
  // The fields of an ended process are not judged further on.
  if (decision.snapshot.instance.status !== 'RUN') return [];
  const taken = new Map<string, string[]>();
  for (const visit of decision.snapshot.visits) {
    for (const flow of visit.flows.slice(old.get(visit.id)?.flows.length ?? 0)) {
      const from = graph.flows[flow]?.from ?? '';
      taken.set(from, [...(taken.get(from) ?? []), flow]);
    }
  }
  return [...taken].flatMap(([gateway, flows]) => {
    const expected = expectedFlows(happened, gateway);
    // A fork opened by a return for one branch: what has arrived already is not walked again.
    const reopened = decision.snapshot.scopes.some(
      ({ fork, partial }) => partial && fork === gateway,
    );
    if (reopened && flows.every((flow) => expected?.includes(flow))) return [];
    return expected === undefined || expected.join() === flows.join()
      ? []
      : [`gateway ${gateway} took ${flows.join()}, not ${expected.join()}`];
  });
};

/** Votes that are enough: all of them, one, or a share of six in ten. */
const enough = (graph: Graph, visit: StepVisit): boolean => {
  const node = graph.nodes[visit.node];
  const completion = node?.type === 'user' ? node.multi?.completion : null;
  if (completion == null) return visit.done === visit.total;
  return JSON.stringify(completion).includes('"/"')
    ? visit.done * 10 >= visit.total * 6
    : visit.done > 0;
};

const votes = (
  { decision, graph, command }: Happened,
  old: ReadonlyMap<string, StepVisit>,
): string[] =>
  decision.snapshot.visits.flatMap((visit) => {
    const wrong: string[] = [];
    if (visit.status === 'ACTIVE' && enough(graph, visit))
      wrong.push(`${visit.node} has enough votes`);
    const agreed = visit.status === 'DONE' && visit.verdict === 'agree';
    if (agreed && !enough(graph, visit)) wrong.push(`${visit.node} has not enough votes`);
    const turn = visit.people[visit.done];
    const asked = decision.snapshot.tasks.filter(
      (task) => task.visit === visit.id && task.status === 'TODO',
    );
    const moved = old.get(visit.id)?.done !== visit.done && command.is !== 'withdraw';
    if (visit.status === 'ACTIVE' && turn !== undefined && moved && asked[0]?.assignee !== turn) {
      wrong.push(`${visit.node}: it is the turn of ${turn}, not of ${asked[0]?.assignee}`);
    }
    return wrong;
  });

const returns = ({ before, command, decision, graph }: Happened): string[] => {
  // A step that has nobody any more may refuse by its own rule.
  if (command.is !== 'back' || !before || decision.position === 'refused') return [];
  const returner = decision.snapshot.tasks.find((task) => task.id === command.task);
  const added = decision.snapshot.visits.slice(before.visits.length);
  const target = command.to === 'applicant' ? graph.apply : command.to;
  const [reached] = added;
  if (added.length !== 1 || reached?.status !== 'ACTIVE') {
    return [`a return from ${returner?.node} was passed over`];
  }
  if (command.to !== 'prev' && reached.node !== target) return [`returned to ${reached.node}`];
  const dealtWith = before.visits.some(
    (visit) => visit.node === reached.node && (visit.status === 'DONE' || visit.status === 'BACK'),
  );
  return dealtWith ? [] : [`returned to ${reached.node}, which nobody has dealt with`];
};

/**
 * What a call did against the meaning of the diagram: gateways by the facts, votes by the rule,
 * turns in order, returns to where somebody was, no approval by a refusal or by nobody.
 */
export const wrongMeanings = (happened: Happened): readonly string[] => {
  const { before, command, decision } = happened;
  const old = new Map(before?.visits.map((visit) => [visit.id, visit]));
  const approved = decision.position === 'approved' && before?.instance.status === 'RUN';
  const agreed = decision.snapshot.visits.some(
    (visit) => visit.verdict === 'agree' && visit.node !== happened.graph.apply,
  );
  return [
    ...gateways(happened, command.is === 'start' ? new Map() : old),
    ...votes(happened, command.is === 'start' ? new Map() : old),
    ...returns(happened),
    ...(approved && command.is !== 'agree' ? [`${command.is} approved it`] : []),
    ...(decision.position === 'approved' && !agreed ? ['approved by nobody'] : []),
  ];
};
