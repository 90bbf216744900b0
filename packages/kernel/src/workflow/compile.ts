import { fill, type Label } from '../label.ts';
import {
  applicantsStep,
  type Diagram,
  type DiagramFlow,
  type DiagramGateway,
  type DiagramNode,
} from './diagram.ts';
import type { Expression } from './expression.ts';
import { Unreadable } from './expression.ts';
import { closure, type FlowIndex, indexFlows } from './flows.ts';
import type { Graph, GraphFlow, GraphNode, Placed } from './graph.ts';
import { isApplicants, title, Undeployable } from './graph.ts';
import { findLayout } from './layout.ts';
import { parseExpression } from './parse.ts';

/** An id that no node or flow of the diagram has. */
const freeId = (diagram: Diagram, wish: string): string => {
  const taken = new Set([...diagram.nodes, ...diagram.flows].map((item) => item.id));
  let id = wish;
  while (taken.has(id)) id = `_${id}`;
  return id;
};

/** Makes the applicant's step where the first node behind the start is not one already. */
const withApply = (diagram: Diagram): Diagram => {
  const start = diagram.nodes.find((item) => item.type === 'start');
  const flow = diagram.flows.find((item) => item.from === start?.id);
  const first = diagram.nodes.find((item) => item.id === flow?.to);
  if (!flow || (first?.type === 'user' && isApplicants(first))) return diagram;
  const apply = applicantsStep(freeId(diagram, '_apply'));
  return {
    ...diagram,
    nodes: [...diagram.nodes, apply],
    flows: [
      ...diagram.flows.filter((item) => item !== flow),
      { ...flow, to: apply.id },
      { id: freeId(diagram, '_apply_flow'), from: apply.id, to: flow.to },
    ],
  };
};

const texts = {
  oneStart: ['流程必须且只能有一个开始节点', 'A process must have one start, and only one'],
  noEnd: ['流程没有结束节点', 'The process has no end'],
  loose: ['连线【{id}】没有连接到节点', 'Flow “{id}” is not connected to a node'],
  intoStart: ['开始节点【{node}】不能有进入的连线', 'No flow may lead into the start “{node}”'],
  outOfStart: ['开始节点【{node}】只能有一条后续连线', 'The start “{node}” may have one flow only'],
  outOfEnd: ['结束节点【{node}】不能有后续连线', 'No flow may leave the end “{node}”'],
  deadEnd: ['节点【{node}】没有后续连线', 'Nothing follows node “{node}”'],
  userSplits: ['用户任务【{node}】只能有一条后续连线', 'User task “{node}” may have one flow only'],
  joinsAndForks: [
    '网关【{node}】不能同时汇合与分支',
    'Gateway “{node}” cannot join and split at once',
  ],
  unreached: ['节点【{node}】不可到达', 'Node “{node}” cannot be reached'],
  endless: ['节点【{node}】无法到达结束节点', 'No end can be reached from node “{node}”'],
  noDefault: [
    '网关【{node}】的默认连线【{id}】不存在',
    'Gateway “{node}” has no flow “{id}” for its default',
  ],
  bare: [
    '排他网关【{node}】的连线缺少条件',
    'A flow of the exclusive gateway “{node}” has no condition',
  ],
  ofFlow: ['连线【{id}】{problem}', 'Flow “{id}”: {problem}'],
  ofNode: ['节点【{node}】{problem}', 'Node “{node}”: {problem}'],
} as const satisfies Record<string, Label>;

const about = (text: Label, item: DiagramNode, id = ''): Label =>
  fill(text, { node: title(item), id });

const isGateway = (item: DiagramNode): item is DiagramGateway =>
  item.type === 'exclusive' || item.type === 'parallel' || item.type === 'inclusive';

const nodeProblems = (item: DiagramNode, flows: FlowIndex): Label[] => {
  const out = flows.out(item.id);
  const into = flows.into(item.id).length;
  const fallback = isGateway(item) ? item.default : undefined;
  const block = item.type === 'parallel' || item.type === 'inclusive';
  return [
    ...(item.type === 'start' && into > 0 ? [about(texts.intoStart, item)] : []),
    ...(item.type === 'start' && out.length > 1 ? [about(texts.outOfStart, item)] : []),
    ...(item.type === 'end' && out.length > 0 ? [about(texts.outOfEnd, item)] : []),
    ...(item.type !== 'end' && out.length === 0 ? [about(texts.deadEnd, item)] : []),
    ...(item.type === 'user' && out.length > 1 ? [about(texts.userSplits, item)] : []),
    ...(block && out.length > 1 && into > 1 ? [about(texts.joinsAndForks, item)] : []),
    ...(fallback !== undefined && !out.some((flow) => flow.id === fallback)
      ? [about(texts.noDefault, item, fallback)]
      : []),
  ];
};

