import { type Finding, type FindingPlace, findingAt, wholeFilePlace } from '../../finding.ts';
import { fill, type Label } from '../../label.ts';
import type { DiagramUser } from '../diagram.ts';
import { type Expression, printExpression } from '../expression.ts';
import { type Graph, type GraphNode, nodeTitle, type VisitedNode, visitedNode } from '../graph.ts';
import type { Chain, ChainBranch, ChainItem, ChainNode } from './chain.ts';

const texts = {
  loop: [
    '节点【{node}】在回路中，列表不能表示回路',
    'Node “{node}” is part of a loop, which a list cannot show',
  ],
  ends: [
    '流程有多个结束节点（{names}），列表只能有一个',
    'The route has several ends ({names}); a list has one',
  ],
  result: [
    '结束节点【{node}】指定了结果，列表不能表示',
    'The end “{node}” gives a result of its own, which a list cannot show',
  ],
  shared: [
    '节点【{node}】由多条分支直接到达，列表不能表示',
    'Several branches lead directly to node “{node}”, which a list cannot show',
  ],
  unconditioned: [
    '网关【{node}】有没有条件的连线',
    'Gateway “{node}” has a flow without a condition',
  ],
} as const satisfies Record<string, Label>;

/** Error with the reasons why a route cannot be written as a list. */
export class NotAChain extends Error {
  readonly reasons: readonly Finding[];
  constructor(reasons: readonly Finding[]) {
    super(reasons.map(({ text: [zh] }) => zh).join('；'));
    this.reasons = reasons;
  }
}

const placeOf = (node: GraphNode | undefined): FindingPlace => ({
  id: node?.id ?? '',
  name: node ? nodeTitle(node) : '',
});

const about = (node: GraphNode | undefined, text: Label): Finding => {
  const place = placeOf(node);
  return findingAt(place, fill(text, { node: place.name }));
};

const source = (expression: Expression): string => `\${${printExpression(expression)}}`;

const userOf = (node: Extract<VisitedNode, { type: 'user' }>): DiagramUser => {
  const { out: _, path: __, skip, multi, ...settings } = node;
  const collection = multi?.collection;
  const completion = multi?.completion;
  return {
    ...settings,
    ...(skip ? { skip: source(skip) } : {}),
    ...(multi
      ? {
          multi: {
            sequential: multi.sequential,
            agree: multi.agree,
            against: multi.against,
            ...(collection == null ? {} : { collection }),
            ...(completion ? { completion: source(completion) } : {}),
          },
        }
      : {}),
  };
};

const nodeOf = (node: VisitedNode): ChainNode => {
  if (node.type === 'user') return userOf(node);
  const { out: _, path: __, ...settings } = node;
  return settings;
};

/** Returns the steps, waits and services of a route with their settings, in any order. */
export const nodesIn = (graph: Graph): readonly ChainNode[] =>
  Object.keys(graph.nodes).flatMap((id) => {
    const node = visitedNode(graph, id);
    return node ? [nodeOf(node)] : [];
  });

/**
 * Returns node ids in topological order from the start, and the node at which a loop closes, if
 * any.
 */
const topologicalOrder = (
  graph: Graph,
): { readonly order: readonly string[]; readonly loop?: string } => {
  const state = new Map<string, 'open' | 'done'>();
  const finished: string[] = [];
  const stack: { readonly id: string; next: number }[] = [{ id: graph.start, next: 0 }];
  state.set(graph.start, 'open');
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const flow = graph.nodes[top.id]?.out[top.next];
    top.next += 1;
    const to = flow === undefined ? undefined : graph.flows[flow]?.to;
    if (to === undefined) {
      state.set(top.id, 'done');
      finished.push(top.id);
      stack.pop();
    } else if (state.get(to) === 'open') {
      return { order: [], loop: to };
    } else if (!state.has(to)) {
      state.set(to, 'open');
      stack.push({ id: to, next: 0 });
    }
  }
  return { order: finished.reverse() };
};

/** Returns the nodes that every path from a node to the end passes, the nearest first. */
const nodesOnEveryPath = (
  graph: Graph,
  order: readonly string[],
): ReadonlyMap<string, readonly string[]> => {
  const place = new Map(order.map((id, index) => [id, index]));
  const behind = new Map<string, readonly string[]>();
  for (const id of order.toReversed()) {
    const next = (graph.nodes[id]?.out ?? []).map((flow) => graph.flows[flow]?.to ?? '');
    const ways = next.map((to) => new Set([to, ...(behind.get(to) ?? [])]));
    const [first = new Set<string>(), ...others] = ways;
    const common = [...first].filter((to) => others.every((way) => way.has(to)));
    behind.set(
      id,
      common.sort((a, b) => (place.get(a) ?? 0) - (place.get(b) ?? 0)),
    );
  }
  return behind;
};

