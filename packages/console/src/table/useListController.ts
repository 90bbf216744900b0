import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../client/client.ts';
import { useClient } from '../client/context.tsx';
import type { Query } from '../client/query.ts';
import type { ListController } from './listController.ts';
import { minPageRows } from './paging.ts';
import { rowHeights } from './rowHeights.ts';
import { type PagedQuery, usePagedQuery } from './usePagedQuery.ts';
import { useSelection } from './useSelection.ts';

interface ListOptions<Row, C extends string, P extends string> {
  /** Conditions with their neutral values; the same object at every render. */
  readonly conditions: Readonly<Record<C, string>>;
  /** Part of the list that is shown, such as a tab, by its default value. */
  readonly part?: Readonly<Record<P, string>>;
  readonly keyOf: (row: Row) => string;
  /** First parts of the query's key; with `live` the list is refetched at each live event. */
  readonly queryKey: readonly string[];
  /** Path of the call that returns a page of rows. */
  readonly path: string;
  /** Height of a row in pixels; by default that of a row with one line. */
  readonly rowHeight?: number;
  /** Returns the parameters of the call besides `current` and `size`; empty ones are omitted. */
  readonly query: (state: PagedQuery<C | P>) => Query;
}

export interface ListControllerProps<Row, C extends string> extends ListController<Row> {
  /** Conditions, part and page, as in the address of the tab. */
  readonly state: PagedQuery<C>;
  /** Changes conditions and goes to the first page. */
  readonly change: (next: { readonly [name in C]?: string }) => void;
}

const noPart = {};

/**
 * Returns the controller of a list page without a resource: conditions and page in the address bar,
 * rows remain until the next are fetched, selection over all pages. Lists of resources use
 * `useResourceList`.
 */
export const useListController = <Row, C extends string, P extends string = never>(
  options: ListOptions<Row, C, P>,
): ListControllerProps<Row, C | P> => {
  const { conditions, part, keyOf, queryKey, path } = options;
  const client = useClient();
  const { state, change, narrowed, clear, turn, sizing, resize } = usePagedQuery<C, P>(
    conditions,
    part ?? (noPart as Readonly<Record<P, string>>),
    { key: path, rowHeight: options.rowHeight ?? rowHeights.regular },
  );
  const selection = useSelection(keyOf);
  const query = { ...options.query(state), current: state.page, size: sizing.size };
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: [...queryKey, query],
    queryFn: () => client.get<Page<Row>>(path, query, { quiet: true }),
    placeholderData: keepPreviousData,
    enabled: sizing.size !== undefined,
  });
  return {
    state,
    change,
    rows: data?.records,
    total: data?.total ?? 0,
    more: data?.more,
    error,
    isFetching,
    refetch: () => void refetch(),
    fetchedAt: dataUpdatedAt,
    page: state.page,
    size: sizing.size ?? minPageRows,
    sizing,
    turn,
    resize,
    isNarrowed: narrowed,
    clear,
    selection,
  };
};
