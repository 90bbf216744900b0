import type { EngineJob } from '../engine.ts';
import { every, everyMinute } from '../jobs/schedule.ts';
import type { Database } from '../store/connection/database.ts';
import {
  foldKept,
  type KeptCounts,
  keptCountsOf,
  refillKept,
  wrongKept,
} from '../store/statements/kept-counts.ts';

/** Changes that one transaction folds: counts that it adds to are locked meanwhile. */
const together = 10_000;

/** Folds the changes of kept counts into the counts. @returns how many. */
export const foldKeptCounts = async (database: Database, tenant: string): Promise<number> => {
  const [fold, sweep] = foldKept;
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

/** Keeps short what counts have to read beside the kept counts. */
export const foldCounts: EngineJob = {
  name: 'fold-kept-counts',
  label: ['汇总计数变动', 'Fold changes of counts'],
  at: everyMinute,
  run: async ({ tenantId }, { database }) => ({ done: await foldKeptCounts(database, tenantId) }),
};

/** Makes the kept counts of a tenant's records anew where one is wrong. @returns whether one was. */
export const mendKeptCounts = async (
  database: Database,
  tenant: string,
  kept: KeptCounts,
): Promise<boolean> => {
  const wrong = await database.read(tenant, (session) =>
    session.query(wrongKept(kept).bind({ tenant })),
  );
  if (wrong.length === 0) return false;
  await database.transaction(tenant, async (tx) => {
    for (const statement of refillKept(kept)) await tx.query(statement.bind({ tenant }));
  });
  return true;
};

/**
 * Compares the kept counts with the records every night, and makes wrong ones anew. Migrations make the counts of
 * a new definition, so that a wrong one is the trace of a fault.
 */
export const checkCounts: EngineJob = {
  name: 'check-kept-counts',
  label: ['核对保存的计数', 'Check the kept counts'],
  at: every('05:20'),
  run: async ({ tenantId, signal }, engine) => {
    let mended = 0;
    for (const resource of engine.resources.values()) {
      signal.throwIfAborted();
      const kept = keptCountsOf(resource);
      if (!kept || !(await mendKeptCounts(engine.database, tenantId, kept))) continue;
      mended += 1;
      engine.log.warn({ tenantId, resource: resource.key }, 'kept counts were made anew');
    }
    return { done: mended };
  },
};
