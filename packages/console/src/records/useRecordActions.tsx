import type { Label } from '@keyan/kernel/label.ts';
import type { Resource, View } from '@keyan/kernel/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { App } from 'antd';
import { type ReactNode, useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { download } from '../client/download.ts';
import { ApiFault, isTold } from '../client/fault.ts';
import { FaultList } from '../components/FaultList.tsx';
import { toast } from '../components/toast.ts';
import { callsOf, keysOf, type WireRow } from '../data/calls.ts';
import { HandlerDialog } from '../form/HandlerDialog.tsx';
import { HistoryDrawer } from '../form/HistoryDrawer.tsx';
import { type NextStep, stepToChoose } from '../form/nextStep.ts';
import { useLabel } from '../i18n/language.ts';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { pagesOf } from '../presentation/resources.tsx';
import type { VerbName } from './actions.ts';
import { handlePath } from './processPaths.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { undoOf } from './undo.ts';

/** A question that a verb asks before it does anything. */
interface Question {
  readonly title: Label;
  readonly go: Label;
  readonly hint: Label;
  /** The reason must be given. */
  readonly required: boolean;
}

const questions = {
  backDraft: {
    title: ['退回草稿', 'Set back to draft'],
    go: ['退回草稿', 'Set back'],
    hint: ['说明原因（选填）', 'Say why (optional)'],
    required: false,
  },
  abolish: {
    title: ['作废', 'Declare void'],
    go: ['作废', 'Declare void'],
    hint: [
      '说明作废原因；作废后不能恢复，只能复制重报',
      'Say why; a void record cannot be revived, only copied',
    ],
    required: true,
  },
} as const satisfies Record<string, Question>;

type Asking = keyof typeof questions;

type Open =
  | { readonly is: 'reason'; readonly verb: Asking; readonly row: WireRow }
  | { readonly is: 'handler'; readonly step: NextStep; readonly row: WireRow }
  | { readonly is: 'history'; readonly row: WireRow }
  | null;

export interface Acts {
  /** Does something with one record; asks first where that is due. */
  readonly act: (verb: VerbName, row: WireRow) => void;
  readonly submitAll: (rows: readonly WireRow[]) => void;
  readonly removeAll: (rows: readonly WireRow[]) => void;
  /** Brings back what was deleted; says whether it did. */
  readonly restore: (ids: readonly string[]) => Promise<boolean>;
  /** Downloads the attachments of these records in one archive. */
  readonly zipAll: (rows: readonly WireRow[]) => void;
  /** Dialogs that stand open; draw them once. */
  readonly dialogs: ReactNode;
}

/** Everything that can be done to records outside their form, with its questions and its answers. */
export const useActs = (
  resource: Resource,
  view: View,
  /** After rows changed or went: the ids that are no more what they were. */
  onDone: (ids: readonly string[]) => void,
): Acts => {
  const client = useClient();
  const queries = useQueryClient();
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const { modal } = App.useApp();
  const [open, setOpen] = useState<Open>(null);
  const [single] = useState(createSingle);
  const pages = pagesOf(view);
  const at = (call: string) => `/${resource.path}/${call}`;

  const settle = (text: Label, ids: readonly string[], undo?: () => void) => {
    toast.success(text, { undo });
    onDone(ids);
    void queries.invalidateQueries({ queryKey: keysOf(resource).all });
    void queries.invalidateQueries({ queryKey: ['live'] });
  };

  /** Says what is wrong; a record that lacks something is one click from its form. */
  const complain = (fault: unknown, row: WireRow) => {
    if (!(fault instanceof ApiFault)) throw fault;
    if (fault.fields.length === 0 || !isTold(fault)) return toast.fault(fault);
    modal.confirm({
      title: label([
        `有 ${fault.fields.length} 处需要补全`,
        `${fault.fields.length} things are missing or wrong`,
      ]),
      content: (
        <FaultList>
          {fault.fields.map((each) => (
            <li key={each.path}>{each.message}</li>
          ))}
        </FaultList>
      ),
      okText: label(['去修改', 'Open the form']),
      cancelText: label(['取消', 'Cancel']),
      onOk: () => tab.open(pages.edit(row.id)),
    });
  };

  const send = (row: WireRow, taskUserId?: string) =>
    client.post(at('start-process'), { businessId: row.id, taskUserId }, { quiet: true });

  const submit = async (row: WireRow) => {
    try {
      const step = await stepToChoose(client, resource.kindOf(row as never), { id: row.id });
      if (step) return setOpen({ is: 'handler', step, row });
      await send(row);
      settle(['提交成功', 'Submitted'], [row.id]);
    } catch (fault) {
      complain(fault, row);
    }
  };

  const perform = async (call: string, row: WireRow, reason: string | undefined, text: Label) => {
    try {
      await client.post(at(call), { id: row.id, reason }, { quiet: true });
      settle(text, [row.id]);
    } catch (fault) {
      complain(fault, row);
    }
  };

  const ask = (
    title: Label,
    text: Label | undefined,
    go: Label,
    danger: boolean,
    run: () => void,
  ) =>
    modal.confirm({
      title: label(title),
      content: text && label(text),
      okText: label(go),
      okButtonProps: { danger },
      cancelText: label(['取消', 'Cancel']),
      onOk: run,
    });

  const { restore, recallAll } = undoOf(client, resource, settle);

  const removeAll = (rows: readonly WireRow[]) => {
    const ids = rows.map(({ id }) => id);
    ask(
      ['确定将选择数据删除?', 'Delete the chosen records?'],
      undefined,
      [`删除 ${ids.length} 条`, `Delete ${ids.length}`],
      true,
      () =>
        void callsOf(client, resource)
          .remove(ids)
          .then(() => {
            // A page that shows what is gone would ask for it once more, and be told that it is gone.
            queries.removeQueries({
              queryKey: keysOf(resource).all,
              predicate: ({ queryKey }) => ids.some((id) => queryKey.includes(id)),
            });
            settle(['删除成功', 'Deleted'], ids, () => void restore(ids));
          })
          .catch(() => undefined),
    );
  };

  const zipAll = (rows: readonly WireRow[]) =>
    void single(async () => {
      await download(client, at('zip'), { ids: rows.map(({ id }) => id).join(',') }, 'files.zip');
      toast.success(['附件已打包下载', 'The attachments are downloaded']);
    }).catch((fault) => {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    });

  const mayRecall = permissions.has(`${view.code}_recall`);

  /** One after the other: each is a transaction of its own, and the first fault says which. */
  const submitAll = async (rows: readonly WireRow[]) => {
    const [only] = rows;
    if (rows.length === 1 && only) return submit(only);
    const sent: string[] = [];
    const refused: { readonly row: WireRow; readonly message: string }[] = [];
    for (const row of rows) {
      try {
        await send(row);
        sent.push(row.id);
      } catch (fault) {
        refused.push({ row, message: fault instanceof Error ? fault.message : String(fault) });
      }
    }
    if (sent.length > 0) {
      const undo = mayRecall ? () => void recallAll(sent) : undefined;
      settle([`已提交 ${sent.length} 条`, `${sent.length} submitted`], sent, undo);
    }
    if (refused.length > 0) {
      modal.warning({
        title: label([`${refused.length} 条没有提交`, `${refused.length} were not submitted`]),
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
      });
    }
  };

  const deeds: Readonly<Record<VerbName, (row: WireRow) => void>> = {
    view: (row) => tab.open(pages.detail(row.id), { title: String(row[resource.title] ?? '') }),
    edit: (row) => tab.open(pages.edit(row.id)),
    handle: (row) => tab.open(handlePath(resource.kindOf(row as never), row)),
    submit: (row) => void single(() => submit(row)),
    history: (row) => setOpen({ is: 'history', row }),
    backDraft: (row) => setOpen({ is: 'reason', verb: 'backDraft', row }),
    abolish: (row) => setOpen({ is: 'reason', verb: 'abolish', row }),
    remove: (row) => removeAll([row]),
    zip: (row) => zipAll([row]),
    recall: (row) =>
      ask(
        ['撤回后可修改再提交', 'After recalling you can change and submit it again'],
        undefined,
        ['撤回', 'Recall'],
        false,
        () => void perform('recall', row, undefined, ['撤回成功', 'Recalled']),
      ),
    copy: (row) =>
      void single(async () => {
        const made = await callsOf(client, resource).copy(row.id);
        settle(['已复制为新草稿', 'Copied into a new draft'], []);
        tab.open(pages.edit(made.id));
      }).catch(() => undefined),
  };

  const done: Readonly<Record<Asking, Label>> = {
    backDraft: ['已退回草稿', 'Set back to draft'],
    abolish: ['已作废', 'Declared void'],
  };

  const close = () => setOpen(null);
  const dialogs = open && (
    <>
      {open.is === 'reason' && (
        <ReasonDialog
          {...questions[open.verb]}
          onCancel={close}
          onGo={(reason) => {
            close();
            void perform(open.verb, open.row, reason, done[open.verb]);
          }}
        />
      )}
      {open.is === 'handler' && (
        <HandlerDialog
          step={open.step}
          onCancel={close}
          onChosen={(userId) => {
            close();
            send(open.row, userId)
              .then(() => settle(['提交成功', 'Submitted'], [open.row.id]))
              .catch((fault) => complain(fault, open.row));
          }}
        />
      )}
      {open.is === 'history' && (
        <HistoryDrawer resource={resource} id={open.row.id} open onClose={close} />
      )}
    </>
  );
  return {
    act: (verb, row) => deeds[verb](row),
    submitAll: (rows) => void single(() => submitAll(rows)),
    removeAll,
    restore,
    zipAll,
    dialogs,
  };
};
