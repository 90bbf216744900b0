import { stateFields } from '@keyan/kernel/definition/life/states.ts';
import { useQueries } from '@tanstack/react-query';
import type { Page } from '../../client/client.ts';
import { useClient } from '../../client/context.tsx';
import { queryKeysOf, type WireRow } from '../../data/calls.ts';
import { listQuery } from '../state.ts';
import type { ResourceListController } from '../useResourceList.ts';

/** Maximum number of rows fetched at once; further rows are only counted. */
export const maxDisplayedRows = 100;

/** Further condition on the rows of a list, by wire key. */
export type PartOfList = Readonly<Record<string, string>>;

/** Fetches pages of the list under its filters, each with further conditions. */
export const useDisplayed = (
  { resource, viewName, state }: ResourceListController,
  parts: readonly PartOfList[],
  fields: readonly string[],
) => {
  const client = useClient();
  const wanted = [
    ...new Set([
      resource.title,
      resource.englishTitle ?? resource.title,
      ...fields,
      ...stateFields(resource),
    ]),
  ];
  return useQueries({
    queries: parts.map((part) => {
      const query = {
        ...listQuery(viewName, state),
        current: '1',
        size: String(maxDisplayedRows),
        ...part,
        fields: wanted.sort().join(),
      };
      return {
        queryKey: [...queryKeysOf(resource).list, 'displayed', query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.get<Page<WireRow>>(`/${resource.path}/list`, query, { quiet: true, signal }),
        placeholderData: (before: Page<WireRow> | undefined) => before,
      };
    }),
  });
};
