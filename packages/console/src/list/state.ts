import { listFields } from '@keyan/kernel/base.ts';
import { pageSizes, type Sort } from '@keyan/kernel/query.ts';
import type { Resource } from '@keyan/kernel/resource.ts';
import { type PageState, readPage } from '../table/paging.ts';

/** What a list is asked: everything that stands in its address. */
export interface ListState extends PageState {
  readonly search: string;
  /** A code of the shared status, or empty for all of them. */
  readonly status: string;
  /** Of a page of tasks: those dealt with already. */
  readonly done: boolean;
  /** Conditions by wire key: `indexTypes`, `publishDate_dategt`. Codes are joined by commas. */
  readonly filters: Readonly<Record<string, string>>;
  /** null: the resource's own order. */
  readonly sort: Sort | null;
  /** The id of the saved view that it began with; `noSavedView` where none is wished. */
  readonly saved: string;
}

/** Chosen on purpose: the list as the definition has it, and no default view either. */
export const noSavedView = '0';

export const freshList: ListState = {
  search: '',
  status: '',
  done: false,
  filters: {},
  sort: null,
  page: 1,
  size: pageSizes[0],
  saved: '',
};

/** `-publishDate` as a definition writes it. */
export const sortOf = (text: string): Sort | null => {
  const field = text.replace(/^-/, '');
  return field === '' ? null : { field, descending: text.startsWith('-') };
};

const sortText = (sort: Sort | null): string =>
  sort ? `${sort.descending ? '-' : ''}${sort.field}` : '';

/** The field that a wire key speaks of: `publishDate_dategt` → `publishDate`. */
export const fieldOfKey = (key: string): string => key.replace(/_[a-z]+$/, '');

/** Conditions with something in them (spec §5: empty values are dropped). */
const filled = (filters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

/** Another question; unless only the page turns, it begins at page 1 (spec §5). */
export const changed = (
  state: ListState,
  change: Partial<Omit<ListState, 'filters'>> & {
    readonly filters?: Readonly<Record<string, string | undefined>>;
  },
): ListState => {
  const filters =
    change.filters === undefined ? state.filters : filled({ ...state.filters, ...change.filters });
  return { ...state, page: 1, ...change, filters };
};

/** Does anything narrow the list beyond its page? */
export const isFiltered = (state: ListState): boolean =>
  state.search !== '' || state.status !== '' || Object.keys(state.filters).length > 0;

/** The list without what narrows it; order and size stay. */
export const cleared = (state: ListState): ListState => ({
  ...state,
  search: '',
  status: '',
  filters: {},
  page: 1,
});

/** Reads an address; what the resource does not know is dropped. */
export const readState = (
  resource: Resource,
  given: Readonly<Record<string, string | undefined>>,
): ListState => {
  const fields = listFields(resource);
  const { q = '', done, sort = '', page, size, saved = '', ...rest } = given;
  // A field of this name is a filter like any other; without one it is the status of approval.
  const status = Object.hasOwn(fields, 'status') ? '' : (rest.status ?? '');
  const known = Object.fromEntries(
    Object.entries(rest).filter(([key]) => Object.hasOwn(fields, fieldOfKey(key))),
  );
  const order = sortOf(sort);
  return {
    search: q,
    status: /^\d$/.test(status) ? status : '',
    done: done === '1',
    filters: filled(known),
    sort: order && Object.hasOwn(fields, order.field) ? order : null,
    ...readPage({ page, size }),
    saved: /^\d{1,19}$/.test(saved) ? saved : '',
  };
};

/** The address of a list, without what is usual: `status=1&sort=-publishDate`. */
export const writeState = (state: ListState): string => {
  const query = new URLSearchParams(state.filters);
  const put = (name: string, value: string) => {
    if (value !== '') query.set(name, value);
  };
  put('q', state.search);
  put('status', state.status);
  put('done', state.done ? '1' : '');
  put('sort', sortText(state.sort));
  put('page', state.page > 1 ? String(state.page) : '');
  put('size', state.size === pageSizes[0] ? '' : String(state.size));
  put('saved', state.saved);
  return query.toString();
};

/** What narrows the list, as the calls of the resource spell it. */
export const filterQuery = (view: string, state: ListState): Record<string, string> => ({
  ...state.filters,
  ...filled({
    view,
    search: state.search,
    done: state.done ? '1' : '',
    auditStatus: state.status,
  }),
});

/** The same with order and page. */
export const listQuery = (view: string, state: ListState): Record<string, string> => ({
  ...filterQuery(view, state),
  ...filled({
    [state.sort?.descending ? 'descs' : 'ascs']: state.sort?.field,
    current: String(state.page),
    size: String(state.size),
  }),
});

/** What a saved view keeps of an address: not the page, and not which view it was. */
export const viewQuery = (state: ListState): string => writeState({ ...state, page: 1, saved: '' });

/** The list that a saved view's address asks for; what the resource no longer knows is dropped. */
export const stateOfView = (resource: Resource, query: string, saved: string): ListState => ({
  ...readState(resource, Object.fromEntries(new URLSearchParams(query))),
  page: 1,
  saved,
});
