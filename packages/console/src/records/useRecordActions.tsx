import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { createSingle } from '../base/single.ts';
import { useClient } from '../client/context.tsx';
import { downloadFile } from '../client/download.ts';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { queryKeysOf, resourceCalls, type WireRow } from '../data/calls.ts';
import { useTab } from '../navigation/tab.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import { viewAddresses } from '../presentation/resources.tsx';
import type { RecordActionName } from './actions.ts';
import { handlePath } from './processPaths.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { type ReasonAction, reasonPrompts } from './reasonPrompts.ts';
import { undoAction } from './undo.ts';
import { useOwnActions } from './useOwnActions.tsx';
import { type RecordFeedback, useRecordFeedback } from './useRecordFeedback.tsx';
import { useSubmitRecords } from './useSubmitRecords.tsx';

/** Loaded when several records are edited, because it contains the controls of all field types. */
const EditAllDialog = lazy(() => import('./EditAllDialog.tsx'));
const HistoryDrawer = lazy(async () => ({
  default: (await import('../form/HistoryDrawer.tsx')).HistoryDrawer,
}));

export interface RecordActionHandlers {
  /** Runs an action on one record, after its question if it has one. */
  readonly run: (action: RecordActionName, row: WireRow) => void;
  /** Opens the dialog that gives all these records the same values. */
  readonly editAll: (rows: readonly WireRow[]) => void;
  readonly submitAll: (rows: readonly WireRow[]) => void;
  /** Performs an action of the kind on these records. */
  readonly performAll: (name: string, rows: readonly WireRow[]) => void;
  readonly removeAll: (rows: readonly WireRow[]) => void;
  /** Restores deleted records. Resolves to true if they were restored. */
  readonly restore: (ids: readonly string[]) => Promise<boolean>;
  /** Downloads the attachments of these records in one archive. */
  readonly zipAll: (rows: readonly WireRow[]) => void;
  /** Open dialogs, to be rendered once. */
  readonly dialogs: ReactNode;
}

/**
 * Returns the actions on records outside their form, with their dialogs and messages.
 * @param onDone called with the ids of changed or deleted records
 */
export const useRecordActions = (
  resource: Resource,
  view: View,
  onDone: (ids: readonly string[]) => void,
): RecordActionHandlers => {
  const client = useClient();
  const tab = useTab();
  const permissions = usePermissions();
  const [single] = useState(createSingle);
  const feedback = useRecordFeedback(resource, view, onDone);
  const { finish, showFault, confirm } = feedback;
  const { restore, recallAll } = undoAction(client, resource, finish);
  const removeAll = useRemoveRecords(resource, feedback, restore);
  const dialogs = useDialogs(resource, (ids) => finish(['修改成功', 'Changed'], ids));
  const mayRecall = permissions.has(`${view.code}_recall`);
  const { submit, submitAll, dialog } = useSubmitRecords(
    resource,
    feedback,
    mayRecall ? (ids) => void recallAll(ids) : undefined,
  );
  const pages = viewAddresses(view);

  const post = async (call: string, row: WireRow, reason: string | undefined, done: Label) => {
    try {
      await client.post(`/${resource.path}/${call}`, { id: row.id, reason }, { quiet: true });
      finish(done, [row.id]);
    } catch (fault) {
      showFault(fault, row);
    }
  };

  const askReason = (action: ReasonAction, row: WireRow) =>
    dialogs.askReason(action, (reason) => post(action, row, reason, reasonPrompts[action].done));

  const own = useOwnActions(resource, feedback, single);

  const zipAll = useZip(resource, single);

  const rowActionHandlers: Readonly<Record<string, (row: WireRow) => void>> = {
    view: (row) => tab.open(pages.detail(row.id), { title: String(row[resource.title] ?? '') }),
    edit: (row) => tab.open(pages.edit(row.id)),
    handle: (row) => tab.open(handlePath(resource.kindOf(row), row)),
    submit: (row) => void single(() => submit(row)),
    history: (row) => dialogs.showHistory(row.id),
    backDraft: (row) => askReason('backDraft', row),
    abolish: (row) => askReason('abolish', row),
    remove: (row) => removeAll([row]),
    zip: (row) => zipAll([row]),
    recall: (row) =>
      confirm({
        title: ['撤回后可修改再提交', 'After recalling you can change and submit it again'],
        go: ['撤回', 'Recall'],
        run: () => void post('recall', row, undefined, ['撤回成功', 'Recalled']),
      }),
    copy: (row) =>
      void single(async () => {
        const made = await resourceCalls(client, resource).copy(row.id);
        finish(['已复制为新草稿', 'Copied into a new draft'], []);
        tab.open(pages.edit(made.id));
      }).catch(() => undefined),
  };

  return {
    run: (action, row) => (rowActionHandlers[action] ?? ((one) => own.perform(action, [one])))(row),
    performAll: own.perform,
    editAll: dialogs.editAll,
    submitAll: (rows) => void single(() => submitAll(rows)),
    removeAll,
    restore,
    zipAll,
    dialogs: (
      <>
        {dialogs.open}
        {dialog}
        {own.dialog}
      </>
    ),
  };
};

