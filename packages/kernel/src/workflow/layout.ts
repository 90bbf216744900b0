import { type Finding, findingAt } from '../finding.ts';
import { fill, type Label } from '../label.ts';
import type { Diagram, DiagramNode } from './diagram.ts';
import { indexFlows } from './flows.ts';
import { nodeTitle } from './graph.ts';

type Path = readonly (readonly [fork: string, flow: string])[];

/** Maximum nesting depth of forks; every node stores the list of its open forks. */
const maxForkDepth = 20;

const texts = {
  noFork: ['汇合网关【{node}】没有对应的分支网关', 'Gateway “{node}” has no matching split'],
  otherType: [
    '网关类型不一致：【{node}】与【{other}】',
    'Gateways “{node}” and “{other}” are of different types',
  ],
  otherJoin: [
    '网关【{node}】的分支没有汇合到同一个网关',
    'The branches of gateway “{node}” do not meet in one gateway',
  ],
  crossing: ['节点【{node}】跨越并行分支', 'Node “{node}” crosses parallel branches'],
  endInside: ['结束节点【{node}】位于并行分支内', 'The end “{node}” lies within a parallel branch'],
  tooDeep: [
    '并行分支嵌套不能超过 {most} 层（网关【{node}】）',
    'Parallel branches may be nested at most {most} levels deep (gateway “{node}”)',
  ],
} as const satisfies Record<string, Label>;

const samePath = (a: Path, b: Path): boolean =>
  a.length === b.length && a.every(([fork, flow], i) => b[i]?.[0] === fork && b[i]?.[1] === flow);

const isBlock = (item: DiagramNode | undefined): boolean =>
  item?.type === 'parallel' || item?.type === 'inclusive';

/**
 * Computes the forks open at every node by abstract interpretation, as a bytecode verifier does:
 * the diagram is walked once, and a node reached with two different stacks of open forks is
 * refused. Accepted forks and joins are block-structured, so that a join is a counter and every
 * return is unambiguous.
 */
export const findLayout = (
  diagram: Diagram,
): { paths: ReadonlyMap<string, Path>; problems: readonly Finding[] } => {
  const byId = new Map(diagram.nodes.map((item) => [item.id, item]));
  const flows = indexFlows(diagram);
  const isFork = (id: string): boolean => isBlock(byId.get(id)) && flows.out(id).length > 1;
  const isJoin = (id: string): boolean => isBlock(byId.get(id)) && flows.into(id).length > 1;

  const paths = new Map<string, Path>();
  const forkOf = new Map<string, DiagramNode>();
  const joinOf = new Map<string, string>();
  const problems = new Map<string, Finding>();
  const tell = (text: Label, node: DiagramNode, other: DiagramNode = node): void => {
    const values = { node: nodeTitle(node), other: nodeTitle(other), most: maxForkDepth };
    problems.set(`${text[0]} ${node.id} ${other.id}`, findingAt(node, fill(text, values)));
  };

  /**
   * Closes the top fork of every arriving stack at a join; undefined if it cannot be closed yet.
   */
  const close = (join: DiagramNode, stack: Path): Path | undefined => {
    const top = stack.at(-1);
    if (!top) {
      tell(texts.noFork, join);
      return undefined;
    }
    const fork = byId.get(top[0]) as DiagramNode;
    if (fork.type !== join.type) tell(texts.otherType, fork, join);
    const known = joinOf.get(fork.id);
    if (known !== undefined && known !== join.id) tell(texts.otherJoin, fork);
    joinOf.set(fork.id, join.id);
    const first = forkOf.get(join.id) ?? fork;
    forkOf.set(join.id, first);
    if (first !== fork) tell(texts.otherJoin, fork);
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
      if (!samePath(known, path)) tell(texts.crossing, item);
      continue;
    }
    paths.set(id, path);
    if (item.type === 'end' && path.length > 0) {
      tell(texts.endInside, item);
    }
    if (path.length >= maxForkDepth && isFork(id)) {
      tell(texts.tooDeep, item);
      continue;
    }
    for (const flow of flows.out(id)) {
      const stack: Path = isFork(id) ? [...path, [id, flow.id]] : path;
      const target = byId.get(flow.to) as DiagramNode;
      const entered = isJoin(target.id) ? close(target, stack) : stack;
      if (entered) queue.push([target.id, entered]);
    }
  }
  return { paths, problems: [...problems.values()] };
};
