import { hasProcess } from '@keyan/kernel/definition/field/base-fields.ts';
import { isForSelection } from '@keyan/kernel/definition/life/actions.ts';
import type { ActionName, Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { Sort } from '@keyan/kernel/records/query.ts';
import type { ColumnChoice } from '@keyan/kernel/wire/saved-views.ts';
import { type RefCallback, useMemo, useState } from 'react';
import type { WireRow } from '../data/calls.ts';
import { usePermissions } from '../navigation/useMenus.ts';
import type { Presentation } from '../presentation/present.ts';
import { usePresentation } from '../presentation/resources.tsx';
import {
  type ActionContext,
  isActionOffered,
  isTodoPage,
  type RecordActionName,
} from '../records/actions.ts';
import { type RecordActionHandlers, useRecordActions } from '../records/useRecordActions.tsx';
import type { ListController } from '../table/listController.ts';
import { minPageRows } from '../table/paging.ts';
import { useSelection } from '../table/useSelection.ts';
import { type Column, pinnedNames, withColumnMoved } from './columns.ts';
import { rowFields } from './rowFields.ts';
import {
  filterQuery,
  isFiltered,
  type ListState,
  sortOfQuery,
  withoutConditions,
  withQueryChange,
} from './state.ts';
import { usableFilters } from './usableFilters.ts';
import { type ListSettings, useListSettings } from './useListSettings.ts';
import { useResponsiveColumns } from './useResponsiveColumns.ts';
import { useExactTotal, useRows, useSums } from './useRows.ts';
import { type StatusTabsOf, useStatusTabs } from './useStatusTabs.ts';
import { type ListTree, rootQuestion, useTree } from './useTree.ts';

/** Entries of a column's menu, besides order and width. */
export type ColumnAction = 'filter' | 'pin' | 'unpin' | 'hide';

/** Filter chosen in the menu of a column; a new object each time. */
export interface FocusedFilter {
  readonly name: string;
}

/** Columns of a list, and the functions that change them. */
interface ListColumns {
  /** Columns that the user chose, or those of the definition. */
  readonly chosen: readonly Column[];
  /** Visible columns: a small screen leaves out the least important. */
  readonly shown: readonly Column[];
  /** Names of the pinned columns. */
  readonly pinned: readonly string[];
  /** Width in pixels by name, set by a presentation or the user. */
  readonly widths: Readonly<Record<string, number>>;
  readonly resize: (name: string, width: number) => void;
  /** Moves a column to the position of another column. */
  readonly move: (name: string, to: string) => void;
  /** Names of the fields that have a filter. */
  readonly filterable: ReadonlySet<string>;
  readonly run: (action: ColumnAction, name: string) => void;
  /** Ref of the element whose width the columns share. */
  readonly ref: RefCallback<HTMLElement>;
}

/** Selection of all rows that match the list's query. */
interface AllMatchingRows {
  /** True if all rows of the page are selected and more rows match. */
  readonly isOffered: boolean;
  readonly isSelected: boolean;
  readonly found: {
    readonly query: Readonly<Record<string, string>>;
    /** Number of matching rows that the reader sees. */
    readonly count: number;
  };
  readonly select: () => void;
}

type Filters = Readonly<Record<string, string | undefined>>;

/** Actions on several rows. */
export type BulkActions = Readonly<
  Partial<Record<RecordActionName, (rows: readonly WireRow[]) => void>>
>;

/** List of one view of a resource. */
export interface ResourceListController extends ListController<WireRow> {
  readonly resource: Resource;
  readonly viewName: string;
  readonly view: View;
  /** Settings: state, columns, row height, and the saved view in use. */
  readonly settings: ListSettings;
  readonly state: ListState;
  /** Changes the state; back on page 1, unless only the page changes. */
  readonly change: (change: Parameters<typeof withQueryChange>[1]) => void;
  readonly setFilters: (filters: Filters) => void;
  readonly sort: Sort;
  readonly columns: ListColumns;
  /** Filter to be focused. */
  readonly focusedFilter: FocusedFilter | undefined;
  readonly statusTabs: StatusTabsOf | undefined;
  /** Sums below the columns, by field. */
  readonly sums: Readonly<Record<string, string | number>> | undefined;
  /** Selection of all matching rows, beside that of rows on the page. */
  readonly everything: AllMatchingRows;
  /** Rows as a tree, if the definition has one and no filter is set. */
  readonly tree: ListTree | undefined;
  /** Returns true if the view has the action and the user its permission code. */
  readonly may: (action: ActionName) => boolean;
  readonly context: ActionContext;
  readonly actions: RecordActionHandlers;
  readonly bulkActions: BulkActions;
}

const idOf = (row: WireRow): string => row.id;

/** Returns the column widths that a presentation sets. */
const widthsOf = ({ fields }: Presentation): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { width }]) =>
      width === undefined || name.includes('.') ? [] : [[name, width]],
    ),
  );

