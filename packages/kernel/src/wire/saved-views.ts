/** One person's choice of the columns of one list. */
export interface ColumnChoice {
  /** Names in order; absent: as the definition has it. */
  readonly shown?: readonly string[];
  /** Names in the order to which their heads were dragged, whichever of them are shown. */
  readonly order?: readonly string[];
  /** Names that were put out of sight one by one, whatever else is shown. */
  readonly hidden?: readonly string[];
  /** Pixels by name, of those that were dragged. */
  readonly widths?: Readonly<Record<string, number>>;
  /** Names of those that stay in sight at the left; absent: the title alone. */
  readonly pinned?: readonly string[];
}

/** The state of a list: its address, its columns, its row height. */
export interface ViewContent {
  /** Filters, search, status, order and page size as the list's address spells them. */
  readonly query: string;
  readonly columns?: ColumnChoice;
  readonly density?: 'compact' | 'regular';
}

/** A saved state of a list, as one of its readers gets it. */
export interface SavedView {
  readonly id: string;
  readonly resource: string;
  readonly view: string;
  readonly name: string;
  readonly content: ViewContent;
  /** Aliases of the roles with which it is shared; only its owner gets them. */
  readonly roles: readonly string[];
  readonly version: number;
  /** Only the owner changes it. */
  readonly mine: boolean;
  readonly ownerName: string;
  /** The reader's list opens with it. */
  readonly chosen: boolean;
}

/** A view to save: a new one without an id, one of their own with its id and version. */
export type SavedViewInput = Pick<SavedView, 'resource' | 'view' | 'name' | 'content' | 'roles'> &
  Partial<Pick<SavedView, 'id' | 'version'>>;
