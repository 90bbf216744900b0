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

/** Records that one edit takes; the server has the same limit. */
export const maxEditedRecords = 200;
/** Milliseconds: each record is judged and stored by itself. */
const patience = 120_000;

export interface EditAllState {
  /** The fields that one may set, in the order of the form. */
  readonly fields: Readonly<Record<string, Field<unknown>>>;
  readonly chosen: readonly string[];
  readonly choose: (names: readonly string[]) => void;
  readonly values: RowLike;
  readonly change: (values: RowLike) => void;
  readonly faults: Readonly<Record<string, string>>;
  readonly busy: boolean;
  /** Result that each record would have; null while the values are chosen. */
  readonly previews: readonly EditedRow[] | null;
  readonly result: PerformedRows | null;
  readonly preview: () => Promise<void>;
  readonly back: () => void;
  /** Sets the values of the records that the preview showed to change. */
  readonly carryOut: () => Promise<void>;
  readonly downloadRefused: () => Promise<void>;
}

/** Previewed records that would change. */
export const changedRecords = (previews: readonly EditedRow[]): readonly EditedRow[] =>
  previews.filter(({ message, changes }) => message === undefined && changes.length > 0);

/** Every record that kept its values although it should have changed, with the reason. */
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

/** The fields that may be set, those that are, and their values. */
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
    /** Marks values that cannot be read; rules across fields are judged for each record. */
    isReadable: (): boolean => {
      const found = parseInput({ fields }, sent).faults;
      setFaults(Object.fromEntries(found.map(({ path, message }) => [path, label(message)])));
      return found.length === 0;
    },
  };
};

/** Everything that a list finds, by its question and the total that was seen. */
export interface FoundRecords {
  readonly found: { readonly query: Readonly<Record<string, string>>; readonly count: number };
}

/** Records by themselves, or everything that a list finds. */
export type ChosenRecords = { readonly rows: readonly WireRow[] } | FoundRecords;

/** Number of chosen records. */
export const chosenCount = (records: ChosenRecords): number =>
  'found' in records ? records.found.count : records.rows.length;

/**
 * Giving several records the same values: choose them, see what each record would become, carry it out.
 * @param onDone gets the ids of records that changed
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
    client.post<Answer>(at(call), { ...given, values: sent }, { quiet: true, timeout: patience });

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