/**
 * Returns the list of a view without its markup: state, filters, sorting, paging, selection,
 * columns, saved views, address, fetching, and actions on rows. Long because it joins those hooks
 * and each of them needs results of the others.
 */
export const useResourceList = (resource: Resource, viewName: string): ResourceListController => {
  const view = viewOf(resource, viewName);
  const permissions = usePermissions();
  const settings = useListSettings(resource, viewName, view);
  const { state, setState, sizing } = settings;
  const { selection, everythingOf } = useFoundSelection();
  const exact = useExactTotal(resource, viewName, state);
  const statusTabs = useStatusTabs(resource, viewName, view, state);
  const context = useMemo<ActionContext>(
    () => ({ resource, view, done: state.done, permissions }),
    [resource, view, state.done, permissions],
  );
  const actions = useRecordActions(resource, view, selection.unselect);
  const bulkActions = useMemo(() => bulkActionsOf(context, actions), [context, actions]);
  const usual = isTodoPage(context) ? longestPendingFirst : sortOfQuery(resource.list.sort);
  const sort = state.sort ?? usual ?? { field: '', descending: true };
  const isSelectable = Object.keys(bulkActions).length > 0;
  const columns = useListColumns({ resource, view, settings, context, isSelectable, sort });
  const fields = rowFields(usePresentation(resource), columns.columns.chosen);
  const { data, error, isFetching, refetch, dataUpdatedAt } = useRows(
    resource,
    viewName,
    rootQuestion(resource, { ...state, size: sizing.size ?? minPageRows }),
    fields,
    sizing.size !== undefined,
  );
  const { totals = [] } = resource.list;
  const isSummed = columns.columns.chosen.some(({ name }) => totals.includes(name));
  const sums = useSums(resource, viewName, state, isSummed);
  const { tree, rows, whole } = useTree(resource, viewName, { state, fields, rows: data?.records });
  const total = exact.total ?? data?.total ?? 0;
  const more = data?.more === true && exact.total === undefined;
  const change: ResourceListController['change'] = (next) => setState(withQueryChange(state, next));
  return {
    resource,
    viewName,
    view,
    settings,
    state,
    change,
    setFilters: (filters) => setState((before) => withQueryChange(before, { filters })),
    sort,
    columns: columns.columns,
    focusedFilter: columns.focusedFilter,
    statusTabs,
    may: (action) => view.actions.includes(action) && permissions.has(`${view.code}_${action}`),
    context,
    actions,
    bulkActions,
    sums: isSummed ? sums : undefined,
    everything: everythingOf({
      query: filterQuery(viewName, state),
      count: more ? undefined : whole === undefined ? total : (whole ?? undefined),
      rows,
    }),
    tree,
    rows,
    whole,
    total,
    more,
    countAll: exact.count,
    error,
    isFetching,
    refetch: () => void refetch(),
    fetchedAt: dataUpdatedAt,
    page: state.page,
    size: sizing.size ?? minPageRows,
    sizing,
    turn: (page) => change({ page }),
    resize(size) {
      sizing.choose(size);
      change({ size });
    },
    isNarrowed: isFiltered(state),
    clear: () => setState(withoutConditions(state)),
    selection,
  };
};

interface FoundNow {
  readonly query: Readonly<Record<string, string>>;
  /** Number of matching rows; undefined if not counted exactly. */
  readonly count: number | undefined;
  readonly rows: readonly WireRow[] | undefined;
}

/**
 * Returns the selection of single rows, or of all matching rows; the latter ends with other
 * conditions, another selection, or an action on some rows.
 */
