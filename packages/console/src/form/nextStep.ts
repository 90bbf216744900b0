import type { Client } from '../client/client.ts';

/** Who may handle the step that a submission leads to. */
export interface NextStep {
  readonly name: string;
  readonly users: readonly {
    readonly id: string;
    readonly name: string;
    readonly note?: string;
  }[];
  /** The person who submits has to choose one. */
  readonly choose: boolean;
}

/** The step after this one where its handler has to be chosen, else undefined. */
export const stepToChoose = async (
  client: Client,
  kind: string,
  businessId: string,
): Promise<NextStep | undefined> => {
  const steps = await client.get<readonly NextStep[]>(
    '/kh-edu-research/work/nextUserTask/get-next-user-task',
    { kind, businessId },
    { quiet: true },
  );
  return steps.find((step) => step.choose && step.users.length > 1);
};
