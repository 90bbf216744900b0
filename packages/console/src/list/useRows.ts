import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { keysOf, type WireRow } from '../data/calls.ts';
import { filterQuery, type ListState, listQuery } from './state.ts';

/** A page of records; the old rows stay until the next ones are fetched. */
export const useRows = (resource: Resource, view: string, state: ListState) => {
  const client = useClient();
  const query = listQuery(view, state);
  return useQuery({
    queryKey: [...keysOf(resource).list, query],
    queryFn: ({ signal }) =>
      client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
};

/** The number of records by status under the same conditions. */
export const useStatusCounts = (
  resource: Resource,
  view: string,
  state: ListState,
  enabled: boolean,
) => {
  const client = useClient();
  const query = filterQuery(view, { ...state, status: '' });
  const { data } = useQuery({
    queryKey: [...keysOf(resource).list, 'counts', query],
    queryFn: ({ signal }) =>
      client.get<Readonly<Record<string, number>>>(`/${resource.path}/counts`, query, {
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return data;
};

export const sumOf = (counts: Readonly<Record<string, number>> | undefined): number | undefined =>
  counts && Object.values(counts).reduce((sum, each) => sum + each, 0);
