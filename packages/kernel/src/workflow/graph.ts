import type { UserSettings } from './diagram.ts';
import type { Expression } from './expression.ts';

/**
 * A checked process, ready to run. Plain JSON, so that a deployed version is stored as it was
 * compiled: later changes of the compiler never touch a running instance.
 */
export interface Graph {
  readonly key: string;
  readonly name: string;
  readonly start: string;
  /** The applicant's own step; the first user node, made where the diagram has none. */
  readonly apply: string;
  readonly nodes: Readonly<Record<string, GraphNode>>;
  readonly flows: Readonly<Record<string, GraphFlow>>;
  /** Things an administrator should know, though the diagram is accepted. */
  readonly warnings: readonly string[];
}

export interface GraphFlow {
  readonly from: string;
  readonly to: string;
  readonly condition: Expression | null;
}

/** One opened fork on the way to a node, and the branch taken: `[gateway, flow]`. */
export type Branch = readonly [fork: string, flow: string];

export interface Placed {
  readonly id: string;
  readonly name: string;
  /** Ids of outgoing flows in the file's order. */
  readonly out: readonly string[];
  /** The forks open here, outermost first: always the same, however the node is reached. */
  readonly path: readonly Branch[];
}

export interface UserNode extends Placed, UserSettings {
  readonly type: 'user';
  readonly skip: Expression | null;
  readonly multi: {
    readonly sequential: boolean;
    readonly collection: string | null;
    readonly completion: Expression | null;
  } | null;
  /** The gateway behind reads `pass`: disagreeing follows the diagram (workflow.md §4.1). */
  readonly readsPass: boolean;
  /** User nodes that lie before this one: where it may be sent back to. */
  readonly upstream: readonly string[];
}

export type GraphNode =
  | (Placed & { readonly type: 'start' | 'end' })
  | UserNode
  | (Placed & { readonly type: 'exclusive'; readonly default: string | null })
  | (Placed & {
      readonly type: 'fork';
      readonly inclusive: boolean;
      readonly default: string | null;
    })
  | (Placed & { readonly type: 'join' });

/** The diagram breaks rules of the subset; every message names its node. */
export class Undeployable extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(problems.join('；'));
    this.problems = problems;
  }
}

/** How a node is named to people. */
export const title = (node: { id: string; name: string }): string => node.name || node.id;

export const node = (graph: Graph, id: string): GraphNode | undefined =>
  Object.hasOwn(graph.nodes, id) ? graph.nodes[id] : undefined;

/** A user node by id, or undefined: for targets that a caller names. */
export const userNode = (graph: Graph, id: string): UserNode | undefined => {
  const found = node(graph, id);
  return found?.type === 'user' ? found : undefined;
};

export const isApplicants = (settings: UserSettings): boolean =>
  settings.people.length === 1 && settings.people[0] === 'applicant';
