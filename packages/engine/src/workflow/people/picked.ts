import { Invalid } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { pickedFact } from '@keyan/kernel/workflow/directory.ts';
import type { Facts } from '@keyan/kernel/workflow/expression.ts';
import { type Graph, stepsWithPickedPeople, title } from '@keyan/kernel/workflow/graph.ts';
import type { PreparedDecision } from '../runtime/decision.ts';

const texts = {
  nobody: ['请选择【{node}】的办理人', 'Choose who reviews “{node}”'],
  unfit: [
    '【{node}】的办理人【{name}】不能办理：已停用，或是申请人、记录涉及的人员',
    '“{name}” cannot review “{node}”: disabled, the applicant, or named by the record',
  ],
} as const satisfies Record<string, Label>;

/** Effect of a submission on the people whom its sender picked. */
interface PickedPeople {
  /** Kept for steps that leave their people to the applicant, until it is submitted again. */
  readonly frozen: Facts;
  /** For the next step. */
  readonly next: readonly string[];
}

/**
 * Tells for which step people were picked. A route with steps that leave their people to the
 * applicant asks for them at every submission; those of the submission before hold where none are
 * named. On every other route the choice is for the next step.
 * @throws Invalid naming `taskUserId`: nobody was picked, or somebody who cannot act.
 */
export const pickedPeopleOf = (
  graph: Graph,
  picked: readonly string[],
  before: Facts,
  { directory, actor }: Pick<PreparedDecision, 'directory' | 'actor'>,
): PickedPeople => {
  const [step] = stepsWithPickedPeople(graph);
  if (!step) return { frozen: {}, next: picked };
  const earlier = before[pickedFact];
  const people = picked.length > 0 ? picked : Array.isArray(earlier) ? earlier.map(String) : [];
  const refuse = (message: Label): never => {
    throw new Invalid([{ path: 'taskUserId', message }]);
  };
  const node = title(step);
  if (people.length === 0) return refuse(fill(texts.nobody, { node }));
  const unfit = people.find(
    (id) => !directory.isActive(id) || id === actor.id || directory.concerned.has(id),
  );
  if (unfit !== undefined) {
    return refuse(fill(texts.unfit, { node, name: directory.nameOf(unfit) }));
  }
  return { frozen: { [pickedFact]: people }, next: [] };
};
