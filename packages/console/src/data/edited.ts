import { type Entry, supplyEntries, withdrawEntries } from '@keyan/kernel/values/dictionary.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Client } from '../client/client.ts';
import { useClient } from '../client/context.tsx';

/** A dictionary that administrators changed: all that it holds now, or its revision if it is long. */
type Edited = { readonly code: string } & (
  | { readonly entries: readonly Entry[] }
  | { readonly revision: string }
);

const supplied = new Set<string>();
const revisions = new Map<string, string>();

/** Counts the changes; `readers` are called after each. */
let edition = 0;
const readers = new Set<() => void>();

const watch = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Tells everybody who reads entries that there are others. */
export const announceEditedEntries = (): void => {
  edition += 1;
  for (const tell of readers) tell();
};

/** Draws the reader of a dictionary anew when more was learnt: a set entry, where a query has timers. */
export const useDictionaryEdition = (): number => useSyncExternalStore(watch, () => edition);

/** Revision of a long dictionary of the tenant: empty while nobody changed it. */
export const dictionaryRevision = (code: string): string => revisions.get(code) ?? '';

/** Takes in what administrators changed, and takes back what they no longer have. */
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

const learn = async (client: Client): Promise<true> => {
  const path = '/blade-system/dict-biz-ext/edited';
  applyEditedEntries(await client.get<readonly Edited[]>(path, {}, { quiet: true }));
  return true;
};

/**
 * Learns what administrators changed in the dictionaries; from then on every dictionary that the
 * page holds is as the tenant has it.
 */
export const useEditedEntries = (): void => {
  const client = useClient();
  useQuery({
    queryKey: ['dictionary', 'edited'],
    queryFn: () => learn(client),
    staleTime: 300_000,
    gcTime: Number.POSITIVE_INFINITY,
    // `useDictionaryEdition` notifies its readers.
    notifyOnChangeProps: [],
  });
};
