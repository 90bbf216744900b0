import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Page } from '../client/client.ts';
import type { ListController } from './listController.ts';
import { type PagedState, usePaged } from './usePaged.ts';
import { useSelection } from './useSelection.ts';

interface ListOptions<Row, C extends string, P extends string> {
  /** The conditions by their neutral values; the same object at every render. */
  readonly conditions: Readonly<Record<C, string>>;
  /** The part of the list that is shown, such as a tab, by its usual value. */
  readonly part?: Readonly<Record<P, string>>;
  readonly keyOf: (row: Row) => string;
  /** The key of the cached answers; a list of `live` is fetched again after each message. */
  readonly queryKey: (state: PagedState<C | P>) => readonly unknown[];
  readonly load: (state: PagedState<C | P>) => Promise<Page<Row> & { readonly more?: boolean }>;
}

export interface OwnListController<Row, C extends string> extends ListController<Row> {
  /** Conditions, part and page, as the address of the tab has them. */
  readonly state: PagedState<C>;
  /** Changes conditions and goes to the first page. */
  readonly change: (next: { readonly [name in C]?: string }) => void;
}

const nowhere = {};

/**
 * The list of a page of its own: conditions and page in the address bar, rows kept while the next
 * ones are fetched, a selection over all pages. Lists of resources use `useResourceList`.
 */
export const useListController = <Row, C extends string, P extends string = never>(
  options: ListOptions<Row, C, P>,
): OwnListController<Row, C | P> => {
  const { conditions, part, keyOf, queryKey, load } = options;
  const { state, change, narrowed, clear, turn } = usePaged<C, P>(
    conditions,
    part ?? (nowhere as Readonly<Record<P, string>>),
  );
  const selection = useSelection(keyOf);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery({
    queryKey: queryKey(state),
    queryFn: () => load(state),
    placeholderData: keepPreviousData,
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
    size: state.size,
    turn,
    isNarrowed: narrowed,
    clear,
    selection,
  };
};
