import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { ApiFault, mayShowFault } from '../client/fault.ts';
import { refetchLive } from '../client/live.ts';
import { FaultList } from '../components/FaultList.tsx';
import { toast } from '../components/toast.ts';
import { queryKeysOf, type WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { viewAddresses } from '../presentation/resources.tsx';

/** A confirmation before an action. */
interface Confirmation {
  readonly title: Label;
  readonly go: Label;
  readonly danger?: boolean;
  readonly run: () => void;
}

/** Messages before and after an action on records. */
export interface RecordFeedback {
  /** Shows a message and refetches; `ids` are the changed or deleted records. */
  readonly finish: (text: Label, ids: readonly string[], undo?: () => void) => void;
  /** Shows why an action failed. If fields are invalid, the dialog links to the form. */
  readonly showFault: (fault: unknown, row: WireRow) => void;
  readonly confirm: (question: Confirmation) => void;
  /** Lists the records that an action on several records skipped, with the reason for each. */
  readonly showRefused: (
    refused: readonly { readonly row: WireRow; readonly message: string }[],
    title?: Label,
  ) => void;
}

/**
 * Returns the messages of actions on records.
 * @param onDone called with the ids of changed or deleted records
 */
export const useRecordFeedback = (
  resource: Resource,
  view: View,
  onDone: (ids: readonly string[]) => void,
): RecordFeedback => {
  const queries = useQueryClient();
  const label = useLabel();
  const tab = useTab();
  const { modal } = App.useApp();
  const cancelText = label(['取消', 'Cancel']);
  return {
    finish(text, ids, undo) {
      toast.success(text, { undo });
      onDone(ids);
      void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
      refetchLive(queries);
    },

    showFault(fault, row) {
      if (!(fault instanceof ApiFault)) throw fault;
      const { fields } = fault;
      if (fields.length === 0 || !mayShowFault(fault)) return toast.fault(fault);
      modal.confirm({
        title: label([
          `有 ${fields.length} 处需要补全`,
          `Missing or wrong fields: ${fields.length}`,
        ]),
        content: (
          <FaultList>
            {fields.map((each) => (
              <li key={each.path}>{each.message}</li>
            ))}
          </FaultList>
        ),
        okText: label(['去修改', 'Open the form']),
        cancelText,
        onOk: () => tab.open(viewAddresses(view).edit(row.id)),
      });
    },

    confirm: ({ title, go, danger = false, run }) =>
      void modal.confirm({
        title: label(title),
        okText: label(go),
        okButtonProps: { danger },
        cancelText,
        onOk: run,
      }),

    showRefused: (
      refused,
      title = [`${refused.length} 条没有提交`, `${refused.length} were not submitted`],
    ) =>
      void modal.warning({
        title: label(title),
        content: (
          <FaultList>
            {refused.map(({ row, message }) => (
              <li key={row.id}>
                <b>{String(row[resource.title] ?? '')}</b> {message}
              </li>
            ))}
          </FaultList>
        ),
        okText: label(['知道了', 'Close']),
      }),
  };
};
