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

/** Result for a record: the id of its draft, or the fault. */
type Kept = { readonly id: string } | { readonly fault: string };

/** Returns the function that saves each record as a draft, and the result of each. */
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
    // Saves one after the other, so that the list has the order of the paste.
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

/** Renders the button that saves all records as drafts, with the number saved. */
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

/** Renders a note that the record already has a draft, instead of filling the form. */
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

/** Renders beside a record a link to its draft, or the fault. */
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
        // The row acts as the record's radio button.
        event.preventDefault();
        tab.open(editPage(view, kept.id));
      }}
    >
      {label(['打开草稿', 'Open the draft'])}
    </button>
  );
};
