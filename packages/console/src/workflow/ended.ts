import { entryOf } from '@keyan/kernel/dictionary.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { auditStatus, statuses } from '@keyan/kernel/status.ts';

/** The status that a record has when its process has ended so. */
const outcomes: Readonly<Record<string, string>> = {
  DONE: statuses.approved,
  REFUSED: statuses.refused,
  RECALLED: statuses.recalled,
  DELETED: statuses.draft,
};

/** The word for how a process ended; nothing while it goes on. */
export const endedWord = (status: string): Label | undefined =>
  entryOf(auditStatus, outcomes[status] ?? '')?.label;