/**
 * Reads a graph without loops and with one end as a chain. Throws `NotAChain` if branches do not
 * come together.
 */
class Reader {
  readonly #graph: Graph;
  readonly #behind: ReadonlyMap<string, readonly string[]>;
  readonly #listed = new Set<string>();

  constructor(graph: Graph, order: readonly string[]) {
    this.#graph = graph;
    this.#behind = nodesOnEveryPath(graph, order);
  }

  /** Returns the lines between a node and a later one that every path passes. */
  list(from: string, until: string): readonly ChainItem[] {
    const items: ChainItem[] = [];
    for (let id = from; id !== until; ) {
      const node = this.#graph.nodes[id];
      if (!node || node.type === 'join' || this.#listed.has(id)) {
        throw this.#fault(node, texts.shared);
      }
      this.#listed.add(id);
      if (node.type === 'user' || node.type === 'wait' || node.type === 'service') {
        items.push({ is: 'step', node: nodeOf(node), condition: null });
      } else if (node.out.length > 1) items.push(this.#branched(node));
      id = node.out.length > 1 ? this.#meeting(node) : this.#next(node);
      if (this.#graph.nodes[id]?.type === 'join') id = this.#after(node, id, until);
    }
    return items;
  }

  #fault(node: GraphNode | undefined, text: Label): NotAChain {
    return new NotAChain([about(node, text)]);
  }

  #next(node: GraphNode): string {
    return this.#graph.flows[node.out[0] ?? '']?.to ?? '';
  }

  /** Returns the node at which the branches of a gateway come together. */
  #meeting(node: GraphNode): string {
    const [meeting] = this.#behind.get(node.id) ?? [];
    if (meeting === undefined) throw this.#fault(node, texts.shared);
    return meeting;
  }

  /** Returns the node after the join of a fork; a join of an enclosing fork is left to that. */
  #after(node: GraphNode, join: string, until: string): string {
    if (join === until) return until;
    const joined = this.#graph.nodes[join];
    if (node.type !== 'fork' || !joined) throw this.#fault(joined, texts.shared);
    return this.#next(joined);
  }

  #branched(node: GraphNode): ChainItem {
    const meeting = this.#meeting(node);
    const standard = 'default' in node ? node.default : null;
    const isParallel = node.type === 'fork' && !node.inclusive;
    const branches = node.out.map((id): ChainBranch => {
      const flow = this.#graph.flows[id];
      const condition = id === standard || isParallel ? null : (flow?.condition ?? undefined);
      if (condition === undefined || !flow) throw this.#fault(node, texts.unconditioned);
      return {
        condition: condition && source(condition),
        items: this.list(flow.to, meeting),
      };
    });
    if (node.type === 'fork') {
      const gateway = node.inclusive ? 'inclusive' : 'parallel';
      return { is: 'fork', id: node.id, gateway, branches };
    }
    return optional(branches) ?? { is: 'fork', id: node.id, gateway: 'exclusive', branches };
  }
}

/**
 * Returns a step with a condition for two branches of which one is a single step and the other
 * empty.
 */
const optional = (branches: readonly ChainBranch[]): ChainItem | undefined => {
  const [taken, passed] = branches.toSorted((a, b) => b.items.length - a.items.length);
  const [step, ...more] = taken?.items ?? [];
  const isOne = branches.length === 2 && more.length === 0 && passed?.items.length === 0;
  if (!isOne || passed.condition !== null || !taken?.condition) return undefined;
  return step?.is === 'step' && step.condition === null
    ? { ...step, condition: taken.condition }
    : undefined;
};

/**
 * Converts a route to a list, the inverse of `drawChain`. Gateways that only join are left out, and
 * flows get new ids; steps, people, conditions and order are unchanged.
 * @returns reasons if a list cannot express the route
 */
export const chainOf = (graph: Graph): Chain | NotAChain => {
  const ends = Object.values(graph.nodes).filter((node) => node.type === 'end');
  const [end] = ends;
  const apply = graph.nodes[graph.apply];
  const { order, loop } = topologicalOrder(graph);
  const names = ends.map(nodeTitle).join('、');
  const reasons = [
    ...(ends.length > 1 ? [findingAt(wholeFilePlace, fill(texts.ends, { names }))] : []),
    ...ends
      .filter(({ result, free }) => result !== null || free)
      .map((node) => about(node, texts.result)),
    ...(loop === undefined ? [] : [about(graph.nodes[loop], texts.loop)]),
  ];
  if (reasons.length > 0 || !end || apply?.type !== 'user') return new NotAChain(reasons);
  try {
    const [first = ''] = apply.out;
    const items = new Reader(graph, order).list(graph.flows[first]?.to ?? '', end.id);
    return { key: graph.key, name: graph.name, apply: userOf(apply), items };
  } catch (fault) {
    if (fault instanceof NotAChain) return fault;
    throw fault;
  }
};
