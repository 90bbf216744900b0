import { type Status, statuses } from '@keyan/kernel/access/status.ts';
import type { InstanceStatus } from '@keyan/kernel/workflow/state.ts';

/** Status of a record by how its process ended. */
const statusByOutcome: Readonly<Record<string, Status>> = {
  DONE: statuses.approved,
  REFUSED: statuses.refused,
  RECALLED: statuses.recalled,
  DELETED: statuses.draft,
} satisfies Readonly<Record<Exclude<InstanceStatus, 'RUN'>, Status>>;

/** Returns the status of a record by that of its process: in approval while it is running. */
export const statusByProcess = (status: string): Status =>
  statusByOutcome[status] ?? statuses.inApproval;
