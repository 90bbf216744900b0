import { type Finding, findingAt, wholeFilePlace } from '../finding.ts';
import { fill, type Label } from '../label.ts';
import { withApplicantStep } from './build.ts';
import { deadlineDatePath } from './deadlines/due.ts';
import type { Diagram, DiagramGateway, DiagramNode, DiagramUser } from './diagram.ts';
import { Unreadable } from './expression.ts';
import { type FlowIndex, indexFlows, reachableNodes } from './flows.ts';
import { isApplicants, nodeTitle } from './graph.ts';
import { findLayout } from './layout.ts';
import { parseExpression } from './parse.ts';
import { parsePeriod } from './period.ts';

const texts = {
  oneStart: ['流程必须且只能有一个开始节点', 'A process must have exactly one start'],
  noEnd: ['流程没有结束节点', 'The process has no end'],
  loose: ['连线【{id}】没有连接到节点', 'Flow “{id}” is not connected to a node'],
  intoStart: ['开始节点【{node}】不能有进入的连线', 'No flow may lead into the start “{node}”'],
  outOfStart: ['开始节点【{node}】只能有一条后续连线', 'The start “{node}” may have one flow only'],
  outOfEnd: ['结束节点【{node}】不能有后续连线', 'No flow may leave the end “{node}”'],
  deadEnd: ['节点【{node}】没有后续连线', 'Nothing follows node “{node}”'],
  userSplits: ['用户任务【{node}】只能有一条后续连线', 'User task “{node}” may have one flow only'],
  serviceSplits: [
    '服务节点【{node}】只能有一条后续连线',
    'The service “{node}” may have one flow only',
  ],
  waitSplits: ['等待节点【{node}】只能有一条后续连线', 'The wait “{node}” may have one flow only'],
  noPeriod: [
    '等待节点【{node}】的期限【{id}】不能识别，请填写如 5wd（工作日）、P5D、PT48H',
    'The wait “{node}”: “{id}” is not a period; write 5wd (working days), P5D or PT48H',
  ],
  noDeadline: [
    '节点【{node}】的期限【{id}】不能识别，请填写如 3wd（工作日）、P5D、PT48H',
    'Step “{node}”: “{id}” is not a period; write 3wd (working days), P5D or PT48H',
  ],
  noDue: [
    '节点【{node}】指定了超时处理，但没有期限',
    'Step “{node}” has a rule for a missed deadline, but no deadline',
  ],
  nobodyToHand: [
    '节点【{node}】超时转办需要指定接办人，其他超时处理不能指定',
    'Step “{node}”: reassignment at the deadline must name people; other rules must not',
  ],
  ownDeadline: [
    '节点【{node}】由申请人办理，不能超时自动处理',
    'Step “{node}” is the applicant’s own and cannot have an automatic deadline rule',
  ],
  joinsAndForks: [
    '网关【{node}】不能同时汇合与分支',
    'Gateway “{node}” cannot join and split at once',
  ],
  unreached: ['节点【{node}】不可到达', 'Node “{node}” cannot be reached'],
  endless: ['节点【{node}】无法到达结束节点', 'No end can be reached from node “{node}”'],
  noDefault: [
    '网关【{node}】的默认连线【{id}】不存在',
    'The default flow “{id}” of gateway “{node}” does not exist',
  ],
  bare: [
    '排他网关【{node}】的连线缺少条件',
    'A flow of the exclusive gateway “{node}” has no condition',
  ],
  dead: [
    '排他网关【{node}】的连线【{id}】没有条件，总会走这条连线，其他连线不起作用',
    'Flow “{id}” of the exclusive gateway “{node}” has no condition: it is always taken, and the other flows never are',
  ],
  shares: [
    '节点【{node}】的同意比例与反对比例之和必须大于 100',
    'Node “{node}”: the shares for and against must add up to more than 100',
  ],
  noTarget: [
    '节点【{node}】不同意时退回的节点【{id}】不存在',
    'Node “{node}”: there is no step “{id}” to return to',
  ],
  ofFlow: ['连线【{id}】{problem}', 'Flow “{id}”: {problem}'],
  ofNode: ['节点【{node}】{problem}', 'Node “{node}”: {problem}'],
} as const satisfies Record<string, Label>;

