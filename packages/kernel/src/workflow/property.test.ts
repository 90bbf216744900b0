import { expect, test } from 'vitest';
import { playMany } from './testing/simulate.ts';

/**
 * Random routes, random moves, a second account of the rules beside the engine, and all invariants
 * after every call. A failure prints its seed and the smallest play that shows it; `npm run plays`
 * plays longer.
 */
test.each([3, 7, 11, 13])(
  'the rules of every process hold (seed %i)',
  { timeout: 300_000 },
  (seed) => {
    const { accepted, refused } = playMany(2500, seed);
    // A run in which nothing was accepted, or nothing refused, would prove nothing.
    for (const counts of [accepted, refused]) {
      for (const name of ['agree', 'back', 'withdraw', 'claim', 'transfer', 'recall'] as const) {
        expect(counts.get(name) ?? 0, name).toBeGreaterThan(20);
      }
    }
  },
);