const useFoundSelection = () => {
  const chosen = useSelection(idOf);
  const [asked, setAsked] = useState('');
  const selection = useMemo(
    () => ({
      ...chosen,
      select: (rows: readonly WireRow[], on: boolean) => {
        setAsked('');
        chosen.select(rows, on);
      },
      unselect: (ids: readonly string[]) => {
        if (asked === '') chosen.unselect(ids);
        else chosen.clear();
        setAsked('');
      },
      clear: () => {
        setAsked('');
        chosen.clear();
      },
    }),
    [chosen, asked],
  );
  const everythingOf = ({ query, count = 0, rows = [] }: FoundNow): AllMatchingRows => {
    const key = JSON.stringify(query);
    const { selected } = chosen;
    const isPageSelected = rows.length > 0 && rows.every(({ id }) => selected.has(id));
    return {
      isSelected: asked === key,
      isOffered: isPageSelected && count > selected.size,
      found: { query, count },
      select: () => setAsked(key),
    };
  };
  return { selection, everythingOf };
};

/** Default order of a task list on the server: the longest pending first. */
const longestPendingFirst: Sort = { field: 'currentSince', descending: false };

const viewOf = (resource: Resource, name: string): View => {
  const view = resource.views[name];
  if (!view) throw new Error(`${resource.key} has no view ${name}`);
  return view;
};

/** Returns the actions on several rows that the view offers the user. */
const bulkActionsOf = (
  context: ActionContext,
  { editAll, submitAll, removeAll, zipAll, performAll }: RecordActionHandlers,
): BulkActions => {
  const all: BulkActions = {
    ...(hasProcess(context.resource) ? { submit: submitAll } : {}),
    ...Object.fromEntries(
      Object.entries(context.resource.actions ?? {}).flatMap(([name, { at }]) =>
        isForSelection(at)
          ? [[name, (rows: readonly WireRow[]) => performAll(name, rows)] as const]
          : [],
      ),
    ),
    edit: editAll,
    remove: removeAll,
    zip: zipAll,
  };
  return Object.fromEntries(Object.entries(all).filter(([name]) => isActionOffered(name, context)));
};

interface ColumnsOptions {
  readonly resource: Resource;
  readonly view: View;
  readonly settings: ListSettings;
  readonly context: ActionContext;
  readonly isSelectable: boolean;
  readonly sort: Sort;
}

const useListColumns = ({
  resource,
  view,
  settings,
  context,
  isSelectable,
  sort,
}: ColumnsOptions): {
  readonly columns: ListColumns;
  readonly focusedFilter: FocusedFilter | undefined;
} => {
  const { choice, choose } = settings;
  const presentation = usePresentation(resource);
  const [focusedFilter, setFocusedFilter] = useState<FocusedFilter>();
  const usual = useMemo(() => widthsOf(presentation), [presentation]);
  const { columns, visible, spread, ref } = useResponsiveColumns({
    resource,
    view,
    context,
    selectable: isSelectable,
    choice,
    widths: usual,
    sorted: sort.field,
  });
  const widths = useMemo(
    () => ({ ...usual, ...spread, ...choice.widths }),
    [usual, spread, choice.widths],
  );
  const filterable = useMemo(() => new Set(usableFilters(resource, view)), [resource, view]);
  const pinned = pinnedNames(resource, choice);
  const changes: Readonly<Record<Exclude<ColumnAction, 'filter'>, (name: string) => ColumnChoice>> =
    {
      pin: (name) => ({ pinned: [...pinned, name] }),
      unpin: (name) => ({ pinned: pinned.filter((each) => each !== name) }),
      hide: (name) => ({ hidden: [...(choice.hidden ?? []), name] }),
    };
  return {
    focusedFilter,
    columns: {
      chosen: columns,
      shown: visible,
      pinned,
      widths,
      resize: (name, width) => choose({ widths: { ...choice.widths, [name]: width } }),
      move(name, to) {
        const names = columns.map((column) => column.name);
        choose({ order: withColumnMoved(names, name, names.indexOf(to)) });
      },
      filterable,
      run: (action, name) =>
        action === 'filter' ? setFocusedFilter({ name }) : choose(changes[action](name)),
      ref,
    },
  };
};
