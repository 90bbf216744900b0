import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { pickedFor, pickedPeopleFact } from '@keyan/kernel/workflow/directory.ts';
import type { Facts, Variable } from '@keyan/kernel/workflow/expression.ts';
import {
  type Graph,
  nodeTitle,
  stepsWithPickedPeople,
  type UserNode,
} from '@keyan/kernel/workflow/graph.ts';
import type { PreparedDecision } from '../runtime/decision.ts';

const texts = {
  each: ['请为{nodes}分别选择一名办理人', 'Choose one assignee for each of {nodes}'],
  nobody: ['请选择【{node}】的办理人', 'Choose the assignee of “{node}”'],
  unfit: [
    '【{node}】的办理人【{name}】不能办理：已停用，或是申请人、记录涉及的人员',
    '“{name}” cannot act at “{node}”: disabled, the applicant, or named in the record',
  ],
} as const satisfies Record<string, Label>;

/** People that the submitter chose, by their effect. */
interface PickedPeople {
  /** Stored for steps that leave their people to the applicant, until the next submission. */
  readonly frozen: Facts;
  /** Ids for the next step. */
  readonly next: readonly string[];
}

const listed = (steps: readonly UserNode[]): Label => [
  steps.map((step) => `【${nodeTitle(step)}】`).join('、'),
  steps.map((step) => `“${step.english ?? nodeTitle(step)}”`).join(', '),
];

/** Returns people by step: those of each step in order, or one choice that a client made for all. */
const byStep = (
  steps: readonly UserNode[],
  picked: readonly string[],
): ReadonlyMap<UserNode, readonly string[]> | undefined => {
  if (steps.length === 1 || picked.length === 1)
    return new Map(steps.map((step) => [step, picked]));
  return picked.length === steps.length
    ? new Map(steps.map((step, at) => [step, picked.slice(at, at + 1)]))
    : undefined;
};

const textsIn = (value: Variable | undefined): readonly string[] =>
  Array.isArray(value) ? value.map(String) : [];

/**
 * Returns for which step people were chosen. A route with steps that leave their people to the applicant requires a
 * choice at every submission; the last choice applies if none is sent. Several such steps have separate choices. On
 * every other route the choice is for the next step.
 * @throws Invalid naming `taskUserId` if nobody was chosen, or somebody who cannot act.
 */
export const pickedPeopleOf = (
  graph: Graph,
  picked: readonly string[],
  before: Facts,
  { directory, actor }: Pick<PreparedDecision, 'directory' | 'actor'>,
): PickedPeople => {
  const steps = stepsWithPickedPeople(graph);
  if (steps.length === 0) return { frozen: {}, next: picked };
  const refuse = (message: Label): never => {
    throw new Invalid([{ path: 'taskUserId', message }]);
  };
  const earlier = new Map(
    steps.map((step) => [step, textsIn(pickedFor(before[pickedPeopleFact], step.id))]),
  );
  const chosen = picked.length > 0 ? byStep(steps, picked) : earlier;
  if (!chosen) return refuse(fill(texts.each, { nodes: listed(steps) }));
  for (const [step, people] of chosen) {
    const node = nodeTitle(step);
    if (people.length === 0) return refuse(fill(texts.nobody, { node }));
    const unfit = people.find(
      (id) => !directory.isActive(id) || id === actor.id || directory.concerned.has(id),
    );
    if (unfit !== undefined) {
      return refuse(fill(texts.unfit, { node, name: directory.nameOf(unfit) }));
    }
  }
  const [only = []] = chosen.values();
  const value =
    steps.length === 1
      ? only
      : Object.fromEntries([...chosen].map(([step, people]) => [step.id, people]));
  return { frozen: { [pickedPeopleFact]: value }, next: [] };
};
