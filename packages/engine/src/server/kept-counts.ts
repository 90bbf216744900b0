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

/** Changes that one transaction folds: counts that it adds to are locked meanwhile. */
const together = 10_000;

/** Folds the changes of kept counts into the counts. @returns how many. */
export const mergeKeptCounts = async (database: Database, tenant: string): Promise<number> => {
  const [fold, sweep] = mergeKeptStatements;
  let folded = 0;
  for (;;) {
    const [last] = await database.transaction(tenant, (tx) =>
      tx.query<{ count: number }>(fold.bind({ tenant, limit: together })),
    );
    const count = last?.count ?? 0;
    folded += count;
    if (count < together) break;
  }
  if (folded > 0) await database.transaction(tenant, (tx) => tx.query(sweep.bind({ tenant })));
  return folded;
};

const rolledUp = ({ resources }: Engine): readonly Ledger[] =>
  ledgersOf([...resources.values()]).filter(({ months }) => months?.rollup);

/** Keeps short what counts and rollups of ledgers have to read beside those that are kept. */
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

/** Makes the kept counts of a tenant's records anew where one is wrong. @returns whether one was. */
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

/** Makes the rollup of a ledger anew where it differs from the sums of owners. @returns whether one did. */
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
 * Compares the kept counts with the records, and rollups of ledgers with the sums of owners, every night, and makes wrong ones anew. Migrations make the counts of
 * a new definition, so that a wrong one is the trace of a fault.
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
