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
 * Version of the format of graphs. Raised when an older graph would lack data: stored graphs of an
 * older version are rebuilt from their file when read.
 */
export const graphFormat = 3;

/**
 * Executable graph of a process. Plain JSON, stored with each deployed version as a cache of its
 * file.
 */
export interface Graph {
  readonly key: string;
  readonly name: string;
  readonly start: string;
  /** Id of the applicant's step: the first user node, added if the diagram has none. */
  readonly apply: string;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  readonly flows: Readonly<Record<string, GraphFlow>>;
}

export interface GraphFlow {
  readonly from: string;
  readonly to: string;
  readonly condition: Expression | null;
}

/** Opened fork that contains a node, and the branch taken: `[gateway, flow]`. */
export type TakenBranch = readonly [fork: string, flow: string];

export interface NodeInForks {
  readonly id: string;
  readonly name: string;
  /** Ids of outgoing flows in the file's order. */
  readonly out: readonly string[];
  /** Forks open at the node, outermost first: equal on every path to the node. */
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

/** Node for which a visit is stored each time a token reaches it. */
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

/** Error for a diagram outside the supported subset; every message names its node. */
export class UndeployableDiagram extends Error {
  readonly problems: readonly Finding[];
  constructor(problems: readonly Finding[]) {
    super(problems.map(({ text: [zh] }) => zh).join('；'));
    this.problems = problems;
  }
}

/** Returns the name of a node for people; its id if unnamed. */
export const nodeTitle = (node: { id: string; name: string }): string => node.name || node.id;

export const nodeById = (graph: Graph, id: string): GraphNode | undefined =>
  Object.hasOwn(graph.nodes, id) ? graph.nodes[id] : undefined;

/** Returns a user node by id, or undefined, for targets that a client names. */
export const userNode = (graph: Graph, id: string): UserNode | undefined => {
  const found = nodeById(graph, id);
  return found?.type === 'user' ? found : undefined;
};

/** Returns a node with visits by id; undefined for any other. */
export const visitedNode = (graph: Graph, id: string): VisitedNode | undefined => {
  const found = nodeById(graph, id);
  const isVisited = found?.type === 'user' || found?.type === 'wait' || found?.type === 'service';
  return isVisited ? found : undefined;
};

/** True if a token may stay at the node: a step of people, or a wait. */
export const holdsToken = (graph: Graph, id: string): boolean => {
  const type = nodeById(graph, id)?.type;
  return type === 'user' || type === 'wait';
};

/** Returns the references to people whom a node asks or informs. */
export const peopleNamedBy = (item: GraphNode | DiagramNode): readonly string[] => {
  if (item.type === 'user') return [...item.people, ...(item.cc ?? []), ...(item.handTo ?? [])];
  return item.type === 'service' ? item.service.people : [];
};

/** Returns the tag under which a node reports its result to the record's state. */
export const outcomeTagOf = (item: VisitedNode | undefined): string | undefined =>
  item?.type === 'service' ? undefined : item?.tag;

interface Ways {
  /** Source nodes of the flows into each node. */
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

/** Returns the nodes from which a node can be reached, itself included. */
export const nodesBefore = (graph: Graph, id: string): ReadonlySet<string> =>
  reachableNodes([id], (at) => waysOf(graph).sources.get(at) ?? []);

/**
 * Returns the nodes with visits before a node. Computed on demand and cached with the graph:
 * stored, the lists of a long route would be larger than the route.
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

/** True for a step of the applicant. */
export const isApplicants = (step: {
  readonly type: string;
  readonly people?: readonly string[];
}): boolean => step.type === 'user' && step.people?.length === 1 && step.people[0] === 'applicant';

/** True if the people of a step belong to the record's department. */
const isDepartments = ({ people }: { readonly people: readonly string[] }): boolean =>
  people.length > 0 && people.every((reference) => reference.includes('@applicantDept'));

/**
 * True if the people of this step may refuse the record, by the route and the tenant's settings.
 */
export const mayStepRefuse = (
  step: { readonly type: string; readonly people: readonly string[]; readonly refuse: boolean },
  { departmentRefuses }: { readonly departmentRefuses: boolean },
): boolean => !isApplicants(step) && (step.refuse || (departmentRefuses && isDepartments(step)));

/**
 * Returns the steps whose people the applicant picks at submission, in the order in which they are
 * reached.
 */
export const stepsWithPickedPeople = (graph: Graph): readonly UserNode[] =>
  Object.values(graph.nodes)
    .filter(
      (item): item is UserNode =>
        item.type === 'user' && item.people.includes(`var:${pickedPeopleFact}`),
    )
    .sort((a, b) => visitNodesBefore(graph, a.id).size - visitNodesBefore(graph, b.id).size);
