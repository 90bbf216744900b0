import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { NextStepRow } from '@keyan/kernel/wire/tasks.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { refetchAfterBatch } from '../client/live.ts';
import type { WireRow } from '../data/calls.ts';
import { stepsOfSubmission } from '../form/nextStep.ts';
import type { RecordFeedback } from './useRecordFeedback.tsx';

// Loaded on demand: few routes let the applicant choose an assignee.
const AssigneeDialog = lazy(async () => {
  const { AssigneeDialog: dialog } = await import('../form/AssigneeDialog.tsx');
  return { default: dialog };
});

interface SubmitRecords {
  readonly submit: (row: WireRow) => Promise<void>;
  readonly submitAll: (rows: readonly WireRow[]) => Promise<void>;
  /** Open dialog in which the next assignee is chosen, if any. */
  readonly dialog: ReactNode;
}

/**
 * Returns the functions that submit records.
 * @param onRecall recalls the submitted records; undefined if not permitted
 */
export const useSubmitRecords = (
  resource: Resource,
  { finish, showFault, showRefused }: RecordFeedback,
  onRecall: ((ids: readonly string[]) => void) | undefined,
): SubmitRecords => {
  const client = useClient();
  const [choosing, setChoosing] = useState<{
    readonly steps: readonly NextStepRow[];
    readonly row: WireRow;
  }>();

  const send = ({ id }: WireRow, taskUserId?: string) =>
    client.post(`/${resource.path}/start-process`, { businessId: id, taskUserId }, { quiet: true });

  const sendAndFinish = async (row: WireRow, taskUserId?: string) => {
    await send(row, taskUserId);
    finish(['提交成功', 'Submitted'], [row.id]);
  };

  const submit = async (row: WireRow) => {
    try {
      const steps = await stepsOfSubmission(client, resource.kindOf(row), { id: row.id });
      if (steps.length > 0) setChoosing({ steps, row });
      else await sendAndFinish(row);
    } catch (fault) {
      showFault(fault, row);
    }
  };

  /**
   * One call after the other: each is a separate transaction, and refusals are shown per record.
   */
  const submitAll = async (rows: readonly WireRow[]) => {
    const [only] = rows;
    if (rows.length === 1 && only) return submit(only);
    const sent: string[] = [];
    const refused: { readonly row: WireRow; readonly message: string }[] = [];
    await refetchAfterBatch(async () => {
      for (const row of rows) {
        try {
          await send(row);
          sent.push(row.id);
        } catch (fault) {
          refused.push({ row, message: fault instanceof Error ? fault.message : String(fault) });
        }
      }
      if (sent.length > 0) {
        const undo = onRecall && (() => onRecall(sent));
        finish([`已提交 ${sent.length} 条`, `${sent.length} submitted`], sent, undo);
      }
    });
    if (refused.length > 0) showRefused(refused);
  };

  return {
    submit,
    submitAll,
    dialog: choosing && (
      <Suspense>
        <AssigneeDialog
          steps={choosing.steps}
          go={['提交审核', 'Submit']}
          onCancel={() => setChoosing(undefined)}
          onChosen={(userIds) => {
            setChoosing(undefined);
            sendAndFinish(choosing.row, userIds).catch((fault) => showFault(fault, choosing.row));
          }}
        />
      </Suspense>
    ),
  };
};
