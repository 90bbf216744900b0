import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { Database } from '../store/database.ts';
import { dropLeftovers, putEntries, withoutEntry } from './entries.ts';
import { entryOf, type SearchShape, searchShapeOf, sourceOf } from './entry.ts';
import { loadReadings } from './readings.ts';

/** Records in one transaction: their writers wait for some milliseconds, and requests go on. */
const together = 100;

interface Unfilled {
  readonly id: string;
  readonly tenantId: string;
  readonly row: Readonly<Record<string, unknown>>;
}

/** What filling needs of the server. */
interface FillServices {
  readonly database: Database;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** Fills one batch, and returns the last id of it; null when nothing is missing after `after`. */
const fillNext = async (
  { database }: FillServices,
  shape: SearchShape,
  tenant: string,
  after: string,
): Promise<{ readonly last: string; readonly count: number } | null> => {
  const readings = await loadReadings();
  return database.transaction(tenant, async (tx) => {
    const rows = await tx.query<Unfilled>(withoutEntry(shape, after, together, tenant));
    const last = rows.at(-1)?.id;
    if (last === undefined) return null;
    const entries = rows.map((one) => entryOf(shape, one, sourceOf(shape, one.row), readings));
    await tx.query(putEntries(shape, tenant, entries));
    return { last, count: rows.length };
  });
};

/**
 * Makes the search entries that are missing or were made by an older definition, and removes those
 * whose record is gone: after an upgrade, after bulk writing, and as a repair. Where nothing is
 * missing it only looks. Killed in the middle it goes on the next time.
 * @returns how many entries were made.
 */
export const fillSearch = async (services: FillServices, tenant: string): Promise<number> => {
  let made = 0;
  for (const resource of services.resources.values()) {
    const shape = searchShapeOf(resource);
    if (shape.fields.length === 0) continue;
    let next = await fillNext(services, shape, tenant, '0');
    while (next) {
      made += next.count;
      next = await fillNext(services, shape, tenant, next.last);
    }
    await services.database.transaction(tenant, (tx) => tx.query(dropLeftovers(shape, tenant)));
  }
  return made;
};
