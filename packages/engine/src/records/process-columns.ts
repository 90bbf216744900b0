import type { StepTick } from '@keyan/kernel/records/step-tick.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { timeText } from '@keyan/kernel/values/time.ts';

/** Position of a record in its process, stored in its own columns so that lists need no join. */
export interface ProcessColumns {
  readonly processInstanceId: string | null;
  /** Name of the current step, or null. */
  readonly currentNode: string | null;
  /** Names of the current assignees, or null. */
  readonly currentAssignee: string | null;
  readonly currentSince: Date | null;
  readonly steps: readonly StepTick[];
}

/** Returns the process columns as values of a stored row. */
export const processValues = (process: ProcessColumns): RowLike => ({
  ...process,
  currentSince: process.currentSince ? timeText(process.currentSince) : null,
});
