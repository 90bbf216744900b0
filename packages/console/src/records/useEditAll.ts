import type { Field } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { commonFields } from '@keyan/kernel/records/common-values.ts';
import { parseInput } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { EditedRow, PerformedRows } from '@keyan/kernel/wire/records.ts';
import { useMemo, useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { fileNameOf, saveBlob } from '../client/file.ts';
import { toast } from '../components/toast.ts';
import type { WireRow } from '../data/calls.ts';
import { useLabel } from '../i18n/language.ts';
import { usePermissions } from '../navigation/useMenus.ts';

/** Maximum number of records per edit, as on the server. */
export const maxEditedRecords = 200;
/** Time-out in milliseconds: each record is checked and saved individually. */
const editTimeout = 120_000;

export interface EditAllState {
  /** Fields that may be set, in the order of the form. */
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  readonly chosen: readonly string[];
  readonly choose: (names: readonly string[]) => void;
  readonly values: RowLike;
  readonly change: (values: RowLike) => void;
  readonly faults: Readonly<Record<string, string>>;
  readonly busy: boolean;
  /** Preview of each record; null while the values are chosen. */
  readonly previews: readonly EditedRow[] | null;
  readonly result: PerformedRows | null;
  readonly preview: () => Promise<void>;
  readonly back: () => void;
  /** Saves the values of the records whose preview shows a change. */
  readonly carryOut: () => Promise<void>;
  readonly downloadRefused: () => Promise<void>;
}

/** Returns the previewed records that would change. */
export const changedRecords = (previews: readonly EditedRow[]): readonly EditedRow[] =>
  previews.filter(({ message, changes }) => message === undefined && changes.length > 0);

/** Returns the records that did not change although they should have, with the reason. */
export const refusedRecords = (
  previews: readonly EditedRow[],
  result: PerformedRows,
): readonly { readonly id: string; readonly title: string; readonly message: string }[] => {
  const later = new Map(result.refused.map(({ id, message }) => [id, message]));
  return previews.flatMap(({ id, title, message }) => {
    const reason = message ?? later.get(id);
    return reason === undefined ? [] : [{ id, title, message: reason }];
  });
};

/** Returns the fields that may be set, those chosen, and their values. */
const useChosenValues = (resource: Resource) => {
  const label = useLabel();
  const permissions = usePermissions();
  const [chosen, choose] = useState<readonly string[]>([]);
  const [values, setValues] = useState<RowLike>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const fields = useMemo(
    () =>
      Object.fromEntries(
        commonFields(resource, permissions).flatMap((name) => {
          const field = resource.fields[name];
          return field ? [[name, field] as const] : [];
        }),
      ),
    [resource, permissions],
  );
  const sent = Object.fromEntries(chosen.map((name) => [name, values[name] ?? null]));
  return {
    fields,
    chosen,
    choose,
    values,
    change: (more: RowLike) => setValues((before) => ({ ...before, ...more })),
    faults,
    sent,
    /**
     * Marks values that cannot be parsed; rules across fields are checked per record by the server.
     */
    isReadable: (): boolean => {
      const found = parseInput({ fields }, sent).faults;
      setFaults(Object.fromEntries(found.map(({ path, message }) => [path, label(message)])));
      return found.length === 0;
    },
  };
};

/** All records that match a list's query, with the total that the user saw. */
export interface FoundRecords {
  readonly found: { readonly query: Readonly<Record<string, string>>; readonly count: number };
}

/** Single records, or all that match a list's query. */
export type ChosenRecords = { readonly rows: readonly WireRow[] } | FoundRecords;

/** Returns the number of chosen records. */
export const chosenCount = (records: ChosenRecords): number =>
  'found' in records ? records.found.count : records.rows.length;

/**
 * Returns state and functions of giving several records the same values: choose values, preview,
 * save.
 * @param onDone called with the ids of changed records
 */
export const useEditAll = (
  resource: Resource,
  records: ChosenRecords,
  onDone: (ids: readonly string[]) => void,
): EditAllState => {
  const client = useClient();
  const { sent, isReadable, ...choice } = useChosenValues(resource);
  const [busy, setBusy] = useState(false);
  const [previews, setPreviews] = useState<readonly EditedRow[] | null>(null);
  const [result, setResult] = useState<PerformedRows | null>(null);
  const at = (call: string) => `/${resource.path}/${call}`;
  const post = <Answer>(call: string, given: RowLike): Promise<Answer> =>
    client.post<Answer>(
      at(call),
      { ...given, values: sent },
      { quiet: true, timeout: editTimeout },
    );

  const wait = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };

  return {
    ...choice,
    busy,
    previews,
    result,
    preview: async () => {
      if (!isReadable()) return;
      const chosenHere =
        'found' in records ? { found: records.found } : { ids: records.rows.map(({ id }) => id) };
      await wait(async () =>
        setPreviews(await post<readonly EditedRow[]>('editAllCheck', chosenHere)),
      );
    },
    back: () => setPreviews(null),
    carryOut: () =>
      wait(async () => {
        const records = changedRecords(previews ?? []).map(({ id, version }) => ({ id, version }));
        const answer = await post<PerformedRows>('editAll', { records });
        setResult(answer);
        if (answer.done.length > 0) onDone(answer.done);
      }),
    downloadRefused: () =>
      wait(async () => {
        const refused = refusedRecords(previews ?? [], result ?? { done: [], refused: [] });
        const answer = await client.raw(at('editAllFailed'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ rows: refused.map(({ title, message }) => ({ title, message })) }),
        });
        saveBlob(await answer.blob(), fileNameOf(answer.headers) ?? 'refused.xlsx');
      }),
  };
};
