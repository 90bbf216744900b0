/** Network for maximum flow at minimum cost; costs are non-negative integers. */
export interface FlowNetwork {
  /**
   * Adds an edge.
   * @returns number of the edge, the argument of `flowOn`
   */
  edge(from: number, to: number, capacity: number, cost: number): number;
  /** Sends the maximum flow at minimum cost; yields the flow of each phase. */
  phases(from: number, to: number): Generator<number, void>;
  flowOn(edge: number): number;
}

/** Binary heap of nodes by distance; a node may occur more than once. */
const createHeap = () => {
  const nodes: number[] = [];
  const keys: number[] = [];
  const swap = (a: number, b: number): void => {
    [nodes[a], nodes[b]] = [nodes[b] as number, nodes[a] as number];
    [keys[a], keys[b]] = [keys[b] as number, keys[a] as number];
  };
  const key = (at: number): number => keys[at] ?? Number.POSITIVE_INFINITY;
  return {
    push(node: number, distance: number): void {
      nodes.push(node);
      keys.push(distance);
      for (let at = nodes.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (key(parent) <= key(at)) return;
        swap(at, parent);
        at = parent;
      }
    },
    pop(): readonly [node: number, distance: number] | undefined {
      const [node] = nodes;
      const [distance] = keys;
      if (node === undefined || distance === undefined) return undefined;
      swap(0, nodes.length - 1);
      nodes.pop();
      keys.pop();
      for (let at = 0; ; ) {
        const least = key(2 * at + 2) < key(2 * at + 1) ? 2 * at + 2 : 2 * at + 1;
        if (key(at) <= key(least)) return [node, distance];
        swap(at, least);
        at = least;
      }
    },
  };
};

/** Arrays of edges; the reverse of edge `edge` is `edge ^ 1`. */
interface Edges {
  readonly to: number[];
  readonly room: number[];
  readonly cost: number[];
  readonly of: number[][];
}

/** Shortest distances over edges with capacity, by costs reduced by the potentials. */
const distancesFrom = (
  { to, room, cost, of }: Edges,
  from: number,
  potential: readonly number[],
): readonly number[] => {
  const distance = of.map(() => Number.POSITIVE_INFINITY);
  distance[from] = 0;
  const heap = createHeap();
  heap.push(from, 0);
  for (let next = heap.pop(); next; next = heap.pop()) {
    const [node, known] = next;
    if (known > (distance[node] ?? 0)) continue;
    for (const edge of of[node] ?? []) {
      const target = to[edge] as number;
      if ((room[edge] ?? 0) === 0) continue;
      const length = known + (cost[edge] ?? 0) + (potential[node] ?? 0) - (potential[target] ?? 0);
      if (length >= (distance[target] ?? 0)) continue;
      distance[target] = length;
      heap.push(target, length);
    }
  }
  return distance;
};

/**
 * Sends flow along shortest paths only.
 * @returns amount sent
 */
const sendShortest = (
  { to, room, cost, of }: Edges,
  ends: readonly [from: number, to: number],
  potential: readonly number[],
): number => {
  const [from, end] = ends;
  let seen = new Uint8Array(of.length);
  const walk = (node: number, most: number): number => {
    if (node === end) return most;
    seen[node] = 1;
    let sent = 0;
    for (const edge of of[node] ?? []) {
      const target = to[edge] as number;
      const left = room[edge] ?? 0;
      const reduced = (cost[edge] ?? 0) + (potential[node] ?? 0) - (potential[target] ?? 0);
      if (left === 0 || seen[target] === 1 || reduced !== 0) continue;
      const part = walk(target, Math.min(most - sent, left));
      room[edge] = left - part;
      room[edge ^ 1] = (room[edge ^ 1] ?? 0) + part;
      sent += part;
      if (sent === most) break;
    }
    return sent;
  };
  let total = 0;
  for (;;) {
    seen = new Uint8Array(of.length);
    const sent = walk(from, Number.MAX_SAFE_INTEGER);
    if (sent === 0) return total;
    total += sent;
  }
};

/**
 * Network with a number of nodes. Each phase computes all distances and sends flow on all paths of
 * that length, so there are about as many phases as distinct lengths.
 */
export const flowNetwork = (nodes: number): FlowNetwork => {
  const edges: Edges = {
    to: [],
    room: [],
    cost: [],
    of: Array.from({ length: nodes }, () => []),
  };
  const half = (from: number, target: number, room: number, cost: number): number => {
    edges.of[from]?.push(edges.to.length);
    edges.to.push(target);
    edges.room.push(room);
    edges.cost.push(cost);
    return edges.to.length - 1;
  };
  return {
    edge(from, to, capacity, cost) {
      const edge = half(from, to, capacity, cost);
      half(to, from, 0, -cost);
      return edge;
    },
    *phases(from, to) {
      const potential = edges.of.map(() => 0);
      for (;;) {
        const distance = distancesFrom(edges, from, potential);
        const end = distance[to] ?? Number.POSITIVE_INFINITY;
        if (end === Number.POSITIVE_INFINITY) return;
        for (let node = 0; node < potential.length; node += 1) {
          potential[node] = (potential[node] ?? 0) + Math.min(distance[node] ?? end, end);
        }
        yield sendShortest(edges, [from, to], potential);
      }
    },
    flowOn: (edge) => edges.room[edge ^ 1] ?? 0,
  };
};
