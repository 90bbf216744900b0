import { type FieldFault, Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { opinionFault, opinionLabels } from '@keyan/kernel/values/opinion.ts';
import type { Command } from '@keyan/kernel/workflow/command.ts';

/** Opinion as calls contain it: parameter name and label. */
interface Asked {
  readonly path: string;
  readonly label: Label;
}

const comment: Asked = { path: 'comment', label: opinionLabels.comment };
const reason: Asked = { path: 'reason', label: opinionLabels.reason };

/** Commands that require an opinion. */
const asked: Partial<Record<Command['is'], Asked>> = {
  back: { path: 'comment', label: opinionLabels.back },
  disagree: comment,
  refuse: comment,
  jump: reason,
  settle: reason,
};

const assertText = ({ path, label }: Asked, text: string): void => {
  const message = opinionFault(label, text);
  if (message) throw new Invalid([{ path, message } satisfies FieldFault]);
};

/** @throws Invalid naming the field of a reason that is missing, too short or too long. */
export const assertReason = (text: string): void => assertText(reason, text);

/** @throws Invalid naming the field of an opinion that the command requires and lacks. */
export const assertOpinion = (command: Command): void => {
  const text = 'comment' in command ? (command.comment ?? '') : '';
  const needed = asked[command.is];
  if (needed) assertText(needed, text);
  // A person who deletes a returned process of their own gives no reason.
  else if (command.is === 'delete' && text.trim() !== '') {
    assertText({ path: 'deleteReason', label: opinionLabels.deleteReason }, text);
  }
};
