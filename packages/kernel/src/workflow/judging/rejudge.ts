import { type Finding, findingAt } from '../../finding.ts';
import type { Label } from '../../label.ts';
import { fill } from '../../label.ts';
import { areInSiblingBranches } from '../back.ts';
import type { Choice } from '../choice.ts';
import type { FactPath, Variables } from '../expression.ts';
import { pickFacts, valueAtPath, variablePathsIn } from '../expression.ts';
import type { Graph, GraphNode, UserNode } from '../graph.ts';
import { isApplicants, nodeById, nodesBefore, nodeTitle } from '../graph.ts';
import { leaveStep } from '../routing.ts';
import type { StepVisit } from '../state.ts';
import type { WorkingState } from '../working-state.ts';

const texts = {
  passed: [
    '节点【{node}】可修改的字段【{field}】是网关【{gateway}】的判断条件，修改后不会重新判断',
    'Step “{node}” may change “{field}”, which decides gateway “{gateway}”: a change would not be re-evaluated',
  ],
  inBlock: [
    '节点【{node}】在并行分支内，不能设置重新判断（keyan:rejudge）',
    'Step “{node}” is in a parallel branch: re-evaluation (keyan:rejudge) cannot be set',
  ],
  several: [
    '节点【{node}】由多人办理，不能设置重新判断（keyan:rejudge）',
    'Step “{node}” is handled by several people: re-evaluation (keyan:rejudge) cannot be set',
  ],
} as const satisfies Record<string, Label>;

/** Returns the paths that the conditions of each gateway read. */
const judgedAt = (graph: Graph): ReadonlyMap<string, readonly FactPath[]> => {
  const found = new Map<string, readonly FactPath[]>();
  for (const { from, condition } of Object.values(graph.flows)) {
    if (condition) found.set(from, [...(found.get(from) ?? []), ...variablePathsIn(condition)]);
  }
  return found;
};

/**
 * Finds steps that may edit a value that an earlier gateway evaluated, unless the route is
 * evaluated again after the step, and values evaluated in a sibling branch (workflow-2 §1.4): an
 * edit must not silently skip an approver.
 * @param sources returns the fields of which a fact is computed
 */
export const editsOfJudgedFields = (
  graph: Graph,
  sources: (fact: string) => ReadonlySet<string>,
  labelOf: (field: string) => Label,
): readonly Finding[] => {
  const judged = [...judgedAt(graph)].map(([id, paths]) => ({
    gateway: nodeById(graph, id) as GraphNode,
    fields: new Set(paths.flatMap(([root = '']) => [...sources(root)])),
  }));
  return Object.values(graph.nodes).flatMap((step): readonly Finding[] => {
    if (step.type !== 'user' && step.type !== 'wait') return [];
    const { editable = [] } = step;
    const rejudges = step.type === 'user' && step.rejudge === true;
    const about = (text: Label, more: Record<string, string | Label> = {}): Finding =>
      findingAt(step, fill(text, { node: nodeTitle(step), ...more }));
    const before = nodesBefore(graph, step.id);
    const unsafe = judged.filter(
      ({ gateway }) =>
        areInSiblingBranches(step, gateway) ||
        (!rejudges && before.has(gateway.id) && !isApplicants(step)),
    );
    return [
      ...(rejudges && step.path.length > 0 ? [about(texts.inBlock)] : []),
      ...(rejudges && step.multi ? [about(texts.several)] : []),
      ...unsafe.flatMap(({ gateway, fields }) =>
        editable
          .filter((field) => fields.has(field))
          .map((field) =>
            about(texts.passed, { field: labelOf(field), gateway: nodeTitle(gateway) }),
          ),
      ),
    ];
  });
};

/** True if the command changed a value that a gateway on the path to the step evaluated. */
export const isJudgedValueChanged = (state: WorkingState, step: UserNode): boolean => {
  const { graph, factsBefore } = state.input;
  if (!step.rejudge || factsBefore === undefined) return false;
  const before = nodesBefore(graph, step.id);
  const paths = [...judgedAt(graph)].flatMap(([id, own]) => (before.has(id) ? own : []));
  const seenBy = (seen: Variables): string =>
    JSON.stringify(pickFacts(paths, (path) => valueAtPath(path, seen) ?? null));
  return (
    seenBy(state.present) !== seenBy(new Map([...state.present, ...Object.entries(factsBefore)]))
  );
};

const changed: Label = [
  '修改了流程的判断条件，重新判断',
  'A value that decides the route was changed: the route is re-evaluated',
];

/**
 * Moves the token of a decided step through the route again from the applicant's step: valid
 * approvals are skipped, newly required steps get tasks.
 */
export const rewalkRoute = (state: WorkingState, closed: StepVisit, picked: Choice): void => {
  state.log('rejudge', { visit: closed, actor: null, reason: changed });
  const applied = state.visits.findLast(
    (visit) => visit.node === state.input.graph.apply && visit.status === 'DONE',
  );
  leaveStep(state, applied as StepVisit, picked);
};
