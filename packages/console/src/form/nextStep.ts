import type { Client } from '../client/client.ts';
import type { Values } from '../data/values.ts';

/** Who may handle the step that a submission leads to. */
export interface NextStep {
  readonly taskName: string;
  readonly users: readonly { readonly id: string; readonly name: string }[];
  /** The person who submits may choose one of them. */
  readonly choose: boolean;
}

/**
 * The step that a submission leads to where its handler can be chosen, else undefined.
 * @param form the record as it stands in the form: who handles it may depend on its values
 */
export const stepToChoose = async (
  client: Client,
  kind: string,
  form: Values,
): Promise<NextStep | undefined> => {
  const { id: businessId } = form;
  const steps = await client.post<readonly NextStep[]>(
    '/kh-edu-research/work/nextUserTask/get-next-user-task',
    { kind, businessId, form },
    { quiet: true },
  );
  return steps.find((step) => step.choose && step.users.length > 1);
};
