/**
 * Runs random operations on money for longer than the tests: `npm run money [-- --steps 100000
 * --seed 1]`. Arrivals, claims, bookings, expenses, payments, returns and adjustments run on
 * several connections; after each step of about four operations the ledgers are compared with a
 * separate tally, and after every eighty operations all entries are read again. Prints the seed of
 * each 4,000 operations, with which `--seed` repeats a failure, and refusals by message.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    steps: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const root = join(import.meta.dirname, '..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'database', 'laws/money/model.test.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      MONEY_STEPS: values.steps,
      MONEY_SEED: values.seed,
      MONEY_BETWEEN: '80',
    },
  },
);
process.exit(status ?? 1);
