import { statuses } from '@keyan/kernel/access/status.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { phases } from '@keyan/kernel/definition/life/states.ts';
import { type Display, displaysOf } from '@keyan/kernel/definition/page/displays.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Sort } from '@keyan/kernel/records/query.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { followsWindow, type PageState, readPage } from '../table/paging.ts';

/** State of a list that is in its address. */
export interface ListState extends PageState {
  readonly search: string;
  /** Code of the approval status; empty for all. */
  readonly status: string;
  /** True on a task page for tasks that the user has handled. */
  readonly done: boolean;
  /** Shows tasks pending for longer than this many days; empty for all. */
  readonly stay: string;
  /** `1` submitted again after a return, `0` for the first time, or empty for all. */
  readonly again: string;
  /** Id of an import of the user, to show its records only; empty for all. */
  readonly batch: string;
  /** Conditions by wire key: `indexTypes`, `publishDate_dategt`. Codes are joined by commas. */
  readonly filters: Readonly<Record<string, string>>;
  /** Display of the rows; empty for the table. */
  readonly display: Display | '';
  /** Sort order; null for the resource's own. */
  readonly sort: Sort | null;
  /** Id of the saved view in use; `noSavedView` if the user chose none. */
  readonly saved: string;
}

/** Value for a user's choice of the list as defined, without the default view. */
export const noSavedView = '0';

export const initialListState: ListState = {
  search: '',
  status: '',
  done: false,
  stay: '',
  again: '',
  batch: '',
  filters: {},
  display: '',
  sort: null,
  page: 1,
  size: followsWindow,
  saved: '',
};

/** Parses the sort order of a definition: `-publishDate`. */
export const sortOfQuery = (text: string): Sort | null => {
  const field = text.replace(/^-/, '');
  return field === '' ? null : { field, descending: text.startsWith('-') };
};

const sortText = (sort: Sort | null): string =>
  sort ? `${sort.descending ? '-' : ''}${sort.field}` : '';

/** Returns the field of a condition's key: `publishDate_dategt` → `publishDate`. */
export const fieldOfKey = (key: string): string => key.replace(/_[a-z]+$/, '');

/** Returns the conditions without empty ones. */
const withoutEmptyValues = (
  filters: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

/** Returns the state with a change; back on page 1, unless the change names a page. */
export const withQueryChange = (
  state: ListState,
  change: Partial<Omit<ListState, 'filters'>> & {
    readonly filters?: Readonly<Record<string, string | undefined>>;
  },
): ListState => {
  const filters =
    change.filters === undefined
      ? state.filters
      : withoutEmptyValues({ ...state.filters, ...change.filters });
  return { ...state, page: 1, ...change, filters };
};

/** Returns true if conditions narrow the list. */
export const isFiltered = (state: ListState): boolean =>
  [state.search, state.status, state.stay, state.again, state.batch].some((each) => each !== '') ||
  Object.keys(state.filters).length > 0;

/** Returns the state without conditions; order and page size stay. */
export const withoutConditions = (state: ListState): ListState => ({
  ...state,
  search: '',
  status: '',
  stay: '',
  again: '',
  batch: '',
  filters: {},
  page: 1,
});

/** Returns an approval status as a condition on the kind's own states: all of that phase. */
const inOwnStates = ({ states }: Resource, status: string): Record<string, string> => {
  const phase = phases.find((one) => statuses[one] === status);
  const codes = phase && states?.phases?.[phase];
  return states && codes ? { [states.field]: codes.join(',') } : {};
};

/** Parses an address; fields that the resource does not have are dropped. */
export const readState = (
  resource: Resource,
  given: Readonly<Record<string, string | undefined>>,
): ListState => {
  const fields = listFields(resource);
  const {
    q = '',
    done,
    stay = '',
    again = '',
    batch = '',
    as = '',
    sort = '',
    page,
    size,
    saved = '',
    ...rest
  } = given;
  // A field named `status` is a filter like any other; otherwise the key is the approval status.
  const status = Object.hasOwn(fields, 'status') ? '' : (rest.status ?? '');
  const isStatus = /^\d$/.test(status);
  const known = Object.fromEntries(
    Object.entries({ ...(isStatus && inOwnStates(resource, status)), ...rest }).filter(([key]) =>
      Object.hasOwn(fields, fieldOfKey(key)),
    ),
  );
  const order = sortOfQuery(sort);
  return {
    search: q,
    status: isStatus && !resource.states ? status : '',
    done: done === '1',
    stay: /^\d{1,4}$/.test(stay) ? stay : '',
    again: /^[01]$/.test(again) ? again : '',
    batch: isId(batch) ? batch : '',
    filters: withoutEmptyValues(known),
    display: displaysOf(resource).find((display) => display === as) ?? '',
    sort: order && Object.hasOwn(fields, order.field) ? order : null,
    ...readPage({ page, size }),
    saved: /^\d{1,19}$/.test(saved) ? saved : '',
  };
};

/** Returns the address of a list, without default values: `status=1&sort=-publishDate`. */
export const writeState = (state: ListState): string => {
  const query = new URLSearchParams(state.filters);
  const put = (name: string, value: string) => {
    if (value !== '') query.set(name, value);
  };
  put('q', state.search);
  put('status', state.status);
  put('done', state.done ? '1' : '');
  put('stay', state.stay);
  put('again', state.again);
  put('batch', state.batch);
  put('as', state.display);
  put('sort', sortText(state.sort));
  put('page', state.page > 1 ? String(state.page) : '');
  put('size', state.size === followsWindow ? '' : String(state.size));
  put('saved', state.saved);
  return query.toString();
};

/** Returns the conditions as parameters of the resource's calls. */
export const filterQuery = (view: string, state: ListState): Record<string, string> => ({
  ...state.filters,
  ...withoutEmptyValues({
    view,
    search: state.search,
    done: state.done ? '1' : '',
    stayDays: state.stay,
    again: state.again,
    importBatch: state.batch,
    auditStatus: state.status,
  }),
});

/** Returns the conditions, order and page as parameters of the resource's calls. */
export const listQuery = (view: string, state: ListState): Record<string, string> => ({
  ...filterQuery(view, state),
  ...withoutEmptyValues({
    [state.sort?.descending ? 'descs' : 'ascs']: state.sort?.field,
    current: String(state.page),
    size: state.size === followsWindow ? '' : String(state.size),
  }),
});

/** Returns the part of an address that a saved view stores: no page, no saved view, no import. */
export const viewQuery = (state: ListState): string =>
  writeState({ ...state, page: 1, saved: '', batch: '' });

/** Returns the state of a saved view; fields that the resource no longer has are dropped. */
export const stateOfView = (resource: Resource, query: string, saved: string): ListState => ({
  ...readState(resource, Object.fromEntries(new URLSearchParams(query))),
  page: 1,
  saved,
});
