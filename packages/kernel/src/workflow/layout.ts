import type { Diagram, DiagramNode } from './diagram.ts';

type Path = readonly (readonly [fork: string, flow: string])[];

const named = (item: DiagramNode): string => item.name || item.id;

const samePath = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every(([fork, flow], i) => b[i]?.[0] === fork && b[i]?.[1] === flow);

const isBlock = (item: DiagramNode | undefined): boolean =>
  item?.type === 'parallel' || item?.type === 'inclusive';

/**
 * The forks open at every node, by abstract interpretation as a bytecode verifier does it: the
 * diagram is walked once, and a node reached with two different stacks of open forks is refused.
 * Forks and joins that pass are block-structured, so that a join is a counter and sending back
 * has exactly one meaning (workflow.md §4.2).
 */
export const findLayout = (
  diagram: Diagram,
): { paths: ReadonlyMap<string, Path>; problems: readonly string[] } => {
  const byId = new Map(diagram.nodes.map((item) => [item.id, item]));
  const outOf = (id: string) => diagram.flows.filter((flow) => flow.from === id);
  const intoOf = (id: string) => diagram.flows.filter((flow) => flow.to === id);
  const isFork = (id: string): boolean => isBlock(byId.get(id)) && outOf(id).length > 1;
  const isJoin = (id: string): boolean => isBlock(byId.get(id)) && intoOf(id).length > 1;

  const paths = new Map<string, Path>();
  const arrivals = new Map<string, Map<string, Path>>();
  const joinOf = new Map<string, string>();
  const problems = new Set<string>();

  /** A join closes the fork on top of every arriving stack; undefined while it cannot. */
  const close = (join: DiagramNode, flow: string, stack: Path): Path | undefined => {
    const top = stack.at(-1);
    if (!top) {
      problems.add(`汇合网关【${named(join)}】没有对应的分支网关`);
      return undefined;
    }
    const fork = byId.get(top[0]) as DiagramNode;
    if (fork.type !== join.type) problems.add('网关类型不一致');
    const known = joinOf.get(fork.id);
    if (known !== undefined && known !== join.id) {
      problems.add(`网关【${named(fork)}】的分支没有汇合到同一个网关`);
    }
    joinOf.set(fork.id, join.id);
    const seen = arrivals.get(join.id) ?? new Map<string, Path>();
    seen.set(flow, stack);
    arrivals.set(join.id, seen);
    if ([...seen.values()].some((other) => other.at(-1)?.[0] !== fork.id)) {
      problems.add(`网关【${named(fork)}】的分支没有汇合到同一个网关`);
    }
    return stack.slice(0, -1);
  };

  const queue: [id: string, path: Path][] = diagram.nodes
    .filter((item) => item.type === 'start')
    .map((item) => [item.id, []]);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const [id, path] = next;
    const item = byId.get(id) as DiagramNode;
    const known = paths.get(id);
    if (known) {
      if (!samePath(known, path)) problems.add(`节点【${named(item)}】跨越并行分支`);
      continue;
    }
    paths.set(id, path);
    if (item.type === 'end' && path.length > 0) {
      problems.add(`结束节点【${named(item)}】位于并行分支内`);
    }
    for (const flow of outOf(id)) {
      const stack: Path = isFork(id) ? [...path, [id, flow.id]] : path;
      const target = byId.get(flow.to) as DiagramNode;
      const entered = isJoin(target.id) ? close(target, flow.id, stack) : stack;
      if (entered) queue.push([target.id, entered]);
    }
  }
  return { paths, problems: [...problems] };
};
