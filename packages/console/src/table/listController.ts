import { createContext, use } from 'react';
import type { PageState } from './paging.ts';
import type { PageSizing } from './usePageSize.ts';
import type { RowSelection } from './useSelection.ts';

/** Row that is shown beside the others, with its facts. */
export interface Peek<Row> {
  readonly row: Row | undefined;
  readonly show: (row: Row | undefined) => void;
}

/**
 * State and actions that a list page needs of its rows, whatever they are and however they are fetched. It draws
 * nothing: `ListSection` shows its states and pages, `DataList` its rows.
 */
export interface ListController<Row> extends PageState {
  /** Set by the list page, where a row can be shown beside the others. */
  readonly peek?: Peek<Row> | undefined;
  /** Origin of the size of the page; undefined where none follows the window. */
  readonly sizing?: PageSizing | undefined;
  /** The rows of the current page; undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  /** Rows on all pages; 0 until the first answer. */
  readonly total: number;
  /** Number of all rows of a tree, where `total` is its top level; null where nobody counted them. */
  readonly whole?: number | null | undefined;
  /** There are more rows than `total` says. */
  readonly more?: boolean | undefined;
  /** Counts them all, where there are more than `total` says. */
  readonly countAll?: (() => void) | undefined;
  /** Why the last request failed. */
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** When the rows were fetched, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Shows another page. */
  readonly turn: (page: number) => void;
  /** Shows the first page with this many rows, and remembers the size for this list. */
  readonly resize: (size: number) => void;
  /** Conditions narrow the list. */
  readonly isNarrowed: boolean;
  /** Takes all conditions back. */
  readonly clear: () => void;
  readonly selection: RowSelection<Row>;
}

const ListContext = createContext<ListController<never> | undefined>(undefined);

/** Gives the parts of a list page its controller. */
export const ListProvider = ListContext.Provider;

/** The controller of the list page around. */
export const useList = <Row>(): ListController<Row> => {
  const list = use(ListContext);
  if (!list) throw new Error('useList outside of a ListProvider');
  return list as unknown as ListController<Row>;
};
