import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { GroupCountRow } from '@keyan/kernel/wire/records.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useClient } from '../client/context.tsx';
import { queryKeysOf } from './calls.ts';

/**
 * Fetches how many records of a view share each value of one or two fields, under the conditions of
 * a list (wire keys). The numbers equal the totals of lists filtered by those values.
 */
export const useGroupCounts = (
  resource: Resource,
  view: string,
  by: readonly string[],
  conditions: Readonly<Record<string, string>>,
  enabled = true,
) => {
  const client = useClient();
  const query = { ...conditions, view, by: by.join(',') };
  return useQuery({
    queryKey: [...queryKeysOf(resource).list, 'tally', query],
    queryFn: ({ signal }) =>
      client.get<readonly GroupCountRow[]>(`/${resource.path}/tally`, query, {
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
};
