import { toast } from '@keyan/console/components/toast.ts';
import { englishQuantity } from '@keyan/kernel/label.ts';
import { isEmpty } from '@keyan/kernel/records/validate.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useState } from 'react';
import type { FillingOutcome, GapFilling, GapRow } from './missing.ts';

const keyOf = ({ resource, id }: Pick<GapRow, 'resource' | 'id'>): string => `${resource}/${id}`;

/** Entered values of the missing fields; values for other fields are dropped. */
const enteredOf = (row: GapRow, values: RowLike = {}): RowLike =>
  Object.fromEntries(
    [...row.fields, ...(row.filesField ? [row.filesField] : [])].flatMap((name) =>
      isEmpty(values[name]) ? [] : [[name, values[name]]],
    ),
  );

/** Values entered into a sheet of incomplete records and not saved yet. */
export interface GapSheetState {
  /** Records with entered values. */
  readonly entered: readonly GapRow[];
  readonly isBusy: boolean;
  valuesOf(row: GapRow): RowLike;
  faultOf(row: GapRow): FillingOutcome['fault'] | undefined;
  change(row: GapRow, values: RowLike): void;
  setSending(row: GapRow, sending: boolean): void;
  save(): Promise<void>;
}

/**
 * State of a sheet: saved records leave it, refused records keep their values and show the fault.
 * @param send saves the entered values
 */
export const useGapSheet = (
  rows: readonly GapRow[],
  send: (fillings: readonly GapFilling[]) => Promise<readonly FillingOutcome[]>,
): GapSheetState => {
  const [given, setGiven] = useState<Readonly<Record<string, RowLike>>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, FillingOutcome['fault']>>>({});
  const [sending, setSending] = useState<ReadonlySet<string>>(new Set());
  const [isSaving, setSaving] = useState(false);
  const entered = rows.filter(
    (row) => !row.why && Object.keys(enteredOf(row, given[keyOf(row)])).length > 0,
  );
  const save = async () => {
    setSaving(true);
    try {
      const answers = await send(
        entered.map((row) => ({
          resource: row.resource,
          id: row.id,
          version: row.version,
          values: enteredOf(row, given[keyOf(row)]),
        })),
      );
      const refused = answers.filter(({ fault }) => fault !== null);
      const kept = new Set(refused.map(keyOf));
      setFaults(Object.fromEntries(refused.map((one) => [keyOf(one), one.fault])));
      setGiven(Object.fromEntries(Object.entries(given).filter(([key]) => kept.has(key))));
      const done = answers.length - refused.length;
      if (done > 0)
        toast.success([`已补填 ${done} 条`, `${englishQuantity(done, 'record')} completed`]);
      if (refused.length > 0) {
        toast.warning([
          `${refused.length} 条未保存，原因见各行`,
          `${englishQuantity(refused.length, 'record')} not saved: see the reason in each row`,
        ]);
      }
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setSaving(false);
    }
  };
  return {
    entered,
    isBusy: isSaving || sending.size > 0,
    valuesOf: (row) => given[keyOf(row)] ?? {},
    faultOf: (row) => faults[keyOf(row)],
    change: (row, values) => setGiven((before) => ({ ...before, [keyOf(row)]: values })),
    setSending: (row, isSending) =>
      setSending((before) => {
        const key = keyOf(row);
        if (before.has(key) === isSending) return before;
        const next = new Set(before);
        if (isSending) next.add(key);
        else next.delete(key);
        return next;
      }),
    save,
  };
};
