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
 * Returns the steps in order. The server lists the steps of parallel branches mixed; here each
 * branch is a row, at the place of its fork.
 * @param depth number of forks around these steps
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
    // A fork of which the process took only one branch is rendered as part of the line.
    const [only, ...others] = rows;
    return only && others.length === 0 ? [...only] : [{ is: 'fork', key: fork, branches: rows }];
  });
};
