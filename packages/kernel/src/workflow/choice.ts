import { refusal } from './working-state.ts';

/** People whom the sender picked for the next step; `used` is true once a step has used them. */
export interface Choice {
  readonly users: readonly string[];
  used: boolean;
  offered: boolean;
}

export const nextStepChoice = (users: readonly string[] = []): Choice => ({
  users,
  used: false,
  offered: false,
});

/** Refuses a picked person who is not among the next step's people. */
export const checkChoice = (picked: Choice): void => {
  if (picked.users.length > 0 && picked.offered && !picked.used) {
    throw refusal([
      '选择的办理人不在下一环节的办理人范围内',
      'The person chosen is not a candidate of the next step',
    ]);
  }
};
