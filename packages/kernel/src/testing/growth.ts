interface Usage {
  readonly user: number;
  readonly system: number;
}

/** Global object of Node, where tests run; the kernel itself depends on no platform. */
declare const process: { threadCpuUsage(since?: Usage): Usage };

/** Ratio of the length of the second input to that of the first. */
const lengthRatio = 4;
/** Number of measurements, of which the minimum counts: other load only adds time. */
const measurementsPerCost = 3;
/**
 * Minimum measured microseconds: below, noise dominates, as some systems count processor time in
 * ticks.
 */
const minMicroseconds = 20_000;
/** Maximum number of attempts to measure growth: a single one without noise suffices. */
const maxAttempts = 4;

/** Returns microseconds of this thread's processor time, comparable within one run only. */
const costOf = (work: () => unknown): number => {
  const begun = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begun);
  return user + system;
};

const minCostOf = (work: () => unknown): number =>
  Math.min(...Array.from({ length: measurementsPerCost }, () => costOf(work)));

/**
 * Returns the exponent with which the cost of a computation grows with the length of its input:
 * about 1 if it reads a text once, 2 if it compares every pair of letters, 0 if it refuses at once.
 * Compares a computation with itself, so that the result is the same on every machine.
 * @param work makes the computation for an input of a length
 * @param length of the smaller input; the larger one is four times as long
 */
export const growthOf = (work: (length: number) => () => unknown, length: number): number => {
  const [small, large] = [work(length), work(length * lengthRatio)];
  let lowest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < maxAttempts && lowest >= linearGrowthLimit; attempt += 1) {
    const [few, many] = [Math.max(minCostOf(small), minMicroseconds), costOf(large)];
    lowest = Math.min(lowest, Math.log(Math.max(many, few) / few) / Math.log(lengthRatio));
  }
  return lowest;
};

/**
 * Maximum exponent that counts as linear growth: between 1, plus the cost of garbage collection,
 * and 2.
 */
export const linearGrowthLimit = 1.6;
