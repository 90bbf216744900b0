import {
  applicantsStep,
  type Diagram,
  type DiagramFlow,
  type DiagramGateway,
  type DiagramNode,
} from './diagram.ts';
import type { Expression } from './expression.ts';
import { namesIn, Unreadable } from './expression.ts';
import type { Graph, GraphFlow, GraphNode, Placed } from './graph.ts';
import { isApplicants, title, Undeployable } from './graph.ts';
import { findLayout } from './layout.ts';
import { parseExpression } from './parse.ts';

/** Makes the applicant's step where the first node behind the start is not one already. */
const withApply = (diagram: Diagram): Diagram => {
  const start = diagram.nodes.find((item) => item.type === 'start');
  const flow = diagram.flows.find((item) => item.from === start?.id);
  const first = diagram.nodes.find((item) => item.id === flow?.to);
  if (!flow || (first?.type === 'user' && isApplicants(first))) return diagram;
  const apply = applicantsStep('_apply');
  return {
    ...diagram,
    nodes: [...diagram.nodes, apply],
    flows: [
      ...diagram.flows.filter((item) => item !== flow),
      { ...flow, to: apply.id },
      { id: '_apply_flow', from: apply.id, to: flow.to },
    ],
  };
};

const degree = (diagram: Diagram): string[] => {
  const problems: string[] = [];
  const out = (item: DiagramNode): number =>
    diagram.flows.filter((flow) => flow.from === item.id).length;
  const into = (item: DiagramNode): number =>
    diagram.flows.filter((flow) => flow.to === item.id).length;
  if (diagram.nodes.filter((item) => item.type === 'start').length !== 1) {
    problems.push('流程必须且只能有一个开始节点');
  }
  if (!diagram.nodes.some((item) => item.type === 'end')) problems.push('流程没有结束节点');
  const ids = new Set(diagram.nodes.map((item) => item.id));
  for (const flow of diagram.flows) {
    if (!ids.has(flow.from) || !ids.has(flow.to)) problems.push(`连线【${flow.id}】没有连接到节点`);
  }
  for (const item of diagram.nodes) {
    const name = `节点【${title(item)}】`;
    if (item.type === 'start') {
      if (into(item) > 0) problems.push(`开始${name}不能有进入的连线`);
      if (out(item) > 1) problems.push(`开始${name}只能有一条后续连线`);
    }
    if (item.type === 'end' && out(item) > 0) problems.push(`结束${name}不能有后续连线`);
    if (item.type !== 'end' && out(item) === 0) problems.push(`${name}没有后续连线`);
    if (item.type === 'user' && out(item) > 1) {
      problems.push(`用户任务【${title(item)}】只能有一条后续连线`);
    }
    const block = item.type === 'parallel' || item.type === 'inclusive';
    if (block && out(item) > 1 && into(item) > 1) {
      problems.push(`网关【${title(item)}】不能同时汇合与分支`);
    }
  }
  return problems;
};

/** Follows flows from the given nodes; `next` says where a node leads. */
const closure = (
  from: readonly string[],
  next: (id: string) => readonly string[],
): ReadonlySet<string> => {
  const seen = new Set(from);
  const queue = [...from];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const to of next(id)) {
      if (seen.has(to)) continue;
      seen.add(to);
      queue.push(to);
    }
  }
  return seen;
};

const reachability = (diagram: Diagram): string[] => {
  const ahead = (id: string): string[] =>
    diagram.flows.filter((flow) => flow.from === id).map((flow) => flow.to);
  const back = (id: string): string[] =>
    diagram.flows.filter((flow) => flow.to === id).map((flow) => flow.from);
  const ofType = (type: string): string[] =>
    diagram.nodes.filter((item) => item.type === type).map((item) => item.id);
  const fromStart = closure(ofType('start'), ahead);
  const toEnd = closure(ofType('end'), back);
  return diagram.nodes.flatMap((item) => [
    ...(fromStart.has(item.id) ? [] : [`节点【${title(item)}】不可到达`]),
    ...(toEnd.has(item.id) ? [] : [`节点【${title(item)}】无法到达结束节点`]),
  ]);
};

/** Reads the diagram's expressions, collecting what cannot be read. */
class Reader {
  readonly problems: string[] = [];
  read(owner: string, source: string | undefined): Expression | null {
    if (source === undefined || source.trim() === '') return null;
    try {
      return parseExpression(source);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.problems.push(`${owner}${error.message}`);
      return null;
    }
  }
}

const isGateway = (item: DiagramNode): item is DiagramGateway =>
  item.type === 'exclusive' || item.type === 'parallel' || item.type === 'inclusive';

