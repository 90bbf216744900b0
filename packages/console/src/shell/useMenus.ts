import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useUser } from '../client/context.tsx';
import type { MenuNode } from './menu.ts';
import { menuTrail, permissionsOf } from './menu.ts';
import { useRuntime, useTabs } from './runtime.ts';
import { openedFrom } from './tabs.ts';

/** A menu holds for the whole session; a switch of role reloads it. */
const forSession = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY };

/** The menu of one top entry. */
export interface TopMenu {
  readonly top: MenuNode;
  readonly nodes: readonly MenuNode[];
  readonly loaded: boolean;
  readonly fault: Error | null;
  readonly reload: () => void;
}

/** Top entries and their menus, from the server per user and role (spec §6). */
export const useMenus = () => {
  const { client } = useRuntime();
  const top = useQuery({
    ...forSession,
    queryKey: ['menu', 'top'],
    queryFn: () => client.get<readonly MenuNode[]>('/blade-system/menu/top-menu'),
  });
  const routes = useQueries({
    queries: (top.data ?? []).map(({ id }) => ({
      ...forSession,
      queryKey: ['menu', 'routes', id],
      queryFn: () =>
        client.get<readonly MenuNode[]>(
          '/blade-system/menu/routes',
          { topMenuId: id },
          { quiet: true },
        ),
    })),
  });
  const menus: readonly TopMenu[] = (top.data ?? []).map((entry, index) => ({
    top: entry,
    nodes: routes[index]?.data ?? [],
    loaded: routes[index]?.isSuccess ?? false,
    fault: routes[index]?.error ?? null,
    reload: () => void routes[index]?.refetch(),
  }));
  return { menus, fault: top.error, loading: top.isPending, reload: () => void top.refetch() };
};

/** The button codes that the user holds (spec §6): none until the server has said so. */
export const usePermits = (): ReadonlySet<string> => {
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
  return useMemo(() => openedFrom(tabs, tabs.active), [tabs]);
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
