import type { Label } from '../../label.ts';
import { deadlineDatePath } from '../deadlines/due.ts';
import { type Overdue, type RepeatRule, stepLabel, type WaitSettings } from '../diagram.ts';
import type { Expression } from '../expression.ts';
import type { Graph, GraphNode, UserNode, VisitedNode } from '../graph.ts';
import { nodesBefore, visitedNode } from '../graph.ts';
import { periodLabel } from '../period.ts';

/** Functions that describe the people and conditions of a route. */
export interface RouteTexts {
  /** Describes a reference such as `role:office`. */
  people(reference: string): Label;
  condition(expression: Expression): Label;
  /** Describes a field by its path. */
  fact(name: string): Label;
}

/** Property of a step that differs. */
export interface ChangedPart {
  readonly part: Label;
  readonly before: Label;
  readonly after: Label;
}

/** Step or wait that only one version has, or that differs. */
export interface RouteDifference {
  readonly node: string;
  readonly name: Label;
  readonly change: 'added' | 'removed' | 'changed';
  /** Differing properties; of a new step those without a default value, of a removed one none. */
  readonly parts: readonly ChangedPart[];
}

const none: Label = ['无', 'none'];

const joined = (labels: readonly Label[]): Label =>
  labels.length === 0
    ? none
    : [labels.map(([zh]) => zh).join('、'), labels.map(([, en]) => en).join(', ')];

const plain = (text: string): Label => (text === '' ? none : [text, text]);

/**
 * Returns the flows by which a node is reached from the previous steps, through all gateways
 * between.
 */
const flowsInto = (graph: Graph, id: string): readonly string[] => {
  const found: string[] = [];
  const seen = new Set<string>();
  const look = (at: string): void => {
    if (seen.has(at)) return;
    seen.add(at);
    for (const [flow, { from, to }] of Object.entries(graph.flows)) {
      if (to !== at) continue;
      found.push(flow);
      if (!visitedNode(graph, from)) look(from);
    }
  };
  look(id);
  return found;
};

/** Returns the labels of the steps directly before a node. */
const stepsBefore = (graph: Graph, flows: readonly string[]): readonly Label[] =>
  flows.flatMap((flow) => {
    const step = visitedNode(graph, graph.flows[flow]?.from ?? '');
    return step ? [stepLabel(step)] : [];
  });

const empties = {
  toAdmin: ['交管理员', 'administrators'],
  skip: ['自动通过', 'passed'],
  refuse: ['自动不通过', 'rejected'],
} as const satisfies Record<string, Label>;

/** Texts of the rules for a person who has already approved, by `skipSame`. */
const repeatRuleTexts = {
  none: ['再次办理', 'asked again'],
  consecutive: ['上一环节同一人已同意则自动通过', 'passed if they approved the previous step'],
  any: ['前面任一环节同一人已同意则自动通过', 'passed if they approved any earlier step'],
} as const satisfies Record<RepeatRule, Label>;

const byParameter: Label = ['按参数设置', 'as set by the parameter'];

const no: Label = ['否', 'no'];

const yesNo = (is: boolean): Label => (is ? ['是', 'yes'] : no);

const agreeing = {
  all: ['全部同意', 'all agree'],
  any: ['一人同意即可', 'one agrees'],
} as const satisfies Record<string, Label>;

const opposing = {
  veto: ['一人不同意即不通过', 'one vote against rejects'],
  count: ['达不到同意人数时不通过', 'rejected once enough approvals are out of reach'],
} as const satisfies Record<string, Label>;

/** Describes a joint decision: order, required agreements, and conditions of failure. */
const describeJointDecision = (step: VisitedNode): Label => {
  if (step.type !== 'user') return none;
  if (!step.multi) return ['一人办理', 'one person'];
  const { agree, against, sequential } = step.multi;
  const order: Label = sequential ? ['依次', 'in turn'] : ['同时', 'at once'];
  const yes: Label =
    typeof agree === 'number' ? [`${agree}% 同意`, `${agree}% agree`] : agreeing[agree];
  const lost: Label =
    typeof against === 'number'
      ? [`${against}% 不同意即不通过`, `${against}% against rejects`]
      : opposing[against];
  return [`${order[0]}，${yes[0]}，${lost[0]}`, `${order[1]}, ${yes[1]}, ${lost[1]}`];
};

