import { createContext, use } from 'react';
import type { PageState } from './paging.ts';
import type { PageSizing } from './usePageSize.ts';
import type { RowSelection } from './useSelection.ts';

/** State of the row shown beside the list. */
export interface Peek<Row> {
  readonly row: Row | undefined;
  readonly show: (row: Row | undefined) => void;
}

/**
 * State and actions that a list page needs, whatever its rows are and however they are fetched.
 * Renders nothing: `ListSection` renders its states and pages, `DataList` its rows.
 */
export interface ListController<Row> extends PageState {
  /** State of the row shown beside the list; set by the list page if it supports one. */
  readonly peek?: Peek<Row> | undefined;
  /** Page size and its origin; undefined if the size does not follow the window. */
  readonly sizing?: PageSizing | undefined;
  /** Rows of the current page; undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  /** Number of rows on all pages; 0 until the first response. */
  readonly total: number;
  /** Number of all rows of a tree, if `total` counts its top level; null if not counted. */
  readonly whole?: number | null | undefined;
  /** True if there are more rows than `total`. */
  readonly more?: boolean | undefined;
  /** Counts all rows, if there are more than `total`. */
  readonly countAll?: (() => void) | undefined;
  /** Error of the last request. */
  readonly error: unknown;
  readonly isFetching: boolean;
  readonly refetch: () => void;
  /** Time when the rows were fetched, milliseconds since the epoch. */
  readonly fetchedAt: number;
  /** Shows another page. */
  readonly turn: (page: number) => void;
  /** Shows the first page with this many rows, and stores the size for this list. */
  readonly resize: (size: number) => void;
  /** True if conditions narrow the list. */
  readonly isNarrowed: boolean;
  /** Removes all conditions. */
  readonly clear: () => void;
  readonly selection: RowSelection<Row>;
}

const ListContext = createContext<ListController<never> | undefined>(undefined);

/** Provides the controller to the parts of a list page. */
export const ListProvider = ListContext.Provider;

/** Returns the controller of the surrounding list page. */
export const useList = <Row>(): ListController<Row> => {
  const list = use(ListContext);
  if (!list) throw new Error('useList outside of a ListProvider');
  return list as unknown as ListController<Row>;
};
