import type { Fields } from '@keyan/kernel/definition/field/field.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import {
  type Dictionary,
  type Entry,
  isSupplied,
  supplyEntries,
} from '@keyan/kernel/values/dictionary.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import {
  announceEditedEntries,
  dictionaryRevision,
  useDictionaryEdition,
  useEditedEntries,
} from './edited.ts';

/** A node of the dictionary call. */
interface Node {
  readonly dictKey: string;
  readonly dictValue: string;
  readonly dictValueEn?: string;
  readonly heading?: boolean;
  readonly offered?: boolean;
  readonly children?: readonly Node[];
}

const entryOfNode = (node: Node): Entry => ({
  code: node.dictKey,
  label: [node.dictValue, node.dictValueEn || node.dictValue],
  ...(node.heading ? { heading: true } : {}),
  ...(node.offered === false ? { sealed: true } : {}),
  ...(node.children?.length ? { children: node.children.map(entryOfNode) } : {}),
});

/** Revision of each long dictionary in the cache, by code. */
const fetchedRevisions = new Map<string, string>();

/** Returns true if the entries in the cache are those of the latest known revision. */
export const isCurrent = (dict: Dictionary): boolean =>
  !dict.supplied ||
  (isSupplied(dict) && fetchedRevisions.get(dict.key) === dictionaryRevision(dict.key));

/** Running requests by dictionary code, shared by all fields that need the same entries. */
const runningRequests = new Map<string, Promise<void>>();

/**
 * Fetches the entries unless they are current; entries of an older revision remain usable until
 * then.
 */
export const fetchEntries = async (client: Client, dict: Dictionary): Promise<void> => {
  if (isCurrent(dict)) return;
  const revision = dictionaryRevision(dict.key);
  const name = `${dict.key} ${revision}`;
  const asked = runningRequests.get(name) ?? fetchDictionary(client, dict, revision);
  runningRequests.set(name, asked);
  await asked.finally(() => runningRequests.delete(name));
};

const fetchDictionary = async (
  client: Client,
  dict: Dictionary,
  revision: string,
): Promise<void> => {
  const nodes = await client.get<readonly Node[]>('/blade-system/dict-biz/tree', {
    code: dict.key,
    sealed: '1',
  });
  // A later request may have been answered first.
  if (isCurrent(dict)) return;
  supplyEntries(dict.key, nodes.map(entryOfNode));
  fetchedRevisions.set(dict.key, revision);
  announceEditedEntries();
};

const dictionariesOf = (fields: Fields): readonly Dictionary[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.dictionary ? [spec.dictionary] : []),
    ...dictionariesOf(spec.fields ?? {}),
  ]);

/** Read `isSuccess` in the calling hook: the query notifies only for properties that were read. */
const useSupply = (dicts: readonly Dictionary[]) => {
  const client = useClient();
  const keys = dicts.map(({ key }) => `${key} ${dictionaryRevision(key)}`);
  return useQuery({
    queryKey: ['dictionary', ...keys],
    queryFn: async () => {
      await Promise.all(dicts.map((dict) => fetchEntries(client, dict)));
      return true;
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !dicts.every(isCurrent),
  });
};

/**
 * Returns the entries of a dictionary; fetches long dictionaries, which are not sent with the page,
 * and refetches after administrators changed them.
 */
export const useEntries = (dict: Dictionary | undefined) => {
  useDictionaryEdition();
  const dicts = useMemo(() => (dict ? [dict] : []), [dict]);
  const { isError, isSuccess } = useSupply(dicts);
  const isHere = !dict || isSupplied(dict);
  return { entries: dict?.entries ?? [], ready: isSuccess || isHere, failed: isError && !isHere };
};

/**
 * Returns true once every dictionary that the validators of a resource need is loaded; codes cannot
 * be checked before.
 */
export const useDictionaries = (resource: Resource): boolean => {
  useEditedEntries();
  const dicts = useMemo(
    () => [...new Set(dictionariesOf(resource.fields))].filter((dict) => dict.supplied),
    [resource],
  );
  const { isError, isSuccess } = useSupply(dicts);
  // Show the form even if a dictionary failed to load: the server checks the code.
  return isError || isSuccess || dicts.every(isSupplied);
};