const ways = {
  applicant: ['退回申请人', 'return to the applicant'],
  prev: ['退回上一环节', 'return to the previous step'],
  refuse: ['整个申请不通过', 'reject the record'],
} as const satisfies Record<string, Label>;

/** Describes the consequence of a rejection. */
const describeRejection = (step: VisitedNode, graph: Graph): Label => {
  if (step.type === 'service' || (step.type === 'wait' && step.matter === undefined)) return none;
  const to = step.onAgainst ?? 'applicant';
  if (to === 'applicant' || to === 'prev' || to === 'refuse') return ways[to];
  const target = visitedNode(graph, to);
  const [zh, en] = target ? stepLabel(target) : [to, to];
  return [`退回【${zh}】`, `return to “${en}”`];
};

const editableAt = (step: VisitedNode): readonly string[] =>
  (step.type === 'service' ? undefined : step.editable) ?? [];

const copiedAt = (step: VisitedNode): readonly string[] => {
  if (step.type === 'user') return step.cc ?? [];
  return step.type === 'service' ? step.service.people : [];
};

const overdues: Readonly<Record<Overdue, Label>> = {
  agree: ['超时自动同意', 'approved automatically when overdue'],
  refuse: ['超时自动不通过', 'rejected automatically when overdue'],
  return: ['超时退回申请人', 'returned when overdue'],
  handOver: ['超时转办', 'reassigned when overdue'],
};

const waitWords = ({ period, matter = '' }: WaitSettings): Label =>
  period === undefined ? plain(matter) : periodLabel(period);

const after = ([zh, en]: Label, period: string): Label => {
  const [length, english] = periodLabel(period);
  return [`${length}${zh}`, `${en} ${english}`];
};

const dueWords = (step: UserNode, { fact }: RouteTexts): Label => {
  const path = deadlineDatePath(step);
  if (!path) return periodLabel(step.due ?? '');
  const [zh, en] = fact(path.join('.'));
  return [`至【${zh}】`, `until “${en}”`];
};

/** Describes the deadline of a step, its reminder, escalation, and action when overdue. */
const describeDeadline = (step: VisitedNode, words: RouteTexts): Label => {
  if (step.type !== 'user') return none;
  const { due, remind, escalate, overdue, handTo = [] } = step;
  const said: readonly (Label | undefined)[] = [
    due === undefined ? undefined : dueWords(step, words),
    remind === undefined ? undefined : after(['后提醒', 'reminder after'], remind),
    escalate === undefined ? undefined : after(['后督办', 'escalation after'], escalate),
    overdue && overdues[overdue],
    ...handTo.map((one) => words.people(one)),
  ];
  return joined(said.filter((one) => one !== undefined));
};

type Part = readonly [
  part: Label,
  of: (step: VisitedNode, graph: Graph, words: RouteTexts) => Label,
];

