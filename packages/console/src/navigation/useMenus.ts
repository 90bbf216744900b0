import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useUser } from '../client/context.tsx';
import type { MenuNode } from './menu.ts';
import {
  isVisibleEntry,
  menuLeaves,
  menuRoutes,
  menuTarget,
  menuTitle,
  menuTrail,
  permissionsOf,
  visibleMenu,
} from './menu.ts';
import { type ConsoleRuntime, useRuntime, useTabs } from './runtime.ts';
import { openerPathsOf, type Tab, type Tabs } from './tabs.ts';
import { topMenuQuery } from './topMenuQuery.ts';

/** Query options of a menu: fetched once per session; a change of role reloads it. */
const forSession = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** A top entry with the pages below it. */
interface TopEntry extends MenuNode {
  readonly pages?: readonly MenuNode[];
}

/** The menu of one top entry. */
export interface TopMenu {
  /** Top entry; its `path` stands for all pages below it. */
  readonly top: MenuNode;
  readonly nodes: readonly MenuNode[];
}

const noEntries: readonly TopEntry[] = [];

/** Fetches the top entries and their menus, by user and role, with one call. */
export const useMenus = () => {
  const { client, config } = useRuntime();
  const { roles } = useUser();
  const startsOnHome = useStartsOnHome();
  const { data, error, isPending, refetch } = useQuery({
    ...forSession,
    queryKey: ['menu', 'top'],
    queryFn: () =>
      client.get<readonly TopEntry[]>(
        '/blade-system/menu/top-menu',
        // Only users who start on the home page have its menu (ruling 38).
        topMenuQuery(config.home.path, startsOnHome),
      ),
  });
  const menus = useMemo(() => {
    const entries = (data ?? noEntries).filter((entry) => isVisibleEntry(entry, roles));
    return entries.map(({ pages = [], ...entry }): TopMenu => {
      // `path` is a page that other clients open.
      const top = { ...entry, path: entry.root ?? entry.path };
      return { top, nodes: visibleMenu(pages, roles) };
    });
  }, [data, roles]);
  return { menus, fault: error, loading: isPending, reload: () => void refetch() };
};

/** Adds the paths of the menus to the routes. */
export const useMenuRoutes = (menus: readonly TopMenu[]): void => {
  const { addMenuRoutes } = useRuntime();
  useEffect(() => {
    if (menus.length === 0) return;
    addMenuRoutes(menuRoutes(menus.map(({ top, nodes }) => ({ ...top, children: nodes }))));
  }, [menus, addMenuRoutes]);
};

/** Returns the permission codes of the user; undefined until loaded. */
export const useKnownPermissions = (): ReadonlySet<string> | undefined => {
  const { client } = useRuntime();
  const { data } = useQuery({
    ...forSession,
    queryKey: ['menu', 'buttons'],
    queryFn: () => client.get<readonly MenuNode[]>('/blade-system/menu/buttons'),
  });
  return useMemo(() => data && permissionsOf(data), [data]);
};

const noPermissions: ReadonlySet<string> = new Set();

/** Returns the permission codes of the user; empty until loaded. */
export const usePermissions = (): ReadonlySet<string> => useKnownPermissions() ?? noPermissions;

type Match = ConsoleRuntime['match'];

/**
 * Returns the path of a tab and of the pages from which it was opened, nearest first; each followed
 * by the path of the page whose menu entry stands for it.
 */
const menuPathsOf = (tabs: Tabs, key: string, match: Match): readonly string[] =>
  openerPathsOf(tabs, key).flatMap((path) => [path, match(path)?.route.entry ?? []].flat());

/** Returns the paths of the visible tab by which the menu finds its entry. */
export const useActivePaths = (): readonly string[] => {
  const { match } = useRuntime();
  const tabs = useTabs();
  // Serialised so that the result is stable while the paths are equal, and other changes of tabs do
  // not render the frame.
  const spelled = JSON.stringify(menuPathsOf(tabs, tabs.active, match));
  return useMemo(() => JSON.parse(spelled) as readonly string[], [spelled]);
};

/**
 * Returns the menu entries from the top down to the visible page, or to its nearest opener that is
 * in the menu.
 */
export const menuPathTo = (
  nodes: readonly MenuNode[],
  paths: readonly string[],
): readonly MenuNode[] => {
  for (const path of paths) {
    const trail = menuTrail(nodes, path);
    if (trail.length > 0) return trail;
  }
  return [];
};

/** Returns the top entry whose menu has the visible page, or its nearest opener. */
export const topMenuOfPage = (
  menus: readonly TopMenu[],
  paths: readonly string[],
): TopMenu | undefined => {
  for (const path of paths) {
    const owner = menus.find(({ nodes }) => menuTrail(nodes, path).length > 0);
    if (owner) return owner;
  }
  return undefined;
};

/** Returns the first page in a menu; undefined if the menu has outside links only. */
export const firstPageOf = ({ nodes }: TopMenu): Pick<Tab, 'path' | 'title'> | undefined =>
  menuLeaves(nodes)
    .flatMap((node) => {
      const target = menuTarget(node);
      return target?.kind === 'page' ? [{ path: target.path, title: menuTitle(node) }] : [];
    })
    .at(0);

/** Returns the open tab below a top entry that was shown last. */
export const lastTabOf = (
  menus: readonly TopMenu[],
  id: string,
  tabs: Tabs,
  match: Match,
): Tab | undefined =>
  tabs.list
    .filter(({ key }) => topMenuOfPage(menus, menuPathsOf(tabs, key, match))?.top.id === id)
    .reduce<Tab | undefined>(
      (last, tab) => (last && last.used >= tab.used ? last : tab),
      undefined,
    );

/** Returns true if the user starts on the home page (ruling 38). */
export const useStartsOnHome = (): boolean => {
  const { config } = useRuntime();
  return config.startsOnHome(useUser().account);
};
