import type { Resource, View } from '@keyan/kernel/resource.ts';
import type { ColumnChoice, SavedView, ViewContent } from '@keyan/kernel/saved-view.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useUser } from '../client/context.tsx';
import { useTab, useTabParams } from '../navigation/tab.ts';
import { usePreference } from '../storage/preferences.ts';
import { appearance, useAppearance } from '../theme/appearance.ts';
import type { Density } from '../theme/density.ts';
import { choiceKey } from './columns.ts';
import { rememberedView, type SavedViews, useSavedViews } from './savedViews.ts';
import {
  freshList,
  type ListState,
  noSavedView,
  readState,
  stateOfView,
  viewQuery,
  writeState,
} from './state.ts';

/** What a saved view says beside the address. */
type Look = Pick<ViewContent, 'columns' | 'density'>;

/** Everything about how one list looks: what it asks, its columns, its row height, its saved view. */
export interface ListLook {
  readonly state: ListState;
  readonly setState: (next: ListState | ((before: ListState) => ListState)) => void;
  readonly choice: ColumnChoice;
  /** Changes the columns; without a saved view in use this is remembered for the person. */
  readonly choose: (change: ColumnChoice) => void;
  /** Back to the columns of the definition. */
  readonly resetColumns: () => void;
  readonly density: Density;
  readonly setDensity: (density: Density) => void;
  readonly saved: SavedViews;
  /** The saved view in use. */
  readonly current: SavedView | undefined;
  /** The list is no longer as the view in use was saved. */
  readonly modified: boolean;
  /** Puts a saved view to use; undefined: the list as the definition has it. */
  readonly apply: (view: SavedView | undefined) => void;
  /** The list as it looks now, to be saved. */
  readonly snapshot: () => ViewContent;
}

/** Nobody has chosen any columns. */
const asDefined: ColumnChoice = {};

/** Columns in one spelling, so that two of them can be compared. */
const spelled = ({ shown, hidden = [], pinned, widths = {} }: ColumnChoice = {}): string =>
  JSON.stringify([shown ?? null, hidden.toSorted(), pinned ?? null, Object.entries(widths).sort()]);

/**
 * The list of a page. What it asks stands in the address of its tab, so that a copied link opens it
 * again; an address that says nothing begins with the person's default view. The default is known on
 * this machine from the last visit; where the server says otherwise, an untouched list follows.
 */
export const useListLook = (resource: Resource, name: string, view: View): ListLook => {
  const { userId } = useUser();
  const params = useTabParams();
  const { setQuery } = useTab();
  const own = useAppearance().density;
  const saved = useSavedViews(userId, resource.key, name);
  const [start] = useState(() => {
    const isPlain = Object.keys(params).length === 0;
    const begun = isPlain ? rememberedView(userId, resource.key, name) : undefined;
    return {
      isPlain,
      begun,
      state: begun
        ? stateOfView(resource, begun.content.query, begun.id)
        : readState(resource, params),
    };
  });
  const [state, setState] = useState<ListState>(start.state);
  const [look, setLook] = useState<Look | null>(start.begun?.content ?? null);
  const [preferred = asDefined, setPreferred] = usePreference<ColumnChoice>(choiceKey(view));
  useEffect(() => setQuery(writeState(state)), [state, setQuery]);

  const apply = useCallback(
    (next: SavedView | undefined) => {
      setState(
        next
          ? stateOfView(resource, next.content.query, next.id)
          : { ...freshList, saved: noSavedView },
      );
      setLook(next?.content ?? null);
    },
    [resource],
  );

  const { views } = saved;
  const told = useRef(false);
  const untouched = state === start.state;
  useEffect(() => {
    if (!views || told.current) return;
    told.current = true;
    // A link names its view: its filters stand in the address, its columns do not.
    const named = views.find(({ id }) => id === start.state.saved);
    if (!start.isPlain) {
      if (named) setLook(named.content);
      return;
    }
    const chosen = views.find((each) => each.chosen);
    const same = chosen?.id === start.begun?.id && chosen?.version === start.begun?.version;
    if (same || !untouched) return;
    if (chosen) apply(chosen);
    else {
      setState(freshList);
      setLook(null);
    }
  }, [views, start, untouched, apply]);

  const choice = look ? (look.columns ?? {}) : preferred;
  const density = look?.density ?? own;
  // Until the server has told its views, the one that this machine remembers is taken at its word.
  const known = views ?? (start.begun ? [start.begun] : []);
  const current = known.find(({ id }) => id === state.saved);
  const modified = useMemo(() => {
    if (!current) return false;
    const { query, columns, density: height } = current.content;
    return (
      viewQuery(state) !== viewQuery(stateOfView(resource, query, '')) ||
      spelled(choice) !== spelled(columns) ||
      (height !== undefined && height !== density)
    );
  }, [current, state, resource, choice, density]);

  const setChoice = (next: ColumnChoice) => {
    if (look) {
      setLook({ ...look, columns: next });
      return;
    }
    setPreferred(Object.keys(next).length > 0 ? next : undefined);
  };
  return {
    state,
    setState,
    choice,
    choose: (change) => setChoice({ ...choice, ...change }),
    resetColumns: () => setChoice({}),
    density,
    setDensity(next) {
      appearance.setDensity(next);
      if (look) setLook({ ...look, density: next });
    },
    saved,
    current,
    modified,
    apply,
    snapshot: () => ({ query: viewQuery(state), columns: choice, density }),
  };
};