const about = (text: Label, item: DiagramNode, id = ''): Finding =>
  findingAt(item, fill(text, { node: nodeTitle(item), id }));

const ofFlow = (text: Label, id: string, problem: Label = ['', '']): Finding =>
  findingAt({ id, name: id }, fill(text, { id, problem }));

const isGateway = (item: DiagramNode): item is DiagramGateway =>
  item.type === 'exclusive' || item.type === 'parallel' || item.type === 'inclusive';

/** Returns faults in the deadline of a step. */
const deadlineProblems = (item: DiagramUser): Finding[] => {
  const due = deadlineDatePath(item) ? undefined : item.due;
  const periods = [due, item.remind, item.escalate].filter((text) => text !== undefined);
  const unread = periods.filter((text) => !parsePeriod(text));
  const hands = (item.handTo ?? []).length > 0;
  return [
    ...unread.map((text) => about(texts.noDeadline, item, text)),
    ...(item.overdue !== undefined && item.due === undefined ? [about(texts.noDue, item)] : []),
    ...((item.overdue === 'handOver') === hands ? [] : [about(texts.nobodyToHand, item)]),
    ...(isApplicants(item) && item.overdue !== undefined ? [about(texts.ownDeadline, item)] : []),
  ];
};

const nodeProblems = (item: DiagramNode, flows: FlowIndex): Finding[] => {
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
    ...(item.type === 'wait' && out.length > 1 ? [about(texts.waitSplits, item)] : []),
    ...(item.type === 'service' && out.length > 1 ? [about(texts.serviceSplits, item)] : []),
    ...(item.type === 'wait' && item.matter === undefined && !parsePeriod(item.period ?? '')
      ? [about(texts.noPeriod, item, item.period)]
      : []),
    ...(item.type === 'user' ? deadlineProblems(item) : []),
    ...(block && out.length > 1 && into > 1 ? [about(texts.joinsAndForks, item)] : []),
    ...(fallback !== undefined && !out.some((flow) => flow.id === fallback)
      ? [about(texts.noDefault, item, fallback)]
      : []),
  ];
};

const degree = (diagram: Diagram, flows: FlowIndex): Finding[] => {
  const ids = new Set(diagram.nodes.map((item) => item.id));
  const starts = diagram.nodes.filter((item) => item.type === 'start');
  return [
    ...(starts.length === 1 ? [] : [findingAt(wholeFilePlace, texts.oneStart)]),
    ...(diagram.nodes.some((item) => item.type === 'end')
      ? []
      : [findingAt(wholeFilePlace, texts.noEnd)]),
    ...diagram.flows
      .filter((flow) => !ids.has(flow.from) || !ids.has(flow.to))
      .map((flow) => ofFlow(texts.loose, flow.id)),
    ...diagram.nodes.flatMap((item) => nodeProblems(item, flows)),
  ];
};

const reachability = (diagram: Diagram, flows: FlowIndex): Finding[] => {
  const ofType = (type: string): string[] =>
    diagram.nodes.filter((item) => item.type === type).map((item) => item.id);
  const fromStart = reachableNodes(ofType('start'), (id) => flows.out(id).map((flow) => flow.to));
  const toEnd = reachableNodes(ofType('end'), (id) => flows.into(id).map((flow) => flow.from));
  return diagram.nodes.flatMap((item) => [
    ...(fromStart.has(item.id) ? [] : [about(texts.unreached, item)]),
    ...(toEnd.has(item.id) ? [] : [about(texts.endless, item)]),
  ]);
};

