import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { isVerifiable } from '@keyan/kernel/definition/verifiable.ts';
import type { PrintedSheet } from '@keyan/kernel/wire/prints.ts';
import { useState } from 'react';
import { useClient } from '../client/context.tsx';
import { isTemporary } from '../client/fault.ts';
import type { WireRow } from '../data/calls.ts';

/** Printing a record: the sheet with its verification code, once one was asked for. */
export interface RecordPrinting {
  readonly sheet: PrintedSheet | undefined;
  readonly busy: boolean;
  readonly print: () => Promise<void>;
}

/**
 * Tells whether a sheet of the record carries a code. Without an approval it proves something only where the definition
 * says so; one under secrecy must tell strangers nothing.
 */
export const hasCode = (resource: Resource, row: WireRow): boolean =>
  isVerifiable(resource, row) && (Boolean(row.auditStatus) || !hasProcess(resource));

/**
 * Prints the page of a record, with a code by which its sheet is verified. Without an answer of the
 * server the page is printed without one; a refusal, such as of an outdated page, is shown instead.
 */
export const usePrinting = (resource: Resource, row: WireRow | undefined): RecordPrinting => {
  const client = useClient();
  const [sheet, setSheet] = useState<PrintedSheet>();
  const [busy, setBusy] = useState(false);
  const printPlain = () => {
    setSheet(undefined);
    // Once the code of an earlier sheet is off the page.
    requestAnimationFrame(() => window.print());
  };
  const print = async () => {
    if (!row || busy) return;
    if (!hasCode(resource, row)) return printPlain();
    setBusy(true);
    try {
      const wanted = { resource: resource.key, id: row.id, version: row.version };
      // `PrintedCode` opens the dialog when the code is on the page.
      setSheet(await client.post<PrintedSheet>('/keyan/prints/make', wanted));
    } catch (fault) {
      if (isTemporary(fault)) printPlain();
    } finally {
      setBusy(false);
    }
  };
  return { sheet, busy, print };
};
