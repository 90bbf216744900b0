import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { queryKeysOf, resourceCalls } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { editPage, type Resource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type FillableRecord, isFillable, type RecognisedRecord } from './recognition.ts';

/** Outcome for a record: its draft, or the reason why there is none. */
type Kept = { readonly id: string } | { readonly fault: string };

/** Keeps each record that fills the form as a draft of its own, and says the outcome of it. */
export const useDrafts = (kind: Resource, records: readonly RecognisedRecord[]) => {
  const client = useClient();
  const queries = useQueryClient();
  const [kept, setKept] = useState<ReadonlyMap<number, Kept>>(new Map());
  const [busy, setBusy] = useState(false);
  const open = records.flatMap((record, index) => {
    const known = kept.get(index);
    return isFillable(record) && !(known && 'id' in known) ? [{ record, index }] : [];
  });

  const keepOne = async ({ fill: values }: FillableRecord): Promise<Kept> => {
    try {
      return { id: (await resourceCalls(client, kind).save({ ...values })).id };
    } catch (error) {
      return { fault: error instanceof ApiFault ? error.message : String(error) };
    }
  };

  const keepAll = async () => {
    setBusy(true);
    let done = kept;
    // One after the other: they stand in the list in the order of the paste.
    for (const { record, index } of open) {
      done = new Map(done).set(index, await keepOne(record));
      setKept(done);
    }
    setBusy(false);
    void queries.invalidateQueries({ queryKey: queryKeysOf(kind).all });
  };
  return { kind, kept, busy, open: open.length, keepAll };
};

export type PasteDraftsState = ReturnType<typeof useDrafts>;

const doneText: Label = ['{count} 条已存为草稿', '{count} saved as drafts'];

/** The button that keeps all records, and how many it has kept. */
export const SaveAllDraftsButton = ({ kept, busy, open, keepAll }: PasteDraftsState) => {
  const label = useLabel();
  const count = [...kept.values()].filter((one) => 'id' in one).length;
  return (
    <span className="ky-keep-all">
      {open > 0 && (
        <Button size="small" loading={busy} onClick={() => void keepAll()}>
          {label(
            fill(
              count > 0 || kept.size > 0
                ? ['重试其余 {open} 条', 'Retry the other {open}']
                : ['全部存为草稿（{open} 条）', 'Save all as drafts ({open})'],
              { open },
            ),
          )}
        </Button>
      )}
      {count > 0 && <span role="status">{label(fill(doneText, { count }))}</span>}
    </span>
  );
};

interface KeptProps {
  readonly kind: Resource;
  readonly kept: Kept | undefined;
}

/** Note in place of filling the form with a record that has a draft already. */
export const DraftExistsNote = ({ kind, kept }: KeptProps) => {
  const label = useLabel();
  return (
    <p className="ky-note" role="status">
      {label(
        kept
          ? [
              '这条题录已存为草稿，不再填入表单。',
              'This record has been saved as a draft; the form is left as it is.',
            ]
          : ['正在存为草稿', 'Saving drafts'],
      )}{' '}
      <DraftStateMark kind={kind} kept={kept} />
    </p>
  );
};

/** Mark beside a record: its draft, which opens in a tab, or the reason why there is none. */
export const DraftStateMark = ({ kind, kept }: KeptProps) => {
  const label = useLabel();
  const tab = useTab();
  const view = kind.views.register;
  if (!kept || !view) return null;
  if ('fault' in kept) {
    return (
      <span className="ky-fault-text">
        <Glyph name="warning" size={12} /> {kept.fault}
      </span>
    );
  }
  return (
    <button
      type="button"
      className="ky-link"
      onClick={(event) => {
        // The row of a record is its radio button.
        event.preventDefault();
        tab.open(editPage(view, kept.id));
      }}
    >
      {label(['打开草稿', 'Open the draft'])}
    </button>
  );
};
