import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isVerifiable } from '@keyan/kernel/definition/verifiable.ts';
import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { isTemporary } from '../client/fault.ts';
import type { WireRow } from '../data/calls.ts';

/** State of printing a record: the sheet with its verification code, once requested. */
export interface RecordPrinting {
  readonly sheet: PrintedSheet | undefined;
  readonly busy: boolean;
  readonly print: () => Promise<void>;
}

/**
 * Returns true if a printed sheet of the record has a verification code. A kind without approval
 * needs the setting in its definition; a classified record has none, because strangers must learn
 * nothing of it.
 */
export const hasCode = (resource: Resource, row: WireRow): boolean =>
  isVerifiable(resource, row) && (Boolean(row.auditStatus) || !hasProcess(resource));

/**
 * Prints the page of a record, with a verification code. Prints without one if the server does not
 * respond; a refusal, for example of an outdated page, is shown instead.
 */
export const usePrinting = (resource: Resource, row: WireRow | undefined): RecordPrinting => {
  const client = useClient();
  const [sheet, setSheet] = useState<PrintedSheet>();
  const [busy, setBusy] = useState(false);
  const printPlain = () => {
    setSheet(undefined);
    // Prints after the code of an earlier sheet was removed from the page.
    requestAnimationFrame(() => window.print());
  };
  const print = async () => {
    if (!row || busy) return;
    if (!hasCode(resource, row)) return printPlain();
    setBusy(true);
    try {
      const wanted = { resource: resource.key, id: row.id, version: row.version };
      // `PrintedCode` opens the print dialog when the code is rendered.
      setSheet(await client.post<PrintedSheet>('/keyan/prints/make', wanted));
    } catch (fault) {
      if (isTemporary(fault)) printPlain();
    } finally {
      setBusy(false);
    }
  };
  return { sheet, busy, print };
};
