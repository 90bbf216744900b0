import { useQueries } from '@tanstack/react-query';
import type { Page } from '../../client/client.ts';
import { menuLeaves } from '../../navigation/menu.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { useMenus, usePermissions } from '../../navigation/useMenus.ts';

/**
 * Fetches the counts beside menu entries by path: totals of the configured lists, for entries that
 * the user has.
 */
export const useCounts = (): ReadonlyMap<string, number> => {
  const { config, client } = useRuntime();
  const held = usePermissions();
  const { menus } = useMenus();
  const entries = new Set(menus.flatMap(({ nodes }) => menuLeaves(nodes)).map(({ path }) => path));
  const counts = config.counts.filter(
    ({ menu, codes }) => entries.has(menu) && (!codes || codes.some((code) => held.has(code))),
  );
  return useQueries({
    queries: counts.map(({ list, query }) => ({
      queryKey: ['live', 'count', list],
      queryFn: () =>
        client.get<Page<unknown>>(list, { ...query, current: 1, size: 1 }, { quiet: true }),
      staleTime: 60_000,
      refetchInterval: 120_000,
      select: (page: Page<unknown>) => page.total,
    })),
    combine: (results) =>
      new Map(
        counts.flatMap(({ menu }, index) => {
          const total = results[index]?.data;
          return total === undefined ? [] : [[menu, total] as const];
        }),
      ),
  });
};
