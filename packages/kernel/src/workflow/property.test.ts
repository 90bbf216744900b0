import { afterAll, expect, test } from 'vitest';
import { playMany } from './testing/simulate.ts';
import { Tally } from './testing/situations.ts';

/**
 * Random routes, random moves, a second account of the rules beside the engine, and all invariants
 * after every call. A failure prints its seed and the smallest play that shows it; `npm run plays`
 * plays longer.
 */
const seeds = [3, 7, 11, 13];
const all = new Tally();

test.each(seeds)('the rules of every process hold (seed %i)', { timeout: 300_000 }, (seed) => {
  const counts = playMany(1500, seed);
  all.take(counts);
  // A run in which nothing was accepted, or nothing refused, would prove nothing.
  for (const part of [counts.accepted, counts.refused]) {
    for (const name of ['agree', 'back', 'withdraw', 'claim', 'transfer', 'recall'] as const) {
      expect(part.get(name) ?? 0, name).toBeGreaterThan(20);
    }
  }
});

// A rule that no play meets is not tested by plays.
afterAll(() => {
  for (const [situation, count] of all.met) expect(count, situation).toBeGreaterThan(0);
});
