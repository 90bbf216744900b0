import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import { MoneyJudge } from '../support/money-judge.ts';
import { MoneyLife } from '../support/money-life.ts';

/** Random money on several connections; `npm run money -- --steps 100000 --seed 7` plays longer. */
const steps = Number(process.env.MONEY_STEPS ?? 240);
const seed = Number(process.env.MONEY_SEED ?? 20_261_128);
const atOnce = 4;
/** Operations after which all entries are read anew; balances are compared after each step. */
const between = Number(process.env.MONEY_BETWEEN ?? 40);
/** Operations on one world; the next ones begin with a new seed and fresh projects. */
const portion = 4000;

let app: LawApplication;
beforeAll(async () => {
  app = await startApplication();
});
afterAll(() => app.close());

test(`money played on ${atOnce} connections comes to what an account of its own says`, async () => {
  const counts: Record<string, { done: number; refused: number }> = {};
  const refusals: Record<string, number> = {};
  const began = Date.now();
  const elapsed = (): number => Math.round((Date.now() - began) / 1000);
  for (let played = 0; played < steps; ) {
    const own = seed + Math.floor(played / portion);
    const play = new MoneyLife(app, own);
    await play.begin(6, `${own}`);
    const end = Math.min(steps, played + portion);
    const judge = new MoneyJudge(app, play);
    let sinceWhole = 0;
    while (played < end) {
      const done = await play.step(atOnce);
      played += done;
      sinceWhole += done;
      const isWhole = sinceWhole >= between || played >= end;
      if (isWhole) sinceWhole = 0;
      await (isWhole ? judge.whole() : judge.judge()).catch((error: unknown) => {
        throw new Error(`seed ${own}, after ${played} operations: ${String(error)}`, {
          cause: error,
        });
      });
    }
    for (const [name, { done, refused }] of play.counts) {
      const kept = counts[name] ?? { done: 0, refused: 0 };
      counts[name] = { done: kept.done + done, refused: kept.refused + refused };
    }
    for (const [kind, times] of play.refusals) refusals[kind] = (refusals[kind] ?? 0) + times;
    if (process.env.MONEY_STEPS) {
      process.stdout.write(`seed ${own}: ${played} operations balance, ${elapsed()} s\n`);
    }
  }
  if (process.env.MONEY_STEPS)
    process.stdout.write(`${JSON.stringify({ counts, refusals }, null, 1)}\n`);
  // Locks come in one order: the database ended no transaction for it to be tried again.
  expect(
    await app.database.query(
      'select deadlocks::int as ended from pg_stat_database where datname = current_database()',
    ),
  ).toEqual([{ ended: 0 }]);
  if (process.env.MONEY_STEPS && steps >= portion) {
    const never = Object.entries(counts).flatMap(([name, { done }]) => (done === 0 ? [name] : []));
    expect(never).toEqual([]);
  }
  // A play that only refuses, or never does, proves nothing.
  const sum = (of: 'done' | 'refused') =>
    Object.values(counts).reduce((all, one) => all + one[of], 0);
  expect(Math.min(sum('done'), sum('refused') * 2)).toBeGreaterThan(steps / 8);
}, 30_000_000);
