import { type Entry, supply, withdraw } from '@keyan/kernel/dictionary.ts';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { Client } from '../client/client.ts';
import { useClient } from '../client/context.tsx';

/** A dictionary that administrators changed, with all that it holds now. */
interface Edited {
  readonly code: string;
  readonly entries: readonly Entry[];
}

const supplied = new Set<string>();

/** Counts what was learnt; whoever reads entries is told. */
let edition = 0;
const readers = new Set<() => void>();

const watch = (reader: () => void): (() => void) => {
  readers.add(reader);
  return () => {
    readers.delete(reader);
  };
};

/** Draws the reader of a dictionary anew when more was learnt: a set entry, where a query has timers. */
export const useEdition = (): number => useSyncExternalStore(watch, () => edition);

const learn = async (client: Client): Promise<readonly string[]> => {
  const edited = await client.get<readonly Edited[]>(
    '/blade-system/dict-biz-ext/edited',
    {},
    { quiet: true },
  );
  const codes = edited.map(({ code }) => code);
  for (const code of supplied) if (!codes.includes(code)) withdraw(code);
  supplied.clear();
  for (const { code, entries } of edited) {
    supply(code, entries);
    supplied.add(code);
  }
  edition += 1;
  for (const tell of readers) tell();
  return codes;
};

/**
 * Learns what administrators changed in the dictionaries; from then on every dictionary that the
 * page holds is as the tenant has it.
 */
export const useEdited = (): void => {
  const client = useClient();
  useQuery({
    queryKey: ['dictionary', 'edited'],
    queryFn: () => learn(client),
    staleTime: 300_000,
    gcTime: Number.POSITIVE_INFINITY,
    // Its readers are told by `useEdition`.
    notifyOnChangeProps: [],
  });
};
