import { type Entry, narrowedEntries } from '@keyan/kernel/values/dictionary.ts';
import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import { useClient } from '../client/context.tsx';

/** Context: kind of the record whose form is being edited; empty outside forms. */
export const FormKind = createContext('');

type Used = Readonly<Record<string, readonly string[]>>;

const allEntriesUsed: Used = {};

/**
 * Returns the dictionary entries that the current form offers; entries that the university does not
 * use in it are marked.
 */
export const useFormEntries = (
  code: string | undefined,
  entries: readonly Entry[],
): readonly Entry[] => {
  const client = useClient();
  const kind = useContext(FormKind);
  const { data = allEntriesUsed } = useQuery({
    queryKey: ['entries in use', kind],
    queryFn: () =>
      client.get<Used>('/kh-edu-research/chooseDict/used', { bizKind: kind }, { quiet: true }),
    enabled: kind !== '',
    staleTime: 60_000,
  });
  const used = code === undefined ? undefined : data[code];
  return useMemo(() => (used ? narrowedEntries(entries, new Set(used)) : entries), [entries, used]);
};
