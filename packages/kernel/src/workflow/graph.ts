import type { VotePolicy } from '../definition/life/process.ts';
import type { Finding } from '../finding.ts';
import type {
  DiagramNode,
  EndResult,
  ServiceSettings,
  UserSettings,
  WaitSettings,
} from './diagram.ts';
import { pickedPeopleFact } from './directory.ts';
import type { Expression } from './expression.ts';
import { reachableNodes } from './flows.ts';

/**
 * The format of the graphs that this release builds. It rises when a graph of before would lack
 * something: stored graphs of an older format are built anew from their file when they are read.
 */
export const graphFormat = 3;

/** A process, ready to run. Plain JSON; stored with each deployed version, as a cache of its file. */
export interface Graph {
  readonly key: string;
  readonly name: string;
  readonly start: string;
  /** The applicant's own step; the first user node, made where the diagram has none. */
  readonly apply: string;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  readonly flows: Readonly<Record<string, GraphFlow>>;
}

export interface GraphFlow {
  readonly from: string;
  readonly to: string;
  readonly condition: Expression | null;
}

/** One opened fork on the way to a node, and the branch taken: `[gateway, flow]`. */
export type TakenBranch = readonly [fork: string, flow: string];

export interface NodeInForks {
  readonly id: string;
  readonly name: string;
  /** Ids of outgoing flows in the file's order. */
  readonly out: readonly string[];
  /** The forks open here, outermost first: always the same, however the node is reached. */
  readonly path: readonly TakenBranch[];
}

export interface UserNode extends NodeInForks, UserSettings {
  readonly type: 'user';
  readonly skip: Expression | null;
  readonly multi:
    | (VotePolicy & {
        readonly sequential: boolean;
        readonly collection: string | null;
        readonly completion: Expression | null;
      })
    | null;
}

export interface WaitNode extends NodeInForks, WaitSettings {
  readonly type: 'wait';
}

export interface ServiceNode extends NodeInForks, ServiceSettings {
  readonly type: 'service';
}

/** A node of which the process keeps a visit each time it passes. */
export type VisitedNode = UserNode | WaitNode | ServiceNode;

export type GraphNode =
  | (NodeInForks & { readonly type: 'start' })
  | (NodeInForks & {
      readonly type: 'end';
      readonly result: EndResult | null;
      readonly free: boolean;
    })
  | VisitedNode
  | (NodeInForks & { readonly type: 'exclusive'; readonly default: string | null })
  | (NodeInForks & {
      readonly type: 'fork';
      readonly inclusive: boolean;
      readonly default: string | null;
    })
  | (NodeInForks & { readonly type: 'join' });

/** The diagram breaks rules of the subset; every message names its node. */
export class UndeployableDiagram extends Error {
  readonly problems: readonly Finding[];
  constructor(problems: readonly Finding[]) {
    super(problems.map(({ text: [zh] }) => zh).join('；'));
    this.problems = problems;
  }
}

/** How a node is named to people. */
export const nodeTitle = (node: { id: string; name: string }): string => node.name || node.id;

export const nodeById = (graph: Graph, id: string): GraphNode | undefined =>
  Object.hasOwn(graph.nodes, id) ? graph.nodes[id] : undefined;

/** A user node by id, or undefined: for targets that a caller names. */
export const userNode = (graph: Graph, id: string): UserNode | undefined => {
  const found = nodeById(graph, id);
  return found?.type === 'user' ? found : undefined;
};

/** A node that has visits, by id; undefined for every other. */
export const visitedNode = (graph: Graph, id: string): VisitedNode | undefined => {
  const found = nodeById(graph, id);
  const isVisited = found?.type === 'user' || found?.type === 'wait' || found?.type === 'service';
  return isVisited ? found : undefined;
};

/** Can a token stay on the node: does it ask people, or wait? */
export const holdsToken = (graph: Graph, id: string): boolean => {
  const type = nodeById(graph, id)?.type;
  return type === 'user' || type === 'wait';
};

/** People whom a node asks or informs, as references. */
export const peopleNamedBy = (item: GraphNode | DiagramNode): readonly string[] => {
  if (item.type === 'user') return [...item.people, ...(item.cc ?? []), ...(item.handTo ?? [])];
  return item.type === 'service' ? item.service.people : [];
};

/** The name under which a node reports its result to the record's state. */
export const outcomeTagOf = (item: VisitedNode | undefined): string | undefined =>
  item?.type === 'service' ? undefined : item?.tag;

interface Ways {
  /** The nodes from which flows lead into a node. */
  readonly sources: ReadonlyMap<string, readonly string[]>;
  readonly upstream: Map<string, ReadonlySet<string>>;
}

const known = new WeakMap<Graph, Ways>();

const waysOf = (graph: Graph): Ways => {
  const found = known.get(graph);
  if (found) return found;
  const sources = new Map<string, string[]>();
  for (const { from, to } of Object.values(graph.flows)) {
    const list = sources.get(to);
    if (list) list.push(from);
    else sources.set(to, [from]);
  }
  const ways: Ways = { sources, upstream: new Map() };
  known.set(graph, ways);
  return ways;
};

/** The nodes that a node can be reached from, itself included. */
export const nodesBefore = (graph: Graph, id: string): ReadonlySet<string> =>
  reachableNodes([id], (at) => waysOf(graph).sources.get(at) ?? []);

/**
 * The nodes with visits that lie before a node. Found when it is asked for
 * and remembered with the graph: stored, the lists of a long route outgrow the route itself.
 */
export const visitNodesBefore = (graph: Graph, id: string): ReadonlySet<string> => {
  const ways = waysOf(graph);
  const found = ways.upstream.get(id);
  if (found) return found;
  const steps = new Set(
    [...nodesBefore(graph, id)].filter((at) => at !== id && visitedNode(graph, at)),
  );
  ways.upstream.set(id, steps);
  return steps;
};

/** Is this a step of the applicant's own? */
export const isApplicants = (step: {
  readonly type: string;
  readonly people?: readonly string[];
}): boolean => step.type === 'user' && step.people?.length === 1 && step.people[0] === 'applicant';

/** Are its people those of the record's department? */
const isDepartments = ({ people }: { readonly people: readonly string[] }): boolean =>
  people.length > 0 && people.every((reference) => reference.includes('@applicantDept'));

/** May the people of this step refuse the record, as the route and the school have it? */
export const mayStepRefuse = (
  step: { readonly type: string; readonly people: readonly string[]; readonly refuse: boolean },
  { departmentRefuses }: { readonly departmentRefuses: boolean },
): boolean => !isApplicants(step) && (step.refuse || (departmentRefuses && isDepartments(step)));

/** The steps whose people the applicant picks at submission, in the order in which they are reached. */
export const stepsWithPickedPeople = (graph: Graph): readonly UserNode[] =>
  Object.values(graph.nodes)
    .filter(
      (item): item is UserNode =>
        item.type === 'user' && item.people.includes(`var:${pickedPeopleFact}`),
    )
    .sort((a, b) => visitNodesBefore(graph, a.id).size - visitNodesBefore(graph, b.id).size);
