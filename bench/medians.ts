import { performance } from 'node:perf_hooks';

/** Times of a question in milliseconds. */
export interface Measured {
  readonly name: string;
  readonly median: number;
  /** 95th percentile. */
  readonly slowest: number;
}

/** Number of first requests that do not count. */
export const warmUps = 5;

/** Measures a request this many times, after the warm-up. */
export const measured = async (
  name: string,
  rounds: number,
  ask: (round: number) => Promise<unknown>,
): Promise<Measured> => {
  for (let round = 0; round < warmUps; round += 1) await ask(round);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    await ask(round);
    times.push(performance.now() - began);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { name, median: at(0.5), slowest: at(0.95) };
};

/** Prints each result beside a baseline, which comes first. */
export const printMeasured = (baseline: Measured, all: readonly Measured[]): void => {
  for (const { name, median, slowest } of [baseline, ...all]) {
    const ratio = (median / baseline.median).toFixed(1);
    console.log(
      `${name.padEnd(44)} median ${median.toFixed(1).padStart(8)}  p95 ${slowest.toFixed(1).padStart(8)}  × ${ratio}`,
    );
  }
};
