import type { Label } from '@keyan/kernel/label.ts';
import type { Diagram, DiagramFlow, DiagramNode } from '@keyan/kernel/workflow/diagram.ts';
import { areDisjoint } from '@keyan/kernel/workflow/disjoint.ts';
import { type Expression, Unreadable } from '@keyan/kernel/workflow/expression.ts';
import { type FlowIndex, indexFlows, reachableNodes } from '@keyan/kernel/workflow/flows.ts';
import { nodeTitle } from '@keyan/kernel/workflow/graph.ts';
import { parseExpression } from '@keyan/kernel/workflow/parse.ts';
import type { Report } from './report.ts';

const texts = {
  exclusive: [
    '用户任务【{node}】的多条连线按排他判断',
    'The flows of user task “{node}” are read as an exclusive gateway',
  ],
  parallel: [
    '用户任务【{node}】的多条连线按并行分支处理',
    'The flows of user task “{node}” are read as a parallel gateway',
  ],
  several: [
    '用户任务【{node}】的连线可能同时成立，请使用网关',
    'Several flows of “{node}” may apply at once: use a gateway',
  ],
  idle: [
    '连线【{id}】的条件无效：它是【{node}】唯一的后续连线',
    'The condition of flow “{id}” has no effect: it is the only flow after “{node}”',
  ],
  unjudged: [
    '连线【{id}】的条件不起作用：并行网关不判断条件',
    'The condition of flow “{id}” has no effect: a parallel gateway takes every flow',
  ],
} as const satisfies Record<string, Label>;

/** Parses a condition; an unreadable one is reported by the checks. */
const read = (condition: string): Expression | undefined => {
  try {
    return parseExpression(condition);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
};

/** Maximum number of pairs of branches that are compared. */
const maxPairsCompared = 20;

const pairwiseDisjoint = (flows: readonly DiagramFlow[]): boolean => {
  if (flows.length > maxPairsCompared) return false;
  const conditions = flows.map((flow) => read(flow.condition ?? ''));
  return conditions.every((one, index) =>
    conditions.slice(index + 1).every((other) => one && other && areDisjoint(one, other)),
  );
};

/** True if all of these flows lead to one parallel gateway that joins them. */
const meet = (diagram: Diagram, flows: FlowIndex, out: readonly DiagramFlow[]): boolean => {
  const [first, ...others] = out.map(({ to, from }) =>
    // A way back to the task itself is no branch of it.
    reachableNodes([to], (id) => (id === from ? [] : flows.out(id).map((flow) => flow.to))),
  );
  return diagram.nodes.some(
    ({ id, type }) =>
      type === 'parallel' &&
      flows.into(id).length > 1 &&
      first?.has(id) === true &&
      others.every((reached) => reached.has(id)),
  );
};

/** Returns the gateway that several flows after a task imply; undefined if it is not certain. */
const gatewayOf = (
  diagram: Diagram,
  flows: FlowIndex,
  out: readonly DiagramFlow[],
  fallback: string | undefined,
): 'exclusive' | 'parallel' | undefined => {
  const judged = out.filter((flow) => flow.id !== fallback);
  if (out.every((flow) => flow.condition === undefined) && fallback === undefined) {
    return meet(diagram, flows, out) ? 'parallel' : undefined;
  }
  if (judged.some((flow) => flow.condition === undefined)) return undefined;
  return pairwiseDisjoint(judged) ? 'exclusive' : undefined;
};

/** Types of nodes after which a condition on the only flow has no effect. */
const asked: ReadonlySet<DiagramNode['type']> = new Set(['user', 'start', 'wait', 'service']);

/** Data of tasks in the file that the diagram does not contain. */
interface Tasks {
  /** Ids of default flows, by task. */
  readonly defaults: ReadonlyMap<string, string>;
  /** Ids of nodes that ask nobody; gateways in the diagram. */
  readonly passed: ReadonlySet<string>;
}

/**
 * Inserts a gateway after every task with several flows, as engines with implicit gateways understand them, if only one
 * flow can be taken or all of them.
 */
export const withGateways = (
  diagram: Diagram,
  { defaults, passed }: Tasks,
  all: Report,
): Diagram => {
  const flows = indexFlows(diagram);
  const taken = new Set([...diagram.nodes, ...diagram.flows].map((item) => item.id));
  const fresh = (wish: string): string => {
    let id = wish;
    while (taken.has(id)) id = `${id}_`;
    taken.add(id);
    return id;
  };
  const made: DiagramNode[] = [];
  const leading: DiagramFlow[] = [];
  const from = new Map<string, string>();
  /** Tasks whose flows were refused, without further findings. */
  const refused = new Set<string>();
  for (const node of diagram.nodes) {
    const out = flows.out(node.id);
    const [only] = out;
    const name = nodeTitle(node);
    const report = all.at({ id: node.id, name });
    if (node.type === 'parallel') {
      for (const { id } of out.filter((flow) => flow.condition))
        report.warns(texts.unjudged, { id });
    }
    const passing = passed.has(node.id);
    if (!asked.has(node.type) && !passing) continue;
    if (out.length === 1 && only?.condition !== undefined && !defaults.has(node.id)) {
      report.problem(texts.idle, { id: only.id, node: name });
    }
    if (passing && out.length > 1) report.problem(texts.several, { node: name });
    if (node.type !== 'user' || out.length < 2) continue;
    const fallback = defaults.get(node.id);
    const found = gatewayOf(diagram, flows, out, fallback);
    if (found) report.converts(texts[found], { node: name });
    else {
      report.problem(texts.several, { node: name });
      refused.add(node.id);
    }
    const type = found ?? 'exclusive';
    const id = fresh(`${node.id}_split`);
    made.push({ id, type, name, ...(fallback === undefined ? {} : { default: fallback }) });
    leading.push({ id: fresh(`${node.id}_to_split`), from: node.id, to: id });
    from.set(node.id, id);
  }
  if (made.length === 0) return diagram;
  return {
    ...diagram,
    nodes: [...diagram.nodes, ...made],
    flows: [
      ...diagram.flows.map((flow) => ({
        ...flow,
        from: from.get(flow.from) ?? flow.from,
        ...(refused.has(flow.from) ? { condition: flow.condition ?? '${true}' } : {}),
      })),
      ...leading,
    ],
  };
};
