import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import type { Client } from '../client/client.ts';

/**
 * Steps whose assignee is to be chosen, each for itself: those that their route leaves to the sender, else the next one
 * of each branch that several people may get.
 */
export const stepsToChoose = (steps: readonly NextStepRow[]): readonly NextStepRow[] => {
  const named = steps.filter(({ anyone }) => anyone);
  return named.length > 0 ? named : steps.filter(({ choose, users }) => choose && users.length > 1);
};

/**
 * The steps that a submission leads to where their assignee can be chosen.
 * @param form the record as it stands in the form: who handles it may depend on its values
 */
export const stepsOfSubmission = async (
  client: Client,
  kind: string,
  form: RowLike,
): Promise<readonly NextStepRow[]> => {
  const { id: businessId } = form;
  const steps = await client.post<readonly NextStepRow[]>(
    '/kh-edu-research/work/nextUserTask/get-next-user-task',
    { kind, businessId, form },
    { quiet: true },
  );
  return stepsToChoose(steps);
};
