import { type Entry, supplyEntries, withdrawEntries } from '@keyan/kernel/values/dictionary.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Client } from '../client/client.ts';
import { useClient } from '../client/context.tsx';

/** Dictionary that administrators changed: its entries, or its revision if it is long. */
type Edited = { readonly code: string } & (
  | { readonly entries: readonly Entry[] }
  | { readonly revision: string }
);

const supplied = new Set<string>();
const revisions = new Map<string, string>();

/** Number of changes so far; `readers` are called after each change. */
let changeCount = 0;
const readers = new Set<() => void>();

const subscribe = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Notifies all readers of dictionary entries of a change. */
export const announceEditedEntries = (): void => {
  changeCount += 1;
  for (const tell of readers) tell();
};

/** Renders again after every change of dictionary entries. Returns the number of changes. */
export const useDictionaryEdition = (): number =>
  useSyncExternalStore(subscribe, () => changeCount);

/** Returns the revision of a long dictionary of the tenant; empty if nobody changed it. */
export const dictionaryRevision = (code: string): string => revisions.get(code) ?? '';

/**
 * Applies the changes of administrators, and restores the shipped entries where a change was
 * undone.
 */
export const applyEditedEntries = (edited: readonly Edited[]): void => {
  const whole = edited.filter((one) => 'entries' in one);
  const codes = new Set(whole.map(({ code }) => code));
  for (const code of supplied) if (!codes.has(code)) withdrawEntries(code);
  supplied.clear();
  for (const { code, entries } of whole) {
    supplyEntries(code, entries);
    supplied.add(code);
  }
  revisions.clear();
  for (const one of edited) if ('revision' in one) revisions.set(one.code, one.revision);
  announceEditedEntries();
};

const fetchEditedEntries = async (client: Client): Promise<true> => {
  const path = '/blade-system/dict-biz-ext/edited';
  applyEditedEntries(await client.get<readonly Edited[]>(path, {}, { quiet: true }));
  return true;
};

/** Fetches the changes of administrators and applies them to all dictionaries of the page. */
export const useEditedEntries = (): void => {
  const client = useClient();
  useQuery({
    queryKey: ['dictionary', 'edited'],
    queryFn: () => fetchEditedEntries(client),
    staleTime: 300_000,
    gcTime: Number.POSITIVE_INFINITY,
    // `useDictionaryEdition` notifies its readers.
    notifyOnChangeProps: [],
  });
};
