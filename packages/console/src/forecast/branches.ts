import type { ForecastStepRow } from '@keyan/kernel/wire/tasks.ts';

/** A step, or a fork with its branches. */
export type ForecastSegment =
  | { readonly is: 'step'; readonly step: ForecastStepRow }
  | {
      readonly is: 'fork';
      readonly key: string;
      readonly branches: readonly (readonly ForecastSegment[])[];
    };

/**
 * The steps as they follow one another. Branches that run at the same time mix in the order in
 * which they are entered; here each is a row of its own, at the place of its fork.
 *
 * @param depth how many forks are open around these steps
 */
export const forecastSegments = (
  steps: readonly ForecastStepRow[],
  depth = 0,
): readonly ForecastSegment[] => {
  const forks = Map.groupBy(steps, ({ path }) => path[depth]?.fork);
  const placed = new Set<string>();
  return steps.flatMap((step): ForecastSegment[] => {
    const fork = step.path[depth]?.fork;
    if (fork === undefined) return [{ is: 'step', step }];
    if (placed.has(fork)) return [];
    placed.add(fork);
    const branches = Map.groupBy(forks.get(fork) ?? [], ({ path }) => path[depth]?.branch);
    const rows = [...branches.values()].map((branch) => forecastSegments(branch, depth + 1));
    // A fork of which the process took one branch alone is drawn as part of the line.
    const [only, ...others] = rows;
    return only && others.length === 0 ? [...only] : [{ is: 'fork', key: fork, branches: rows }];
  });
};
