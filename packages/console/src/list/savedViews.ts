import type { Label } from '@keyan/kernel/label.ts';
import type { SavedView, SavedViewInput } from '@keyan/kernel/wire/saved-views.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useClient } from '../client/context.tsx';
import { store } from '../storage/store.ts';

/** A role with which a view may be shared. */
export interface RoleName {
  readonly alias: string;
  readonly name: Label;
}

/** Content of a saved view; its resource and view are those of the list. */
export type SavedViewChange = Omit<SavedViewInput, 'resource' | 'view'>;

const listKey = ['saved-views'];
const viewsPath = '/keyan/views';
const noViews: readonly SavedView[] = [];

/** Returns the storage name of a user's default view, so that the list starts with it. */
const chosenName = (userId: string, place: string): string => `view-${userId}-${place}`;

const placeOf = (resource: string, view: string): string => `${resource}.${view}`;

/** Returns the default view of a list, as stored in this browser. */
export const defaultViewOf = (
  userId: string,
  resource: string,
  view: string,
): SavedView | undefined => store.get<SavedView>(chosenName(userId, placeOf(resource, view)));

const storeDefaultView = (userId: string, place: string, view: SavedView | undefined): void => {
  const name = chosenName(userId, place);
  if (view) store.set(name, view);
  else store.remove(name);
};

/** Saved views of one list, and the changes to them. */
export interface SavedViews {
  /** Saved views; undefined until loaded. */
  readonly views: readonly SavedView[] | undefined;
  save(input: SavedViewChange): Promise<SavedView>;
  remove(id: string): Promise<void>;
  /** Makes a view the default; undefined for none. */
  choose(id: string | undefined): Promise<void>;
}

/**
 * Returns the saved views of a list.
 * @param view name of the view in the definition of the resource
 */
export const useSavedViews = (userId: string, resource: string, view: string): SavedViews => {
  const client = useClient();
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: listKey,
    queryFn: () =>
      client.get<readonly SavedView[]>(`${viewsPath}/list`, undefined, { quiet: true }),
    staleTime: 5 * 60_000,
  });
  const views = useMemo(
    () => data?.filter((each) => each.resource === resource && each.view === view),
    [data, resource, view],
  );
  useEffect(() => {
    if (!views) return;
    storeDefaultView(
      userId,
      placeOf(resource, view),
      views.find(({ chosen }) => chosen),
    );
  }, [views, userId, resource, view]);
  return useMemo(() => {
    const known = (change: (before: readonly SavedView[]) => readonly SavedView[]) => {
      queries.setQueryData<readonly SavedView[]>(listKey, (before = noViews) => change(before));
      void queries.invalidateQueries({ queryKey: listKey });
    };
    return {
      views,
      async save(input) {
        const body = { resource, view, ...input };
        const saved = await client.post<SavedView>(`${viewsPath}/save`, body, { quiet: true });
        known((before) => [...before.filter(({ id }) => id !== saved.id), saved]);
        return saved;
      },
      async remove(id) {
        await client.post(`${viewsPath}/remove`, { ids: [id] });
        known((before) => before.filter((each) => each.id !== id));
      },
      async choose(id) {
        await client.post(`${viewsPath}/choose`, { resource, view, id });
        known((before) =>
          before.map((each) =>
            each.resource === resource && each.view === view
              ? { ...each, chosen: each.id === id }
              : each,
          ),
        );
      },
    };
  }, [views, resource, view, client, queries]);
};

/** Returns the roles with which a view may be shared; empty until loaded. */
export const useShareableRoles = (): readonly RoleName[] => {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['saved-views', 'roles'],
    queryFn: () =>
      client.get<readonly RoleName[]>(`${viewsPath}/roles`, undefined, { quiet: true }),
    staleTime: 5 * 60_000,
  });
  return data ?? [];
};
