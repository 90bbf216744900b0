import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { InstanceStatus } from '@keyan/kernel/workflow/state.ts';

/** The status that a record has when its process has ended so. */
const outcomes: Readonly<Record<string, Status>> = {
  DONE: statuses.approved,
  REFUSED: statuses.refused,
  RECALLED: statuses.recalled,
  DELETED: statuses.draft,
} satisfies Readonly<Record<Exclude<InstanceStatus, 'RUN'>, Status>>;

/** The status of a record by that of its process: in approval as long as it goes on. */
export const statusByProcess = (status: string): Status => outcomes[status] ?? statuses.inApproval;
