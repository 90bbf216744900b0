import { useQueries } from '@tanstack/react-query';
import type { Page } from '../../client/client.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { usePermissions } from '../../navigation/useMenus.ts';

/** Counts beside menu entries by path: totals of the configured lists. */
export const useCounts = (): ReadonlyMap<string, number> => {
  const { config, client } = useRuntime();
  const held = usePermissions();
  const counts = config.counts.filter(
    ({ codes }) => !codes || codes.some((code) => held.has(code)),
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
