/** Arrangement of the columns of one list by one person. */
export interface ColumnChoice {
  /** Names of the shown columns in order; absent: as in the definition. */
  readonly shown?: readonly string[];
  /** Names of columns in the order made by dragging, shown or not. */
  readonly order?: readonly string[];
  /** Names of columns that were hidden individually. */
  readonly hidden?: readonly string[];
  /** Widths in pixels of columns whose width was changed, by name. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Names of columns fixed at the left while scrolling; absent: the title only. */
  readonly pinned?: readonly string[];
}

/** State of a list: its address, columns and row height. */
export interface ViewContent {
  /** Filters, search, status, order and page size in the form of the list's address. */
  readonly query: string;
  readonly columns?: ColumnChoice;
  readonly density?: 'compact' | 'regular';
}

/** Saved view of a list, as sent to one of its readers. */
export interface SavedView {
  readonly id: string;
  readonly resource: string;
  readonly view: string;
  readonly name: string;
  readonly content: ViewContent;
  /** Aliases of the roles with which the view is shared; sent only to its owner. */
  readonly roles: readonly string[];
  readonly version: number;
  /** True for the owner, who alone may change the view. */
  readonly mine: boolean;
  readonly ownerName: string;
  /** True if the list opens with this view for the reader. */
  readonly chosen: boolean;
}

/**
 * View to save: without an id a new one, otherwise one of the person's own with its id and version.
 */
export type SavedViewInput = Pick<SavedView, 'resource' | 'view' | 'name' | 'content' | 'roles'> &
  Partial<Pick<SavedView, 'id' | 'version'>>;
