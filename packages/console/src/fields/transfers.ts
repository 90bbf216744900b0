import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { ApiFault } from '../client/fault.ts';
import type { FileUpload } from '../data/sending.ts';

/** Maximum number of simultaneous uploads. */
const maxConcurrentUploads = 3;

/** An upload; a failed or paused upload stays listed until it succeeds or is removed. */
export interface FileTransfer {
  readonly key: string;
  readonly name: string;
  readonly size: number;
  readonly catalog: string;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  /** Progress in percent; at most 98 until the server responds. */
  readonly percent: number;
  /** Message of the failure. */
  readonly fault?: string;
  /** True if the connection was lost: the upload resumes when the browser is online. */
  readonly lost?: boolean;
}

interface Options {
  readonly begin: (file: File, catalog: string) => FileUpload;
  readonly arrived: (file: AttachedFile, transfer: FileTransfer) => void;
  readonly failed: (transfer: FileTransfer) => void;
}

/** Uploads of a form, outside React, so that a hidden tab does not stop them. */
export interface FormTransfers {
  list(): readonly FileTransfer[];
  /** Calls back after every change. Returns the function that unsubscribes. */
  subscribe(changed: () => void): () => void;
  add(files: readonly File[], catalog: string): void;
  pause(key: string): void;
  /** Resumes a paused or failed upload where it stopped. */
  resume(key: string): void;
  /** Removes an upload in any state. */
  drop(key: string): void;
  /** Resumes the uploads that lost their connection. */
  online(): void;
}

interface Entry {
  transfer: FileTransfer;
  readonly sending: FileUpload;
  stop?: AbortController;
}

/**
 * Creates the upload queue of a form. Long because its methods share the entries and the listeners.
 */
export const createTransfers = ({ begin, arrived, failed }: Options): FormTransfers => {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let shown: readonly FileTransfer[] = [];
  let last = 0;

  const announce = (): void => {
    shown = [...entries.values()].map(({ transfer }) => transfer);
    for (const listener of listeners) listener();
  };

  const change = (entry: Entry, next: Partial<FileTransfer>): void => {
    entry.transfer = { ...entry.transfer, ...next };
    announce();
  };

  const send = async (entry: Entry): Promise<void> => {
    const stop = new AbortController();
    entry.stop = stop;
    change(entry, { state: 'sending', fault: undefined, lost: undefined });
    try {
      const file = await entry.sending.run({
        signal: stop.signal,
        onProgress: (percent) => stop.signal.aborted || change(entry, { percent }),
      });
      entries.delete(entry.transfer.key);
      announce();
      arrived(file, entry.transfer);
    } catch (fault) {
      // A pause or a removal has already updated the state.
      if (stop.signal.aborted) return;
      const lost = fault instanceof ApiFault && ['network', 'timeout'].includes(fault.kind);
      const message = fault instanceof Error ? fault.message : String(fault);
      change(entry, { state: 'failed', fault: message, lost });
      failed(entry.transfer);
    } finally {
      next();
    }
  };

  const next = (): void => {
    const all = [...entries.values()];
    const busy = all.filter(({ transfer }) => transfer.state === 'sending').length;
    const waiting = all.filter(({ transfer }) => transfer.state === 'waiting');
    for (const entry of waiting.slice(0, Math.max(0, maxConcurrentUploads - busy)))
      void send(entry);
  };

  const resume = (key: string): void => {
    const entry = entries.get(key);
    if (!entry || !['paused', 'failed'].includes(entry.transfer.state)) return;
    change(entry, { state: 'waiting', fault: undefined, lost: undefined });
    next();
  };

  return {
    list: () => shown,
    subscribe(changed) {
      listeners.add(changed);
      return () => {
        listeners.delete(changed);
      };
    },
    add(files, catalog) {
      for (const file of files) {
        last += 1;
        const key = String(last);
        const { name, size } = file;
        entries.set(key, {
          transfer: { key, name, size, catalog, state: 'waiting', percent: 0 },
          sending: begin(file, catalog),
        });
      }
      announce();
      next();
    },
    pause(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entry.stop?.abort();
      change(entry, { state: 'paused' });
      next();
    },
    resume,
    drop(key) {
      const entry = entries.get(key);
      if (!entry) return;
      entries.delete(key);
      entry.stop?.abort();
      entry.sending.drop();
      announce();
      next();
    },
    online() {
      for (const { key, lost } of shown) if (lost) resume(key);
    },
  };
};
