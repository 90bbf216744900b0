import { useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import type { Lookup, Option } from '../data/values.ts';

const noLookup: Lookup = { path: '' };

/** Fetches the names of the referenced records that the reader may see. */
export const useNames = (lookup: Lookup | undefined, ids: readonly string[]): readonly Option[] => {
  const client = useClient();
  const { path, query } = lookup ?? noLookup;
  const { data } = useQuery({
    queryKey: [path, query, 'ids', ...ids],
    queryFn: () => client.get<readonly Option[]>(path, { ...query, ids }, { quiet: true }),
    enabled: lookup !== undefined && ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? [];
};
