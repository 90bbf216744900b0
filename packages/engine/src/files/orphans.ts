import type { Database } from '../store/connection/database.ts';
import type { BlobStore } from './store.ts';

/** Keys looked up at a time. */
const atOnce = 1000;
/** Maximum number of orphans that crashes explain; more suggest that the store belongs to another database. */
const maxOrphans = 1000;

/** Pattern of keys generated here (`randomUUID`). Other objects of a bucket are never removed. */
const ourKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/**
 * Days for which content without a row remains. A crash leaves little content, and a database restored to an older
 * state finds its content when the newer state returns.
 */
export const orphanDays = 30;

/** Result of a sweep through the store. */
export interface OrphanSweep {
  readonly removed: number;
  /** Number of orphaned contents that were not removed, because there are suspiciously many. */
  readonly left: number;
}

/** Returns those of the keys to which a row of the tenant points. */
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
 * Removes stored content that no row points to, as a process killed between content and row leaves it. Keys are new for
 * every upload and get their row within the call, so old content without a row never gets one. In a store joined with
 * another database (restored or empty) all content would be orphaned: if orphans are many, or more than the content
 * with rows, nothing is removed.
 * @param tenants all tenants that ever existed, closed ones included
 * @param before only content written before this time of the store is removed
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
  if (orphans.length > maxOrphans || orphans.length > known) {
    return { removed: 0, left: orphans.length };
  }
  for (const key of orphans) await store.remove(key);
  return { removed: orphans.length, left: 0 };
};
