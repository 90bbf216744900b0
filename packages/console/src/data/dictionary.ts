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

/** The revisions in which long dictionaries were fetched. */
const held = new Map<string, string>();

/** Are its entries here, as the tenant has them by all that is known? */
export const isCurrent = (dict: Dictionary): boolean =>
  !dict.supplied || (isSupplied(dict) && held.get(dict.key) === dictionaryRevision(dict.key));

/** Requests under way: the form and the fields of a page ask for the same entries. */
const underWay = new Map<string, Promise<void>>();

/** Fetches the entries, unless they are here; those of an older revision stand until then. */
export const fetchEntries = async (client: Client, dict: Dictionary): Promise<void> => {
  if (isCurrent(dict)) return;
  const revision = dictionaryRevision(dict.key);
  const name = `${dict.key} ${revision}`;
  const asked = underWay.get(name) ?? askFor(client, dict, revision);
  underWay.set(name, asked);
  await asked.finally(() => underWay.delete(name));
};

const askFor = async (client: Client, dict: Dictionary, revision: string): Promise<void> => {
  const nodes = await client.get<readonly Node[]>('/blade-system/dict-biz/tree', {
    code: dict.key,
    sealed: '1',
  });
  // An answer to a later question may have come first.
  if (isCurrent(dict)) return;
  supplyEntries(dict.key, nodes.map(entryOfNode));
  held.set(dict.key, revision);
  announceEditedEntries();
};

const dictionariesOf = (fields: Fields): readonly Dictionary[] =>
  Object.values(fields).flatMap(({ spec }) => [
    ...(spec.dictionary ? [spec.dictionary] : []),
    ...dictionariesOf(spec.fields ?? {}),
  ]);

/** Readers of the query look at `isSuccess`: the query tells them only of what they looked at. */
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
 * A dictionary's entries; fetches those that are too many to travel with the page, and again when
 * administrators have changed them.
 */
export const useEntries = (dict: Dictionary | undefined) => {
  useDictionaryEdition();
  const dicts = useMemo(() => (dict ? [dict] : []), [dict]);
  const { isError, isSuccess } = useSupply(dicts);
  const isHere = !dict || isSupplied(dict);
  return { entries: dict?.entries ?? [], ready: isSuccess || isHere, failed: isError && !isHere };
};

/** True once every dictionary that a resource's validators need is there: before, codes cannot be checked. */
export const useDictionaries = (resource: Resource): boolean => {
  useEditedEntries();
  const dicts = useMemo(
    () => [...new Set(dictionariesOf(resource.fields))].filter((dict) => dict.supplied),
    [resource],
  );
  const { isError, isSuccess } = useSupply(dicts);
  // A form without its classification is better than no form: the server checks the code.
  return isError || isSuccess || dicts.every(isSupplied);
};
