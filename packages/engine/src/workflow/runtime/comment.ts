import { Invalid } from '@keyan/kernel/errors.ts';
import { noAttachmentsHere } from '../../files/port.ts';
import type { TransactionContext } from '../../records/behaviour.ts';
import type { RecordInProcess, TaskComment } from './port.ts';

/** Default comment of an agreement. */
export const defaultAgreement = '同意';

/** Comment of a resubmission without one. */
export const defaultResubmission: TaskComment = { comment: '', attachments: [] };

/**
 * Attaches files to the comment on a task.
 * @throws Invalid naming `attachments` if the record may have none, or a file is not the actor's.
 */
export const attachToComment = async (
  step: TransactionContext,
  { resource, row }: RecordInProcess,
  task: string,
  files: readonly string[],
): Promise<void> => {
  if (files.length === 0) return;
  if (resource.attachable?.(row) === false) {
    throw new Invalid([{ path: 'attachments', message: noAttachmentsHere }]);
  }
  const about = { id: task, resource: resource.key, businessId: row.id };
  await step.engine.files.give(step, about, files);
};
