import type { Command } from '@keyan/kernel/workflow/command.ts';
import { plainUser } from '@keyan/kernel/workflow/directory.ts';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { id } from '../wire/inputs.ts';
import { opinion, people, person } from './inputs.ts';

/** What a handler sends about a task (decisions 10, 26). */
export const completeInput = Type.Object({
  taskId: id,
  processInstanceId: Type.Optional(id),
  /** `ok` agrees, `refuse` refuses, anything else returns. */
  flag: Type.Optional(Type.String({ maxLength: 20 })),
  comment: Type.Optional(opinion),
  /** Where it is returned to: `applicant` (also when left out), `prev`, or a step's key. */
  backTo: Type.Optional(Type.String({ maxLength: 100 })),
  /** People picked for the next step, separated by commas. */
  taskUserId: Type.Optional(people),
  form: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
});

/** The family's default opinions. */
const agreed = '同意';

export const pickedFrom = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter(Boolean).map(plainUser);

/** What a flag asks for; any other flag returns. */
const flags: Readonly<Record<string, (input: Static<typeof completeInput>) => Command>> = {
  ok: ({ taskId, comment, taskUserId }) => ({
    is: 'agree',
    task: taskId,
    comment: comment || agreed,
    picked: pickedFrom(taskUserId),
  }),
  refuse: ({ taskId, comment = '' }) => ({ is: 'refuse', task: taskId, comment }),
};

const returned = ({ taskId, comment = '', backTo }: Static<typeof completeInput>): Command =>
  backTo
    ? { is: 'back', task: taskId, to: backTo, comment }
    : { is: 'disagree', task: taskId, comment };

export const commandOf = (input: Static<typeof completeInput>): Command => {
  const { flag = '' } = input;
  return Object.hasOwn(flags, flag) ? (flags[flag] ?? returned)(input) : returned(input);
};

export const assignInput = Type.Object({
  taskId: id,
  assignee: Type.Optional(person),
  userId: Type.Optional(person),
  taskUserId: Type.Optional(person),
  comment: Type.Optional(opinion),
});