/**
 * Returns a function that downloads the attachments of records as an archive, one download at a
 * time.
 */
const useZip = (resource: Resource, single: ReturnType<typeof createSingle>) => {
  const client = useClient();
  return (rows: readonly WireRow[]) =>
    void single(async () => {
      const ids = rows.map(({ id }) => id).join(',');
      await downloadFile(client, `/${resource.path}/zip`, { ids }, 'files.zip');
      toast.success(['附件已打包下载', 'Attachments downloaded']);
    }).catch((fault) => {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    });
};

/**
 * Returns a function that deletes records after confirmation; the message offers to restore them.
 */
const useRemoveRecords = (
  resource: Resource,
  { finish, confirm }: RecordFeedback,
  restore: RecordActionHandlers['restore'],
) => {
  const client = useClient();
  const queries = useQueryClient();
  const remove = async (ids: readonly string[]) => {
    await resourceCalls(client, resource).remove(ids);
    // An open page of a deleted record would refetch it and show an error.
    queries.removeQueries({
      queryKey: queryKeysOf(resource).all,
      predicate: ({ queryKey }) => ids.some((id) => queryKey.includes(id)),
    });
    finish(['删除成功', 'Deleted'], ids, () => void restore(ids));
  };
  return (rows: readonly WireRow[]) =>
    confirm({
      title: ['确定将选择数据删除?', 'Delete the selected records?'],
      go: [`删除 ${rows.length} 条`, `Delete ${rows.length}`],
      danger: true,
      // The client has shown the failure.
      run: () => void remove(rows.map(({ id }) => id)).catch(() => undefined),
    });
};

type OpenDialog =
  | { readonly action: ReasonAction; readonly run: (reason: string | undefined) => void }
  | { readonly historyOf: string }
  | { readonly editing: readonly WireRow[] };

/**
 * Returns the dialogs of a reason and of an edit, and the drawer of a record's history; at most one
 * is open.
 */
const useDialogs = (resource: Resource, onEdited: (ids: readonly string[]) => void) => {
  const [open, setOpen] = useState<OpenDialog>();
  const close = () => setOpen(undefined);
  const draw = (dialog: OpenDialog) =>
    'historyOf' in dialog ? (
      <Suspense>
        <HistoryDrawer resource={resource} id={dialog.historyOf} open onClose={close} />
      </Suspense>
    ) : 'editing' in dialog ? (
      <Suspense>
        <EditAllDialog
          resource={resource}
          records={{ rows: dialog.editing }}
          onClose={close}
          onDone={onEdited}
        />
      </Suspense>
    ) : (
      <ReasonDialog
        {...reasonPrompts[dialog.action]}
        onCancel={close}
        onGo={(reason) => {
          close();
          dialog.run(reason);
        }}
      />
    );
  return {
    askReason: (action: ReasonAction, run: (reason: string | undefined) => void) =>
      setOpen({ action, run }),
    editAll: (rows: readonly WireRow[]) => setOpen({ editing: rows }),
    showHistory: (id: string) => setOpen({ historyOf: id }),
    open: open && draw(open),
  };
};
