/**
 * `npm run plays [-- --seed 5 --plays 100000]`: plays random routes with random moves against the
 * approval engine and the oracle. A failure prints the smallest play that shows it, and its seed.
 */
import { parseArgs } from 'node:util';
import { playMany } from '../packages/kernel/src/workflow/testing/simulate.ts';

const { values: options } = parseArgs({
  options: {
    plays: { type: 'string', default: '100000' },
    seed: { type: 'string' },
  },
});

const total = Number(options.plays);
const portion = 5_000;
let seed = Number(options.seed ?? Date.now() % 1_000_000);
let commands = 0;
for (let played = 0; played < total; played += portion) {
  const plays = Math.min(portion, total - played);
  process.stdout.write(`seed ${seed}, ${plays} plays: `);
  const { accepted, refused } = playMany(plays, seed);
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((all, count) => all + count, 0);
  process.stdout.write(`${sum(accepted)} commands accepted, ${sum(refused)} refused\n`);
  commands += sum(accepted) + sum(refused);
  seed += 1;
}
process.stdout.write(`${total} plays, ${commands} commands, nothing broken\n`);
