import type { Database } from '../store/connection/database.ts';
import type { BlobStore } from './store.ts';

/** Keys that are asked about at a time. */
const atOnce = 1000;
/** Most orphans that crashes explain; more are the sign of another database than the store's. */
const mostOrphans = 1000;

/** Shape of our keys (`randomUUID`). Other objects of a bucket are not ours to remove. */
const ourKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Days for which content without a row stays. A crash leaves little, which may as well wait: a
 * database that was put back to an older state finds its content when the newer one returns.
 */
export const orphanDays = 30;

/** Result of a sweep through the store. */
export interface OrphanSweep {
  readonly removed: number;
  /** Content that nothing points to and that was left: there is suspiciously much of it. */
  readonly left: number;
}

/** The keys among these that a row of the tenant points to. */
const pointedTo = (
  database: Database,
  tenantId: string,
  keys: readonly string[],
): Promise<readonly { readonly key: string }[]> =>
  database.read(tenantId, (session) =>
    session.query(
      `select blob_key as key from blob where tenant_id = $1 and store_id is null and blob_key = any($2)
       union all
       select part.key from upload cross join unnest(part_keys) as part (key)
        where tenant_id = $1 and part.key = any($2)`,
      [tenantId, keys],
    ),
  );

/**
 * Removes stored content that no row points to: a process that is killed between the bytes and
 * their row leaves some. Keys are made anew for every upload and get their row within the call, so
 * that what is old and has none will never get one.
 *
 * A store that was joined with another database (a restored one, an empty one) would be all
 * orphans: where they are many, or more than what is pointed to, nothing is removed.
 *
 * @param tenants all there ever were, those that were closed, too
 * @param before only content that was written before this moment of the store's own time
 */
export const sweepOrphans = async (
  database: Database,
  store: BlobStore,
  tenants: readonly string[],
  before: Date,
): Promise<OrphanSweep> => {
  const orphans: string[] = [];
  let known = 0;
  const sort = async (keys: readonly string[]): Promise<void> => {
    const pointed = new Set<string>();
    for (const tenant of tenants) {
      for (const { key } of await pointedTo(database, tenant, keys)) pointed.add(key);
    }
    known += pointed.size;
    orphans.push(...keys.filter((key) => !pointed.has(key)));
  };
  const keys: string[] = [];
  for await (const key of store.list(before)) {
    if (!ourKey.test(key)) continue;
    keys.push(key);
    if (keys.length === atOnce) await sort(keys.splice(0));
  }
  await sort(keys);
  if (orphans.length > mostOrphans || orphans.length > known) {
    return { removed: 0, left: orphans.length };
  }
  for (const key of orphans) await store.remove(key);
  return { removed: orphans.length, left: 0 };
};
