import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Label } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { PerformedRows } from '@keyan/kernel/wire/records.ts';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { createSingle } from '../base/single.ts';
import type { Client } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import type { WireRow } from '../data/calls.ts';
import type { RefusedRow } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import type { RecordFeedback } from './useRecordFeedback.tsx';
import { useWorkWatch } from './useWorkWatch.ts';

/** Loaded when an action needs input, because it contains the controls of all field types. */
const ActionDialog = lazy(() => import('./ActionDialog.tsx'));

interface OwnActions {
  /** Performs an action of the kind on these records, after its question or its dialog. */
  readonly perform: (name: string, rows: readonly WireRow[]) => void;
  readonly dialog: ReactNode;
}

const doneText: Label = ['操作成功', 'Done'];

interface Sending {
  readonly client: Client;
  readonly resource: Resource;
  readonly feedback: RecordFeedback;
  /** True if the dialog of the action shows refused records itself. */
  readonly isQuiet: boolean;
}

/**
 * Sends an action on these records.
 * @returns the records that were refused
 */
const sendAction = async (
  { client, resource, feedback, isQuiet }: Sending,
  name: string,
  rows: readonly WireRow[],
  input: RowLike,
): Promise<readonly RefusedRow[]> => {
  const { call = name, done = doneText, label } = resource.actions?.[name] ?? {};
  const path = `/${resource.path}/${call}`;
  const [row] = rows;
  if (row && rows.length === 1) {
    await client.post(path, { ...input, id: row.id, version: row.version }, { quiet: true });
    feedback.finish(done, [row.id]);
    return [];
  }
  const ids = rows.map(({ id }) => id);
  const answer = await client.post<PerformedRows>(path, { ...input, ids }, { quiet: true });
  if (answer.done.length > 0) feedback.finish(done, answer.done);
  if (answer.refused.length > 0 && !isQuiet) {
    const [zh, en] = label ?? doneText;
    const amount = answer.refused.length;
    feedback.showRefused(
      answer.refused.flatMap(({ id, message }) => {
        const refused = rows.find((each) => each.id === id);
        return refused ? [{ row: refused, message }] : [];
      }),
      [`${amount} 条没有${zh}`, `${amount} not done: ${en}`],
    );
  }
  return answer.refused;
};

/** Returns the actions of a kind, besides the common ones, for its pages. */
export const useOwnActions = (
  resource: Resource,
  feedback: RecordFeedback,
  single: ReturnType<typeof createSingle>,
): OwnActions => {
  const client = useClient();
  const { showFault, confirm } = feedback;
  const [open, setOpen] = useState<{ readonly name: string; readonly rows: readonly WireRow[] }>();
  const { actions = {} } = resource;
  const watch = useWorkWatch(resource);
  const { dialogs = {} } = usePresentation(resource);

  const send = async (name: string, rows: readonly WireRow[], input: RowLike = {}) => {
    const sending = { client, resource, feedback, isQuiet: Boolean(dialogs[name]) };
    const refused = await sendAction(sending, name, rows, input);
    if (actions[name]?.starts && refused.length < rows.length) watch();
    return refused;
  };

  const start = (name: string, rows: readonly WireRow[]) =>
    void single(async () => {
      await send(name, rows);
    }).catch((fault) => {
      const [row] = rows;
      if (!row) throw fault;
      showFault(fault, row);
    });

  const goOn = async (name: string, rows: readonly WireRow[], input: RowLike) => {
    const [row] = rows;
    try {
      const refused = await send(name, rows, input);
      if (refused.length === 0 || !dialogs[name]) setOpen(undefined);
      return refused;
    } catch (fault) {
      // The dialog marks its own fields; any other failure closes it.
      if (fault instanceof ApiFault && fault.fields.length > 0) throw fault;
      setOpen(undefined);
      if (row) showFault(fault, row);
      return [];
    }
  };

  const Own = open && dialogs[open.name];
  const action = open && actions[open.name];
  return {
    perform: (name, rows) => {
      const { form, ask, label = doneText, danger } = actions[name] ?? {};
      if (form) setOpen({ name, rows });
      else if (ask) confirm({ title: ask, go: label, danger, run: () => start(name, rows) });
      else start(name, rows);
    },
    dialog: open && action && (
      <Suspense>
        {Own ? (
          <Own
            key={open.name}
            rows={open.rows}
            onCancel={() => setOpen(undefined)}
            onGo={(input) => goOn(open.name, open.rows, input)}
          />
        ) : (
          <ActionDialog
            key={open.name}
            resource={resource}
            name={open.name}
            action={action}
            row={open.rows.length === 1 ? open.rows[0] : undefined}
            onCancel={() => setOpen(undefined)}
            onGo={async (input) => {
              await goOn(open.name, open.rows, input);
            }}
          />
        )}
      </Suspense>
    ),
  };
};
