/**
 * `npm run plays [-- --seed 5 --plays 100000]`: plays random routes with random moves on the
 * approval engine and the oracle. Prints the smallest failing play and its seed. `--database 20`
 * instead plays this many seeds with eight people at the same time on the database; `--references
 * 1000` plays this many rounds in which a limited reference chooses a record that leaves its state
 * at the same moment; `--races 50` plays each race of simultaneous actors 50 times.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { playMany } from '../packages/kernel/src/workflow/testing/simulate.ts';
import { Tally } from '../packages/kernel/src/workflow/testing/situations.ts';

const { values: options } = parseArgs({
  options: {
    plays: { type: 'string', default: '100000' },
    seed: { type: 'string' },
    database: { type: 'string' },
    references: { type: 'string' },
    races: { type: 'string' },
  },
});

const total = Number(options.plays);
const portion = 5_000;
let seed = Number(options.seed ?? Date.now() % 1_000_000);

/** Runs a test file that plays on a database. @returns its exit status */
const playOnDatabase = (file: string, env: Readonly<Record<string, string>>): number => {
  const root = join(import.meta.dirname, '..');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', file], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
};

if (options.database !== undefined) {
  const env = { PLAY_SEED: String(seed), PLAY_COUNT: options.database };
  process.exit(playOnDatabase('packages/engine/src/workflow/runtime/plays.db.test.ts', env));
}
if (options.references !== undefined) {
  const env = { REFERENCE_ROUNDS: options.references };
  process.exit(playOnDatabase('laws/limited-references.test.ts', env));
}

if (options.races !== undefined) {
  process.exit(playOnDatabase('laws/projects/races.test.ts', { RACE_ROUNDS: options.races }));
}

let commands = 0;
const all = new Tally();
for (let played = 0; played < total; played += portion) {
  const plays = Math.min(portion, total - played);
  process.stdout.write(`seed ${seed}, ${plays} plays: `);
  const counts = playMany(plays, seed);
  all.take(counts);
  const { accepted, refused } = counts;
  const sum = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((total, count) => total + count, 0);
  process.stdout.write(`${sum(accepted)} commands accepted, ${sum(refused)} refused\n`);
  commands += sum(accepted) + sum(refused);
  seed += 1;
}
process.stdout.write(`${total} plays, ${commands} commands, nothing broken\n`);
for (const [situation, count] of all.met) {
  const share = Math.round((count * 10_000) / total);
  process.stdout.write(`${String(share).padStart(8)} of 10,000 plays: ${situation}\n`);
}
