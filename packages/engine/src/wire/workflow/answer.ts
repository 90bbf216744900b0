import type { Command } from '@keyan/kernel/workflow/command.ts';
import { plainUserId } from '@keyan/kernel/workflow/directory.ts';
import type { Static } from 'typebox';
import { Type } from 'typebox';
import { idParam } from '../inputs.ts';
import {
  opinionParameter,
  peopleParameter,
  personParameter,
  processNameParameters,
} from './inputs.ts';

/** Input of an assignee who completes a task (rulings 10, 26). */
export const completeInput = Type.Object({
  ...processNameParameters,
  /** `ok` agrees, `refuse` refuses, anything else returns. */
  flag: Type.Optional(Type.String({ maxLength: 20 })),
  comment: Type.Optional(opinionParameter),
  /** Target of a return: `applicant` (default), `prev`, or the key of a step. */
  backTo: Type.Optional(Type.String({ maxLength: 100 })),
  /**
   * True if a returned record comes straight back to this step, and steps between stay approved. By default as the
   * university has set.
   */
  direct: Type.Optional(Type.Boolean()),
  /** Ids of people chosen for the next step, separated by commas. */
  taskUserId: Type.Optional(peopleParameter),
  /** Changed fields of the record, and the `version` that they were read from. */
  form: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Type.Unknown())),
  /** Ids of the caller's uploads that are attached to the comment. */
  attachments: Type.Optional(Type.Array(idParam, { maxItems: 10 })),
});

export const pickedIds = (text: string | undefined): readonly string[] =>
  (text ?? '').split(',').filter(Boolean).map(plainUserId);

type Answer = Omit<Static<typeof completeInput>, 'taskId'>;

/** Command of each flag; any other flag returns the record. */
const flags: Readonly<Record<string, (task: string, answer: Answer) => Command>> = {
  ok: (task, { comment = '', taskUserId }) => ({
    is: 'agree',
    task,
    comment,
    picked: pickedIds(taskUserId),
  }),
  refuse: (task, { comment = '' }) => ({ is: 'refuse', task, comment }),
};

const returned = (task: string, { comment = '', backTo, direct }: Answer): Command =>
  backTo
    ? { is: 'back', task, to: backTo, comment, ...(direct === undefined ? {} : { direct }) }
    : { is: 'disagree', task, comment };

export const commandOf = (task: string, answer: Answer): Command => {
  const { flag = '' } = answer;
  const command = Object.hasOwn(flags, flag) ? flags[flag] : undefined;
  return (command ?? returned)(task, answer);
};

/** Input of adding signers: beside (`P`), before (`B`) or for an opinion (`D`). */
export const signInput = Type.Object({
  taskId: idParam,
  how: Type.Union([Type.Literal('P'), Type.Literal('B'), Type.Literal('D')]),
  userIds: peopleParameter,
  comment: Type.Optional(opinionParameter),
});

export const assignInput = Type.Object({
  taskId: idParam,
  assignee: Type.Optional(personParameter),
  userId: Type.Optional(personParameter),
  taskUserId: Type.Optional(personParameter),
  comment: Type.Optional(opinionParameter),
});
