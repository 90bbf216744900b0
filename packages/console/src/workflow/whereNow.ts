import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { WireRow } from '../data/calls.ts';
import { currentStep } from '../records/steps.ts';

/** Messages after an action: what was done, and where the record is now. */
const endings: Readonly<Partial<Record<Status, Label>>> = {
  [statuses.approved]: ['{done}，审批已通过', '{done}; the approval is complete'],
  [statuses.returned]: [
    '{done}，现由申请人{applicant}修改',
    '{done}; now with its applicant {applicant} for revision',
  ],
  [statuses.refused]: ['{done}，审批已结束', '{done}; the approval has ended'],
};

const withAssigneesText: Label = [
  '{done}，现由{names}在【{step}】办理',
  '{done}; now with {names} at “{step}”',
];
const atStepText: Label = ['{done}，现到【{step}】', '{done}; now at “{step}”'];

/**
 * Returns the text after a decision: what was done, and who has the record now.
 * @param row the record afterwards; undefined if the reader may no longer see it
 */
export const decisionOutcomeText = (
  done: Label,
  resource: Resource,
  row: WireRow | undefined,
  applicant: string,
): Label => {
  if (!row) return done;
  const ending = endings[row.auditStatus as Status];
  if (ending) return fill(ending, { done, applicant });
  const { currentAssignee } = row;
  const step = currentStep(resource, row);
  if (step === '') return done;
  return fill(currentAssignee ? withAssigneesText : atStepText, {
    done,
    step,
    names: String(currentAssignee ?? ''),
  });
};
