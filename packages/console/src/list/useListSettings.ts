import type { Resource, View } from '@keyan/kernel/definition/resource.ts';
import type { ColumnChoice, SavedView, ViewContent } from '@keyan/kernel/wire/saved-views.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { usePreference } from '../storage/preferences.ts';
import { linkedPage } from '../table/paging.ts';
import { rowHeights } from '../table/rowHeights.ts';
import { type PageSizing, usePageSize } from '../table/usePageSize.ts';
import { appearance, useAppearance } from '../theme/appearance.ts';
import type { Density } from '../theme/density.ts';
import { choiceKey } from './columns.ts';
import { defaultViewOf, type SavedViews, useSavedViews } from './savedViews.ts';
import {
  initialListState,
  type ListState,
  noSavedView,
  readState,
  stateOfView,
  viewQuery,
  writeState,
} from './state.ts';

/** Part of a saved view that is not in the address. */
type ViewSettings = Pick<ViewContent, 'columns' | 'density'>;

/** Settings of one list: state, columns, row height, and the saved view in use. */
export interface ListSettings {
  readonly state: ListState;
  readonly setState: (next: ListState | ((before: ListState) => ListState)) => void;
  readonly choice: ColumnChoice;
  /**
   * Changes the columns. If no saved view is in use, the choice is stored as the user's preference.
   */
  readonly choose: (change: ColumnChoice) => void;
  /** Restores the columns of the definition. */
  readonly resetColumns: () => void;
  /** Page size, and whether the user or the window decided it. */
  readonly sizing: PageSizing;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  readonly saved: SavedViews;
  /** Saved view in use. */
  readonly current: SavedView | undefined;
  /** True if the list differs from the saved view in use. */
  readonly modified: boolean;
  /** Applies a saved view; undefined for the list as defined. */
  readonly apply: (view: SavedView | undefined) => void;
  /** Returns the current settings, to be saved. */
  readonly snapshot: () => ViewContent;
}

/** Choice of a user who has chosen no columns. */
const noChoice: ColumnChoice = {};

/** Returns columns as a text, equal for equal choices. */
const columnsText = ({
  shown,
  order,
  hidden = [],
  pinned,
  widths = {},
}: ColumnChoice = {}): string =>
  JSON.stringify([
    shown ?? null,
    order ?? null,
    hidden.toSorted(),
    pinned ?? null,
    Object.entries(widths).sort(),
  ]);

/** State of the list when its page opens. */
interface Start {
  /** True if the address has no query, so that the default view applies. */
  readonly isPlain: boolean;
  /** Default view, as stored in this browser at the last visit. */
  readonly remembered: SavedView | undefined;
  readonly state: ListState;
}

const startOf = (
  resource: Resource,
  params: Readonly<Record<string, string | undefined>>,
  remembered: () => SavedView | undefined,
): Start => {
  const isPlain = Object.keys(params).length === 0;
  const view = isPlain ? remembered() : undefined;
  return {
    isPlain,
    remembered: view,
    state: view ? stateOfView(resource, view.content.query, view.id) : readState(resource, params),
  };
};

/**
 * Returns the settings of a page's list. The state is in the address of its tab, so that a copied
 * link opens the same list; an address without a query shows the user's default view. Long because
 * state, columns and row height are set together by one saved view.
 */
export const useListSettings = (resource: Resource, name: string, view: View): ListSettings => {
  const { userId } = useUser();
  const params = useTabParams();
  const { setQuery } = useTab();
  const ownDensity = useAppearance().density;
  const saved = useSavedViews(userId, resource.key, name);
  const [start] = useState(() =>
    startOf(resource, params, () => defaultViewOf(userId, resource.key, name)),
  );
  const [state, setState] = useState<ListState>(start.state);
  const [viewSettings, setViewSettings] = useState<ViewSettings | null>(
    start.remembered?.content ?? null,
  );
  const [preferred = noChoice, setPreferred] = usePreference<ColumnChoice>(choiceKey(view));

  const apply = useCallback(
    (
      next: SavedView | undefined,
      untouched: ListState = { ...initialListState, saved: noSavedView },
    ) => {
      setState(next ? stateOfView(resource, next.content.query, next.id) : untouched);
      setViewSettings(next?.content ?? null);
    },
    [resource],
  );
  const { views } = saved;
  useServerViews(views, start, state, apply, setViewSettings);

  const choice = viewSettings ? (viewSettings.columns ?? noChoice) : preferred;
  const density = viewSettings?.density ?? ownDensity;
  const sizing = usePageSize(
    view.code,
    state,
    rowHeights[density],
    resource.list.totals ? rowHeights[density] : 0,
  );
  useEffect(
    () => setQuery(writeState({ ...state, ...linkedPage(state, sizing.size) })),
    [state, sizing.size, setQuery],
  );
  // The stored view applies until the server responds.
  const known = views ?? (start.remembered ? [start.remembered] : []);
  const current = known.find(({ id }) => id === state.saved);
  const modified = useMemo(() => {
    if (!current) return false;
    const { query, columns, density: height } = current.content;
    return (
      viewQuery(state) !== viewQuery(stateOfView(resource, query, '')) ||
      columnsText(choice) !== columnsText(columns) ||
      (height !== undefined && height !== density)
    );
  }, [current, state, resource, choice, density]);

  const setChoice = (next: ColumnChoice) => {
    if (viewSettings) setViewSettings({ ...viewSettings, columns: next });
    else setPreferred(Object.keys(next).length > 0 ? next : undefined);
  };
  return {
    state,
    setState,
    choice,
    choose: (change) => setChoice({ ...choice, ...change }),
    resetColumns: () => setChoice({}),
    sizing,
    density,
    setDensity(next) {
      appearance.setDensity(next);
      if (viewSettings) setViewSettings({ ...viewSettings, density: next });
    },
    saved,
    current,
    modified,
    apply: (next) => apply(next),
    snapshot: () => ({ query: viewQuery(state), columns: choice, density }),
  };
};

/** Applies the first response of the server if it differs from the stored default view. */
const useServerViews = (
  views: readonly SavedView[] | undefined,
  start: Start,
  state: ListState,
  apply: (view: SavedView | undefined, untouched: ListState) => void,
  setViewSettings: (settings: ViewSettings) => void,
): void => {
  const isAnswered = useRef(false);
  const isUntouched = state === start.state;
  useEffect(() => {
    if (!views || isAnswered.current) return;
    isAnswered.current = true;
    if (!start.isPlain) {
      // A link names its saved view; the address has the view's state but not its columns.
      const named = views.find(({ id }) => id === start.state.saved);
      if (named) setViewSettings(named.content);
      return;
    }
    const chosen = views.find((each) => each.chosen);
    const { remembered } = start;
    const isSame = chosen?.id === remembered?.id && chosen?.version === remembered?.version;
    if (!isSame && isUntouched) apply(chosen, initialListState);
  }, [views, start, isUntouched, apply, setViewSettings]);
};
