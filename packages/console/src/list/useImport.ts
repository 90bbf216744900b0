import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { DryRun, ImportResult } from '@keyan/kernel/wire/workbooks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { ApiFault } from '../client/fault.ts';
import { toast } from '../components/toast.ts';
import { queryKeysOf } from '../data/calls.ts';

/** Milliseconds between two requests for the state of a running import. */
const pollInterval = 1500;
/** Time-out in milliseconds of the check, which takes long for many rows. */
const checkTimeout = 120_000;

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface RecordImport {
  /** True while a request is running. */
  readonly busy: boolean;
  /** Progress of the upload in percent; null if none is running. */
  readonly percent: number | null;
  /** Message of the last failed request; empty if it succeeded. */
  readonly fault: string;
  /** The file chosen last. */
  readonly file: File | undefined;
  /** Key of the kind to which all records of the file belong, if it is another one. */
  readonly elsewhere: string | undefined;
  readonly run: DryRun | null;
  readonly result: ImportResult | null;
  /** Uploads a file and checks its records. */
  readonly check: (file: File | undefined) => void;
  /** Stores the checked rows; `onlyValid` skips invalid rows. */
  readonly confirm: (onlyValid: boolean) => void;
  /** Goes back to choosing a file. */
  readonly reset: () => void;
  readonly downloadTemplate: () => void;
  readonly downloadFaulty: () => void;
}

interface ImportOptions {
  /** Skips records of other kinds in the file. */
  readonly ownOnly: boolean;
  /** Called when some rows of the batch were stored. */
  readonly onStored: (batchId: string) => void;
  /** Called when every row was stored and no record belongs to another kind. */
  readonly onFinished: () => void;
}

/** Returns the state and functions of an import: check, then store. */
export const useImport = (
  resource: Resource,
  { ownOnly, onStored, onFinished }: ImportOptions,
): RecordImport => {
  const client = useClient();
  const queries = useQueryClient();
  const [percent, setPercent] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  const [kind, setKind] = useState<string>();
  const [taken, setTaken] = useState<File>();
  const [run, setRun] = useState<DryRun | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const at = (call: string) => `/${resource.path}/${call}`;

  const attempt = async (request: () => Promise<void>) => {
    setBusy(true);
    setFault('');
    setKind(undefined);
    try {
      await request();
    } catch (error) {
      if (!(error instanceof ApiFault)) throw error;
      setFault(error.message);
      setKind(error.fields[0]?.link?.resource);
    } finally {
      setBusy(false);
      setPercent(null);
    }
  };

  const store = async (batchId: string, onlyValid: boolean) => {
    let now = await client.post<ImportResult>(
      at('importSure'),
      { batchId, onlyValid },
      { quiet: true, timeout: checkTimeout },
    );
    setResult(now);
    while (now.state === 'waiting' || now.state === 'running') {
      await delay(pollInterval);
      now = await client.get<ImportResult>(at('importResult'), { batchId }, { quiet: true });
      setResult(now);
    }
    // An interrupted import may have stored rows.
    void queries.invalidateQueries({ queryKey: queryKeysOf(resource).all });
    if (now.saved > 0) onStored(batchId);
    if (now.state === 'interrupted') return;
    toast.success([`已导入 ${now.saved} 条`, `${now.saved} imported`]);
    if (now.failed.length === 0 && run?.elsewhere.length === 0) onFinished();
  };

  return {
    busy,
    percent,
    fault,
    file: taken,
    elsewhere: kind,
    run,
    result,
    check(file) {
      if (!file) return;
      setTaken(file);
      void attempt(async () => {
        const form = new FormData();
        if (ownOnly) form.append('ownOnly', '1');
        form.append('file', file, file.name);
        setRun(await client.upload<DryRun>(at('import'), form, { onProgress: setPercent }));
      });
    },
    confirm(onlyValid) {
      if (run) void attempt(() => store(run.batchId, onlyValid));
    },
    reset: () => setRun(null),
    // The client has shown the failure.
    downloadTemplate: () => void client.download(at('template')).catch(() => undefined),
    downloadFaulty: () =>
      void client.download(at('importFailed'), { batchId: run?.batchId }).catch(() => undefined),
  };
};