const degree = (diagram: Diagram, flows: FlowIndex): Label[] => {
  const ids = new Set(diagram.nodes.map((item) => item.id));
  const starts = diagram.nodes.filter((item) => item.type === 'start');
  return [
    ...(starts.length === 1 ? [] : [texts.oneStart]),
    ...(diagram.nodes.some((item) => item.type === 'end') ? [] : [texts.noEnd]),
    ...diagram.flows
      .filter((flow) => !ids.has(flow.from) || !ids.has(flow.to))
      .map((flow) => fill(texts.loose, { id: flow.id })),
    ...diagram.nodes.flatMap((item) => nodeProblems(item, flows)),
  ];
};

const reachability = (diagram: Diagram, flows: FlowIndex): Label[] => {
  const ofType = (type: string): string[] =>
    diagram.nodes.filter((item) => item.type === type).map((item) => item.id);
  const fromStart = closure(ofType('start'), (id) => flows.out(id).map((flow) => flow.to));
  const toEnd = closure(ofType('end'), (id) => flows.into(id).map((flow) => flow.from));
  return diagram.nodes.flatMap((item) => [
    ...(fromStart.has(item.id) ? [] : [about(texts.unreached, item)]),
    ...(toEnd.has(item.id) ? [] : [about(texts.endless, item)]),
  ]);
};

/** Reads the diagram's expressions, collecting what cannot be read. */
class Reader {
  readonly problems: Label[] = [];
  /** @param owner what the expression belongs to, with `{problem}` for what is wrong. */
  read(owner: Label, source: string | undefined): Expression | null {
    if (source === undefined || source.trim() === '') return null;
    try {
      return parseExpression(source);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.problems.push(fill(owner, { problem: error.label }));
      return null;
    }
  }
}

interface UserExpressions {
  readonly skip: Expression | null;
  readonly completion: Expression | null;
}

const missingConditions = (diagram: Diagram, flows: FlowIndex): Label[] =>
  diagram.nodes.filter(isGateway).flatMap((item) => {
    const out = flows.out(item.id);
    const bare = out.some((flow) => !flow.condition?.trim() && flow.id !== item.default);
    return item.type === 'exclusive' && out.length > 1 && bare ? [about(texts.bare, item)] : [];
  });

/**
 * Checks a diagram against the subset and makes it ready to run. Its work grows with the number of
 * nodes and flows, not with their product.
 * @throws Undeployable with every problem found.
 *
 * Long because its checks run in one order on maps that they share.
 */
export const compile = (drawn: Diagram): Graph => {
  const diagram = withApply(drawn);
  const flows = indexFlows(diagram);
  const reader = new Reader();
  const conditions = new Map(
    diagram.flows.map((flow) => [
      flow.id,
      reader.read(fill(texts.ofFlow, { id: flow.id }), flow.condition),
    ]),
  );
  const expressions = new Map(
    diagram.nodes.flatMap((item): [string, UserExpressions][] => {
      if (item.type !== 'user') return [];
      const owner = about(texts.ofNode, item);
      const skip = reader.read(owner, item.skip);
      return [[item.id, { skip, completion: reader.read(owner, item.multi?.completion) }]];
    }),
  );
  const shape = degree(diagram, flows);
  const reach = shape.length > 0 ? [] : reachability(diagram, flows);
  const whole = shape.length === 0 && reach.length === 0;
  const { paths, problems } = whole ? findLayout(diagram) : { paths: new Map(), problems: [] };
  const all = [...shape, ...reach, ...problems, ...reader.problems];
  if (all.length > 0) throw new Undeployable(all);

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
      skip: expressions.get(item.id)?.skip ?? null,
      multi: item.multi
        ? {
            sequential: item.multi.sequential,
            collection: item.multi.collection ?? null,
            completion: expressions.get(item.id)?.completion ?? null,
          }
        : null,
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
      : flows.into(item.id).length > 1
        ? { ...placed, type: 'join' }
        : { ...placed, type: 'exclusive', default: null };

  const nodes = diagram.nodes.map((item): [string, GraphNode] => {
    const placed: Placed = {
      id: item.id,
      name: item.name,
      out: flows.out(item.id).map((flow) => flow.id),
      path: paths.get(item.id) ?? [],
    };
    return [item.id, build[item.type](item as never, placed)];
  });
  const start = diagram.nodes.find((item) => item.type === 'start') as DiagramNode;
  return {
    key: diagram.key,
    name: diagram.name,
    start: start.id,
    apply: (flows.out(start.id)[0] as DiagramFlow).to,
    nodes: Object.fromEntries(nodes),
    flows: Object.fromEntries(
      diagram.flows.map((flow): [string, GraphFlow] => [
        flow.id,
        { from: flow.from, to: flow.to, condition: conditions.get(flow.id) ?? null },
      ]),
    ),
    warnings: missingConditions(diagram, flows),
  };
};