const missingConditions = (diagram: Diagram): string[] =>
  diagram.nodes.filter(isGateway).flatMap((item) => {
    const out = diagram.flows.filter((flow) => flow.from === item.id);
    const bare = out.some((flow) => !flow.condition?.trim() && flow.id !== item.default);
    return item.type === 'exclusive' && out.length > 1 && bare
      ? [`排他网关【${title(item)}】的连线缺少条件`]
      : [];
  });

/**
 * Checks a diagram against the subset and makes it ready to run.
 * @throws Undeployable with every problem found (workflow.md §4.2 has the texts).
 */
export const compile = (drawn: Diagram): Graph => {
  const diagram = withApply(drawn);
  const reader = new Reader();
  const conditions = new Map(
    diagram.flows.map((flow) => [flow.id, reader.read(`连线【${flow.id}】`, flow.condition)]),
  );
  const shape = degree(diagram);
  const reach = shape.length > 0 ? [] : reachability(diagram);
  const early = [...shape, ...reach, ...reader.problems];
  if (early.length > 0) throw new Undeployable(early);

  const { paths, problems } = findLayout(diagram);
  const outOf = (id: string): DiagramFlow[] => diagram.flows.filter((flow) => flow.from === id);
  const intoOf = (id: string): DiagramFlow[] => diagram.flows.filter((flow) => flow.to === id);
  const users = new Set(diagram.nodes.filter((n) => n.type === 'user').map((n) => n.id));

  const readsPass = (id: string): boolean =>
    outOf(id).some((flow) =>
      outOf(flow.to).some((next) => {
        const condition = conditions.get(next.id);
        return !users.has(flow.to) && condition != null && namesIn(condition).has('pass');
      }),
    );
  const upstream = (id: string): string[] =>
    [...closure([id], (at) => intoOf(at).map((flow) => flow.from))].filter(
      (at) => users.has(at) && at !== id,
    );

  const build: {
    readonly [T in DiagramNode['type']]: (
      item: Extract<DiagramNode, { type: T }>,
      placed: Placed,
    ) => GraphNode;
  } = {
    start: (_item, placed) => ({ ...placed, type: 'start' }),
    end: (_item, placed) => ({ ...placed, type: 'end' }),
    user: (item, placed) => ({
      ...placed,
      type: 'user',
      people: item.people,
      empty: item.empty,
      ...(item.tag === undefined ? {} : { tag: item.tag }),
      ...(item.english === undefined ? {} : { english: item.english }),
      editable: item.editable,
      refuse: item.refuse,
      skip: reader.read(`节点【${title(item)}】`, item.skip),
      multi: item.multi
        ? {
            sequential: item.multi.sequential,
            collection: item.multi.collection ?? null,
            completion: reader.read(`节点【${title(item)}】`, item.multi.completion),
          }
        : null,
      readsPass: readsPass(item.id),
      upstream: upstream(item.id),
    }),
    exclusive: (item, placed) => ({ ...placed, type: 'exclusive', default: item.default ?? null }),
    parallel: (item, placed) => gateway(item, placed),
    inclusive: (item, placed) => gateway(item, placed),
  };
  const gateway = (item: DiagramGateway, placed: Placed): GraphNode =>
    placed.out.length > 1
      ? {
          ...placed,
          type: 'fork',
          inclusive: item.type === 'inclusive',
          default: item.default ?? null,
        }
      : intoOf(item.id).length > 1
        ? { ...placed, type: 'join' }
        : { ...placed, type: 'exclusive', default: null };

  const nodes = diagram.nodes.map((item): [string, GraphNode] => {
    const placed: Placed = {
      id: item.id,
      name: item.name,
      out: outOf(item.id).map((flow) => flow.id),
      path: paths.get(item.id) ?? [],
    };
    return [item.id, build[item.type](item as never, placed)];
  });
  const late = [...problems, ...reader.problems];
  if (late.length > 0) throw new Undeployable(late);

  const start = diagram.nodes.find((item) => item.type === 'start') as DiagramNode;
  return {
    key: diagram.key,
    name: diagram.name,
    start: start.id,
    apply: (outOf(start.id)[0] as DiagramFlow).to,
    nodes: Object.fromEntries(nodes),
    flows: Object.fromEntries(
      diagram.flows.map((flow): [string, GraphFlow] => [
        flow.id,
        { from: flow.from, to: flow.to, condition: conditions.get(flow.id) ?? null },
      ]),
    ),
    warnings: missingConditions(diagram),
  };
};
