import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useUser } from '../client/context.tsx';
import type { MenuNode } from './menu.ts';
import { isHome, menuRoutes, menuTrail, permissionsOf, visibleMenu } from './menu.ts';
import { useRuntime, useTabs } from './runtime.ts';
import { openedFrom } from './tabs.ts';

/** A menu holds for the whole session; a switch of role reloads it. */
const forSession = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** Their `path` is for other clients, which go there; here an entry stands for all of its pages. */
const underRoots = (entries: readonly MenuNode[]): readonly MenuNode[] =>
  entries.map((entry) => ({ ...entry, path: entry.root ?? entry.path }));

/** The menu of one top entry. */
export interface TopMenu {
  readonly top: MenuNode;
  readonly nodes: readonly MenuNode[];
  readonly loaded: boolean;
  readonly fault: Error | null;
  readonly reload: () => void;
}

/** What has come of each menu; one value for as long as nothing changes. */
const combineMenus = (results: readonly UseQueryResult<readonly MenuNode[]>[]) =>
  results.map(({ data, isSuccess, error, refetch }) => ({
    nodes: data ?? [],
    loaded: isSuccess,
    fault: error,
    reload: () => void refetch(),
  }));

/** Top entries and their menus, from the server per user and role (spec §6). */
export const useMenus = () => {
  const { client, config } = useRuntime();
  const { roles } = useUser();
  const startsOnHome = useStartsOnHome();
  const top = useQuery({
    ...forSession,
    queryKey: ['menu', 'top'],
    queryFn: () => client.get<readonly MenuNode[]>('/blade-system/menu/top-menu'),
    select: underRoots,
  });
  const routes = useQueries({
    queries: (top.data ?? []).map(({ id, path }) => ({
      ...forSession,
      // The menu of the first page is for those who begin there (spec §6, decisions 38).
      enabled: startsOnHome || !isHome(path, config.home.path),
      queryKey: ['menu', 'routes', id],
      queryFn: () =>
        client.get<readonly MenuNode[]>(
          '/blade-system/menu/routes',
          { topMenuId: id, flat: 1 },
          { quiet: true },
        ),
    })),
    combine: combineMenus,
  });
  const menus = useMemo(
    () =>
      visibleMenu(top.data ?? [], roles).flatMap((entry): TopMenu[] => {
        const menu = routes[(top.data ?? []).findIndex(({ id }) => id === entry.id)];
        return menu ? [{ top: entry, ...menu, nodes: visibleMenu(menu.nodes, roles) }] : [];
      }),
    [top.data, routes, roles],
  );
  return { menus, fault: top.error, loading: top.isPending, reload: () => void top.refetch() };
};

/** Makes the paths of the menu known to the navigation, once they are there. */
export const useMenuRoutes = (menus: readonly TopMenu[]): void => {
  const { addMenuRoutes } = useRuntime();
  useEffect(() => {
    const loaded = menus.filter((menu) => menu.loaded);
    if (loaded.length === 0) return;
    addMenuRoutes(menuRoutes(loaded.map(({ top, nodes }) => ({ ...top, children: nodes }))));
  }, [menus, addMenuRoutes]);
};

/** The button codes that the user holds (spec §6): none until the server has said so. */
export const usePermissions = (): ReadonlySet<string> => {
  const { client } = useRuntime();
  const { data } = useQuery({
    ...forSession,
    queryKey: ['menu', 'buttons'],
    queryFn: () => client.get<readonly MenuNode[]>('/blade-system/menu/buttons'),
  });
  return useMemo(() => permissionsOf(data ?? []), [data]);
};

/** The paths of the page in sight and of those from which it was opened, nearest first. */
export const useActivePaths = (): readonly string[] => {
  const tabs = useTabs();
  // The same list as long as it says the same: the frame is not drawn anew for another tab of a page.
  const spelled = JSON.stringify(openedFrom(tabs, tabs.active));
  return useMemo(() => JSON.parse(spelled) as readonly string[], [spelled]);
};

/** The way to the page in sight, or to the nearest page before it that the menu has. */
export const nearestTrail = (
  nodes: readonly MenuNode[],
  paths: readonly string[],
): readonly MenuNode[] => {
  for (const path of paths) {
    const trail = menuTrail(nodes, path);
    if (trail.length > 0) return trail;
  }
  return [];
};

/** The top entry whose menu holds the page, or the nearest page before it. */
export const ownerOf = (
  menus: readonly TopMenu[],
  paths: readonly string[],
): TopMenu | undefined => {
  for (const path of paths) {
    const owner = menus.find(({ nodes }) => menuTrail(nodes, path).length > 0);
    if (owner) return owner;
  }
  return undefined;
};

/** Whether the user opens the first top entry by themselves (spec §6, decisions 38). */
export const useStartsOnHome = (): boolean => {
  const { config } = useRuntime();
  return config.startsOnHome(useUser().account);
};
