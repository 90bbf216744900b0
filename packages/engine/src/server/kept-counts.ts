import { ledgersOf } from '@keyan/kernel/definition/ledger/ledgers.ts';
import type { Ledger } from '@keyan/kernel/definition/ledger/measures.ts';
import type { Engine, EngineJob } from '../engine.ts';
import { dailyAt, everyMinute } from '../jobs/schedule.ts';
import { findWrongRollup, mergeRollup, refillRollup } from '../ledger/rollup.ts';
import type { Database } from '../store/connection/database.ts';
import {
  findWrongKeptCount,
  type KeptCounts,
  keptCountsOf,
  mergeKeptStatements,
  recountKeptStatements,
} from '../store/statements/kept-counts.ts';

/** Maximum number of changes merged by one transaction: the counts it changes are locked meanwhile. */
const changesPerTransaction = 10_000;

/**
 * Merges changes of stored counts into the counts.
 * @returns the number of merged changes.
 */
export const mergeKeptCounts = async (database: Database, tenant: string): Promise<number> => {
  const [fold, sweep] = mergeKeptStatements;
  let folded = 0;
  for (;;) {
    const [last] = await database.transaction(tenant, (tx) =>
      tx.query<{ count: number }>(fold.bind({ tenant, limit: changesPerTransaction })),
    );
    const count = last?.count ?? 0;
    folded += count;
    if (count < changesPerTransaction) break;
  }
  if (folded > 0) await database.transaction(tenant, (tx) => tx.query(sweep.bind({ tenant })));
  return folded;
};

const rolledUp = ({ resources }: Engine): readonly Ledger[] =>
  ledgersOf([...resources.values()]).filter(({ months }) => months?.rollup);

/** Job that merges changes of counts and of ledger rollups, so that readers have few rows to add up. */
export const mergeCountsJob: EngineJob = {
  name: 'fold-kept-counts',
  label: ['汇总计数变动', 'Consolidate count changes'],
  at: everyMinute,
  run: async ({ tenantId }, engine) => {
    const { database } = engine;
    let done = await mergeKeptCounts(database, tenantId);
    for (const ledger of rolledUp(engine)) {
      const [folded] = await database.transaction(tenantId, (tx) =>
        tx.query<{ count: number }>(mergeRollup(ledger).bind({ tenant: tenantId })),
      );
      done += folded?.count ?? 0;
    }
    return { done };
  },
};

/**
 * Recomputes the stored counts of a tenant's records if one is wrong.
 * @returns true if one was wrong.
 */
export const repairKeptCounts = async (
  database: Database,
  tenant: string,
  kept: KeptCounts,
): Promise<boolean> => {
  const wrong = await database.read(tenant, (session) =>
    session.query(findWrongKeptCount(kept).bind({ tenant })),
  );
  if (wrong.length === 0) return false;
  await database.transaction(tenant, async (tx) => {
    for (const statement of recountKeptStatements(kept)) await tx.query(statement.bind({ tenant }));
  });
  return true;
};

/**
 * Rebuilds the rollup of a ledger if it differs from the sums of owners.
 * @returns true if it differed.
 */
const mendRollup = async (database: Database, tenant: string, ledger: Ledger): Promise<boolean> => {
  const wrong = await database.read(tenant, (session) =>
    session.query(findWrongRollup(ledger).bind({ tenant })),
  );
  if (wrong.length === 0) return false;
  await database.transaction(tenant, async (tx) => {
    for (const statement of refillRollup(ledger)) await tx.query(statement.bind({ tenant }));
  });
  return true;
};

/**
 * Job that compares stored counts with the records, and ledger rollups with the sums of owners, every night, and
 * rebuilds wrong ones. Migrations create the counts of a new definition, so a wrong count is the sign of a bug.
 */
export const checkCounts: EngineJob = {
  name: 'check-kept-counts',
  label: ['核对保存的计数', 'Check stored counts'],
  at: dailyAt('05:20'),
  run: async ({ tenantId, signal }, engine) => {
    let mended = 0;
    for (const resource of engine.resources.values()) {
      signal.throwIfAborted();
      const kept = keptCountsOf(resource);
      if (!kept || !(await repairKeptCounts(engine.database, tenantId, kept))) continue;
      mended += 1;
      engine.log.warn({ tenantId, resource: resource.key }, 'kept counts were made anew');
    }
    for (const ledger of rolledUp(engine)) {
      signal.throwIfAborted();
      if (!(await mendRollup(engine.database, tenantId, ledger))) continue;
      mended += 1;
      engine.log.warn({ tenantId, ledger: ledger.key }, 'the rollup was made anew');
    }
    return { done: mended };
  },
};
