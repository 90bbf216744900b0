import { expect, test } from 'vitest';
import { playMany } from './testing/simulate.ts';

/**
 * Random processes, random moves, all invariants after every call. A failure prints its seed;
 * FC_RUNS plays longer.
 */
test.each([3, 7, 11])('the rules of every process hold (seed %i)', (seed) => {
  const { accepted, refused } = playMany(Number(process.env.FC_RUNS ?? 400), seed);
  // A run in which nothing was accepted, or nothing refused, would prove nothing.
  for (const counts of [accepted, refused]) {
    for (const name of ['agree', 'back', 'withdraw', 'claim', 'transfer', 'recall'] as const) {
      expect(counts.get(name) ?? 0, name).toBeGreaterThan(3);
    }
  }
});
