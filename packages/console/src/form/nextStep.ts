import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import type { Client } from '../client/client.ts';

/**
 * Returns the steps whose assignee must be chosen: those that the route leaves to the sender, or
 * else the next step of each branch that has several candidates.
 */
export const stepsToChoose = (steps: readonly NextStepRow[]): readonly NextStepRow[] => {
  const named = steps.filter(({ anyone }) => anyone);
  return named.length > 0 ? named : steps.filter(({ choose, users }) => choose && users.length > 1);
};

/**
 * Fetches the steps after a submission whose assignee can be chosen.
 * @param form current values of the form, on which the assignees may depend
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
