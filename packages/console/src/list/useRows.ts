import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import { queryKeysOf, type WireRow } from '../data/calls.ts';
import { filterQuery, type ListState, listQuery } from './state.ts';

/**
 * Stores the cursor of each page after a fetched one. With a cursor the server finds a page
 * directly, however many rows precede it; without a cursor it counts them.
 */
const usePageStarts = (list: string) => {
  const kept = useRef({ list, starts: new Map<number, string>() });
  if (kept.current.list !== list) kept.current = { list, starts: new Map() };
  return kept.current.starts;
};

/**
 * Fetches a page of records; the old rows stay until the next are fetched.
 * @param fields names separated by commas, the only ones in the rows; empty for all that lists have
 */
export const useRows = (
  resource: Resource,
  view: string,
  state: ListState,
  fields: string,
  enabled = true,
) => {
  const client = useClient();
  const query = { ...listQuery(view, state), ...(fields === '' ? {} : { fields }) };
  const starts = usePageStarts(JSON.stringify(listQuery(view, { ...state, page: 1 })));
  return useQuery({
    queryKey: [...queryKeysOf(resource).list, query],
    queryFn: async ({ signal }) => {
      const page = await client.get<Page<WireRow>>(
        `/${resource.path}/list`,
        { ...query, after: starts.get(state.page) },
        { quiet: true, signal },
      );
      if (page.next === undefined) starts.delete(state.page + 1);
      else starts.set(state.page + 1, page.next);
      return page;
    },
    placeholderData: keepPreviousData,
    enabled,
  });
};

/**
 * Fetches the exact number of records of a long list, after the user asks for it and until the
 * conditions change.
 */
export const useExactTotal = (resource: Resource, view: string, state: ListState) => {
  const client = useClient();
  const query = { ...filterQuery(view, state), exact: '1', size: '1' };
  const list = JSON.stringify(query);
  const [wanted, setWanted] = useState('');
  const { data } = useQuery({
    queryKey: [...queryKeysOf(resource).list, 'exact', query],
    queryFn: ({ signal }) =>
      client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true, signal }),
    enabled: wanted === list,
  });
  return { total: wanted === list ? data?.total : undefined, count: () => setWanted(list) };
};

/** Fetches the number of records by status under the same conditions. */
export const useStatusCounts = (
  resource: Resource,
  view: string,
  state: ListState,
  enabled: boolean,
) => {
  const client = useClient();
  const query = filterQuery(view, { ...state, status: '' });
  const { data } = useQuery({
    queryKey: [...queryKeysOf(resource).list, 'counts', query],
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

/** Fetches the sums below the list under the same conditions, by field. */
export const useSums = (resource: Resource, view: string, state: ListState, enabled: boolean) => {
  const client = useClient();
  const query = filterQuery(view, state);
  const { data } = useQuery({
    queryKey: [...queryKeysOf(resource).list, 'sums', query],
    queryFn: ({ signal }) =>
      client.get<Readonly<Record<string, string | number>>>(`/${resource.path}/sums`, query, {
        quiet: true,
        signal,
      }),
    placeholderData: keepPreviousData,
    enabled,
  });
  return data;
};

export const sumOfColumn = (
  counts: Readonly<Record<string, number>> | undefined,
): number | undefined => counts && Object.values(counts).reduce((sum, each) => sum + each, 0);
