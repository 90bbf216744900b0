import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import type { Client } from '../client/client.ts';

/** Next steps whose assignee is to be chosen, one in each branch: by name, or one of several people. */
export const stepsToChoose = (steps: readonly NextStepRow[]): readonly NextStepRow[] =>
  steps.filter((step) => step.anyone || (step.choose && step.users.length > 1));

/**
 * The step that a submission leads to where its assignee can be chosen, else undefined.
 * @param form the record as it stands in the form: who handles it may depend on its values
 */
export const stepToChoose = async (
  client: Client,
  kind: string,
  form: RowLike,
): Promise<NextStepRow | undefined> => {
  const { id: businessId } = form;
  const steps = await client.post<readonly NextStepRow[]>(
    '/kh-edu-research/work/nextUserTask/get-next-user-task',
    { kind, businessId, form },
    { quiet: true },
  );
  return stepsToChoose(steps)[0];
};
