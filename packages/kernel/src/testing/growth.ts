interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Global of Node, where tests run; the kernel itself knows no platform. */
declare const process: { threadCpuUsage(since?: Usage): Usage };

/** Ratio of the length of the second input to that of the first. */
const longer = 4;
/** Measurements, of which the least counts: what else the machine does only ever adds. */
const tries = 3;
/** Microseconds below which costs are not told apart: some systems count processor time in ticks. */
const grain = 20_000;
/** Attempts before a growth counts as measured: one without noise is enough. */
const attempts = 4;

/** Microseconds of this thread's processor; comparable with others of the same run only. */
const costOf = (work: () => unknown): number => {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return user + system;
};

const least = (work: () => unknown): number =>
  Math.min(...Array.from({ length: tries }, () => costOf(work)));

/**
 * The power of its input's length with which the cost of a computation grows: about 1 for what reads a text
 * once, 2 for what looks at every pair of its letters, 0 for what refuses at once. It compares a computation
 * with itself, so that it says the same on every machine.
 * @param work the computation for an input of a length
 * @param length of the smaller input; four times as much is tried, too
 */
export const growthOf = (work: (length: number) => () => unknown, length: number): number => {
  const [small, large] = [work(length), work(length * longer)];
  let lowest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && lowest >= linearGrowthLimit; attempt += 1) {
    const [few, many] = [Math.max(least(small), grain), costOf(large)];
    lowest = Math.min(lowest, Math.log(Math.max(many, few) / few) / Math.log(longer));
  }
  return lowest;
};

/**
 * Limit between linear and quadratic growth: between the power 1, with what collecting garbage adds, and the power
 * 2.
 */
export const linearGrowthLimit = 1.6;
