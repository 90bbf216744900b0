import type { Diagram, DiagramFlow } from './diagram.ts';

/** Flows of a diagram by the node that they leave or enter, in the file's order. */
export interface FlowIndex {
  out(node: string): readonly DiagramFlow[];
  into(node: string): readonly DiagramFlow[];
}

const none: readonly DiagramFlow[] = [];

const grouped = (
  flows: readonly DiagramFlow[],
  end: 'from' | 'to',
): ReadonlyMap<string, readonly DiagramFlow[]> => {
  const groups = new Map<string, DiagramFlow[]>();
  for (const flow of flows) {
    const group = groups.get(flow[end]);
    if (group) group.push(flow);
    else groups.set(flow[end], [flow]);
  }
  return groups;
};

/** Builds the index in one pass, so that checks of large diagrams run in near-linear time. */
export const indexFlows = ({ flows }: Pick<Diagram, 'flows'>): FlowIndex => {
  const from = grouped(flows, 'from');
  const to = grouped(flows, 'to');
  return { out: (node) => from.get(node) ?? none, into: (node) => to.get(node) ?? none };
};

/** Returns all nodes that can be reached from the given ones, these included. */
export const reachableNodes = (
  from: Iterable<string>,
  next: (id: string) => Iterable<string>,
): ReadonlySet<string> => {
  const seen = new Set(from);
  const queue = [...seen];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const to of next(id)) {
      if (seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
};
