import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { reviewTask } from '../review-task.ts';
import type { Sheet } from '../sheet.ts';
import { useSheetInput } from '../useSheetInput.web.ts';

/** Path of the calls of a sheet. */
export const sheetCall = `/${reviewTask.path}/sheet`;

/** State of a sheet with functions to save and submit. */
export const useSheet = (sheet: Sheet, onDone: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  const entry = useSheetInput(sheet);
  const [version, setVersion] = useState(sheet.version);
  const [keptAt, setKeptAt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map());

  const send = async (call: 'keep' | 'handIn') => {
    setBusy(true);
    const { changes } = entry;
    try {
      const stored = await client.post<{ readonly version: number }>(
        `/${reviewTask.path}/${call}`,
        { id: sheet.id, version, ...entry.input() },
        { quiet: true },
      );
      setVersion(stored.version);
      setKeptAt(changes);
      setFaults(new Map());
      toast.success(
        call === 'keep' ? ['已暂存', 'Draft saved'] : ['评审已提交', 'Review submitted'],
      );
      if (call === 'handIn') onDone();
      await queries.invalidateQueries({ queryKey: [reviewTask.key] });
      await queries.invalidateQueries({ queryKey: ['home'] });
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      setFaults(new Map((fault.fields ?? []).map(({ path, message }) => [path, message])));
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };

  /** Records the expert’s pledge, which opens the material. */
  const pledge = async () => {
    setBusy(true);
    try {
      await client.post(`/${reviewTask.path}/pledge`, { id: sheet.id });
      await queries.invalidateQueries({ queryKey: [reviewTask.key, 'sheet', sheet.id] });
    } finally {
      setBusy(false);
    }
  };

  return {
    ...entry,
    dirty: entry.changes > keptAt,
    busy,
    pledge: () => void pledge(),
    faultOf: (path: string) => faults.get(path),
    keep: () => void send('keep'),
    handIn: () => void send('handIn'),
  };
};

export type SheetState = ReturnType<typeof useSheet>;