/** Functions that describe each property of a step except its name. */
const settings: readonly Part[] = [
  [
    ['办理人', 'Assignees'],
    (step, _graph, words) =>
      step.type === 'user' ? joined(step.people.map((one) => words.people(one))) : none,
  ],
  [['办理方式', 'How people decide'], describeJointDecision],
  [
    ['上一环节', 'Previous step'],
    (step, graph) => joined(stepsBefore(graph, flowsInto(graph, step.id))),
  ],
  [
    ['到达条件', 'Condition'],
    (step, graph, words) =>
      joined(
        flowsInto(graph, step.id).flatMap((flow) => {
          const condition = graph.flows[flow]?.condition;
          return condition ? [words.condition(condition)] : [];
        }),
      ),
  ],
  [
    ['跳过条件', 'Skipped if'],
    (step, _graph, words) =>
      step.type === 'user' && step.skip ? words.condition(step.skip) : none,
  ],
  [
    ['可修改字段', 'Editable fields'],
    (step, _graph, { fact }) => joined(editableAt(step).map((name) => fact(name))),
  ],
  [
    ['修改后重新判断路线', 'Re-evaluates the route'],
    (step) => (step.type === 'user' ? yesNo(step.rejudge === true) : none),
  ],
  [['不同意时', 'If someone disagrees'], describeRejection],
  [['可选不通过', 'May reject'], (step) => (step.type === 'user' ? yesNo(step.refuse) : none)],
  [
    ['没有审批人时', 'If there is no approver'],
    (step) => (step.type === 'user' ? empties[step.empty] : none),
  ],
  [
    ['办理人在前面环节已同意时', 'If the assignee approved an earlier step'],
    (step) => {
      if (step.type !== 'user') return none;
      return step.skipSame ? repeatRuleTexts[step.skipSame] : byParameter;
    },
  ],
  [
    ['抄送', 'Copied to'],
    (step, _graph, words) => joined(copiedAt(step).map((one) => words.people(one))),
  ],
  [['办理期限', 'Deadline'], (step, _graph, words) => describeDeadline(step, words)],
  [['等待', 'Wait'], (step) => (step.type === 'wait' ? waitWords(step) : none)],
  [
    ['退回后再次到达时', 'Reached again after a return'],
    (step) =>
      step.type !== 'wait' || step.matter === undefined
        ? none
        : step.again === 'ask'
          ? ['重新进行', 'repeated']
          : ['沿用结果', 'result kept'],
  ],
];

const parts: readonly Part[] = [[['名称', 'Name'], (step) => stepLabel(step)], ...settings];

const isDefault = (said: Label): boolean => [none, no, byParameter].includes(said);

/** Returns the properties of a new step, without its name and those with a default value. */
const newParts = (step: VisitedNode, graph: Graph, words: RouteTexts): readonly ChangedPart[] =>
  settings.flatMap(([part, of]) => {
    const after = of(step, graph, words);
    return isDefault(after) ? [] : [{ part, before: none, after }];
  });

const changedParts = (
  [step, graph]: readonly [VisitedNode, Graph],
  [other, newer]: readonly [VisitedNode, Graph],
  words: RouteTexts,
): readonly ChangedPart[] =>
  parts.flatMap(([part, of]) => {
    const before = of(step, graph, words);
    const after = of(other, newer, words);
    return before[0] === after[0] ? [] : [{ part, before, after }];
  });

const inOrder = (graph: Graph): readonly GraphNode[] =>
  Object.values(graph.nodes).sort(
    (a, b) => nodesBefore(graph, a.id).size - nodesBefore(graph, b.id).size,
  );

/**
 * Compares two versions of a route step by step, in the order of the newer one; removed steps come
 * last. Steps are matched by id.
 */
export const compareRoutes = (
  older: Graph,
  newer: Graph,
  words: RouteTexts,
): readonly RouteDifference[] => {
  const found = inOrder(newer).flatMap(({ id }): RouteDifference[] => {
    const step = visitedNode(newer, id);
    if (!step) return [];
    const before = visitedNode(older, id);
    if (!before) {
      const said = newParts(step, newer, words);
      return [{ node: id, name: stepLabel(step), change: 'added', parts: said }];
    }
    const changed = changedParts([before, older], [step, newer], words);
    return changed.length > 0
      ? [{ node: id, name: stepLabel(step), change: 'changed', parts: changed }]
      : [];
  });
  const lost = inOrder(older).flatMap(({ id }): RouteDifference[] => {
    const step = visitedNode(older, id);
    return step && !visitedNode(newer, id)
      ? [{ node: id, name: stepLabel(step), change: 'removed', parts: [] }]
      : [];
  });
  return [...found, ...lost];
};