/** Returns the fault of an expression; undefined for a valid or missing one. */
const expressionFault = (source: string | undefined): Label | undefined => {
  if (source === undefined || source.trim() === '') return undefined;
  try {
    parseExpression(source);
    return undefined;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return error.label;
  }
};

const expressionProblems = (diagram: Diagram): Finding[] => [
  ...diagram.flows.flatMap(({ id, condition }) => {
    const problem = expressionFault(condition);
    return problem ? [ofFlow(texts.ofFlow, id, problem)] : [];
  }),
  ...diagram.nodes.flatMap((item) =>
    item.type === 'user'
      ? [item.skip, item.multi?.completion].flatMap((source) => {
          const problem = expressionFault(source);
          const node = nodeTitle(item);
          return problem ? [findingAt(item, fill(texts.ofNode, { node, problem }))] : [];
        })
      : [],
  ),
];

/** Keywords for the target of 不同意, besides keys of steps. */
const rejectionTargets: ReadonlySet<string> = new Set(['applicant', 'prev', 'refuse']);

const voteProblems = (diagram: Diagram): Finding[] => {
  const steps = new Set(diagram.nodes.flatMap(({ id, type }) => (type === 'user' ? [id] : [])));
  return diagram.nodes.flatMap((item) => {
    if (item.type !== 'user' && item.type !== 'wait') return [];
    const { agree, against } = (item.type === 'user' && item.multi) || {};
    const counted = typeof agree === 'number' && typeof against === 'number';
    const to = item.onAgainst;
    return [
      ...(counted && agree + against <= 100 ? [about(texts.shares, item)] : []),
      ...(to === undefined || rejectionTargets.has(to) || steps.has(to)
        ? []
        : [about(texts.noTarget, item, to)]),
    ];
  });
};

/** Finds flows of an exclusive gateway that make later flows unreachable. */
const unreachableFlows = (diagram: Diagram, flows: FlowIndex): Finding[] =>
  diagram.nodes.filter(isGateway).flatMap((item) => {
    if (item.type !== 'exclusive') return [];
    const out = flows.out(item.id).filter((flow) => flow.id !== item.default);
    const judged = item.default === undefined ? out.slice(0, -1) : out;
    const bare = judged.find((flow) => !flow.condition?.trim());
    return bare ? [about(texts.dead, item, bare.id)] : [];
  });

const missingConditions = (diagram: Diagram, flows: FlowIndex): Finding[] =>
  diagram.nodes.filter(isGateway).flatMap((item) => {
    const out = flows.out(item.id);
    const bare = out.some((flow) => !flow.condition?.trim() && flow.id !== item.default);
    return item.type === 'exclusive' && out.length > 1 && bare ? [about(texts.bare, item)] : [];
  });

/** Findings on a diagram before deployment. */
export interface DiagramFindings {
  /** Reasons why it cannot run, each naming its node. */
  readonly problems: readonly Finding[];
  /** Notes for the administrator; the diagram is accepted. */
  readonly warnings: readonly Finding[];
}

/**
 * Checks a diagram against the supported subset of BPMN, in time linear in nodes and flows. Only
 * new deployments are checked: an accepted diagram is always built, whatever later versions check.
 */
export const checkDiagram = (drawn: Diagram): DiagramFindings => {
  const diagram = withApplicantStep(drawn);
  const flows = indexFlows(diagram);
  const shape = degree(diagram, flows);
  const reach = shape.length > 0 ? [] : reachability(diagram, flows);
  const whole = shape.length === 0 && reach.length === 0;
  const layout = whole ? findLayout(diagram).problems : [];
  return {
    problems: [
      ...shape,
      ...reach,
      ...layout,
      ...expressionProblems(diagram),
      ...voteProblems(diagram),
      ...unreachableFlows(diagram, flows),
    ],
    warnings: missingConditions(diagram, flows),
  };
};
