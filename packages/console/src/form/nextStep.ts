import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import type { Client } from '../client/client.ts';
import type { Values } from '../data/values.ts';

/**
 * The step that a submission leads to where its assignee can be chosen, else undefined.
 * @param form the record as it stands in the form: who handles it may depend on its values
 */
export const stepToChoose = async (
  client: Client,
  kind: string,
  form: Values,
): Promise<NextStepRow | undefined> => {
  const { id: businessId } = form;
  const steps = await client.post<readonly NextStepRow[]>(
    '/kh-edu-research/work/nextUserTask/get-next-user-task',
    { kind, businessId, form },
    { quiet: true },
  );
  return steps.find((step) => step.choose && step.users.length > 1);
};
