import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { batchPauser, mapYielding } from '../base/yielding.ts';
import type { Database, Statement } from '../store/connection/database.ts';
import {
  idsWithoutEntry,
  lockWithoutEntry,
  nextRecords,
  removeOrphanEntries,
  writeEntries,
} from './entries.ts';
import { entrySourceOf, type SearchShape, searchShapeOf, termPrefixOf } from './entry.ts';
import { loadReadings } from './readings.ts';
import { announceOldEntries } from './stretches.ts';
import { cachingTermMaker, type TermMaker, termMaker } from './terms.ts';
import { type EntrySource, joinVectors, searchVectorOf } from './vector.ts';

/**
 * Number of records per transaction: their writers wait for some milliseconds, and requests are answered in between.
 */
const recordsPerTransaction = 100;

interface Unfilled {
  readonly id: string;
  readonly tenantId: string;
  readonly row: RowLike;
}

/** Makes the search vectors of these records, as `joinVectors`. */
export type MakeVectors = (
  code: string,
  sources: readonly EntrySource[],
) => Promise<string | Uint8Array>;

/**
 * Makes vectors in this process, in turns with the connection: otherwise the next statement would be sent only after
 * the last vector, and PostgreSQL and this process would alternate.
 */
const vectorsHere =
  (terms: TermMaker): MakeVectors =>
  async (code, sources) =>
    joinVectors(await mapYielding(sources, (one) => searchVectorOf(code, one, terms)));

/** Services that filling depends on. */
interface FillServices {
  readonly database: Database;
  readonly resources: ReadonlyMap<string, Resource>;
}

/** Fills one batch, and returns its last id; null if nothing is missing after `after`. */
const fillNext = async (
  { database }: FillServices,
  shape: SearchShape,
  tenant: string,
  after: string,
): Promise<{ readonly last: string; readonly count: number } | null> => {
  const make = vectorsHere(termMaker(await loadReadings()));
  return database.transaction(tenant, async (tx) => {
    const locked = await tx.query<{ id: string }>(
      lockWithoutEntry(shape, after, recordsPerTransaction, tenant),
    );
    const ids = locked.map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return null;
    const rows = await tx.query<Unfilled>(idsWithoutEntry(shape, ids, tenant));
    const sources = rows.map(({ row }) => entrySourceOf(shape, row));
    const vectors = await make(termPrefixOf(tenant, shape.resource), sources);
    const found = rows.map(({ id }) => id);
    await tx.query(writeEntries(shape, tenant, found, sources, vectors));
    return { last, count: rows.length };
  });
};

/**
 * Creates search entries that are missing or outdated, and deletes those of deleted records: after an upgrade, after
 * bulk writing, and as a repair. If nothing is missing, nothing is written. An interrupted run continues the next time.
 * @returns the number of created entries.
 */
export const fillSearch = async (services: FillServices, tenant: string): Promise<number> => {
  let made = 0;
  const rest = batchPauser();
  for (const resource of services.resources.values()) {
    const shape = searchShapeOf(resource);
    if (shape.fields.length === 0) continue;
    let next = await fillNext(services, shape, tenant, '0');
    let ofKind = 0;
    while (next) {
      ofKind += next.count;
      await rest();
      next = await fillNext(services, shape, tenant, next.last);
    }
    made += ofKind;
    await services.database.transaction(tenant, async (tx) => {
      await tx.query(removeOrphanEntries(shape, tenant));
      if (ofKind > 0) tx.send(announceOldEntries(tenant));
    });
  }
  return made;
};

/** Number of records per statement when nobody else writes. */
const recordsPerStatement = 1000;

/** Runs statements one after the other, in the given order. */
type Run = <T>(statement: Statement) => Promise<readonly T[]>;

/** Marks a promise that is awaited later as handled, so that an early failure does not end the process. */
const heardLater = <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  return work;
};

/**
 * Recreates the entries of all records while nobody writes any: no record is locked; while entries are written, vectors
 * of the next records are made and further records are read. For bulk writing; running servers are notified of entries
 * with old ids.
 * @param read reads records without their entries, so that it may use another connection
 * @param given makes the vectors; by default this process does
 * @returns the number of created entries.
 */
export const fillSearchAlone = async (
  resources: Iterable<Resource>,
  tenant: string,
  read: Run,
  write: Run,
  given?: MakeVectors,
): Promise<number> => {
  const make = given ?? vectorsHere(cachingTermMaker(await loadReadings()));
  let made = 0;
  let written: Promise<unknown> = Promise.resolve();
  for (const shape of [...resources].map(searchShapeOf).filter(({ fields }) => fields.length > 0)) {
    const code = termPrefixOf(tenant, shape.resource);
    /** Reads the next records, while vectors of the records before are made. */
    const after = async (id: string) => {
      const some = await read<Unfilled>(nextRecords(shape, id, recordsPerStatement, tenant));
      const sources = some.map(({ row }) => entrySourceOf(shape, row));
      return { ids: some.map((one) => one.id), sources, vectors: heardLater(make(code, sources)) };
    };
    let now = await after('0');
    while (now.ids.length > 0) {
      const { ids, sources } = now;
      const next = heardLater(after(ids.at(-1) ?? ''));
      const vectors = await now.vectors;
      await written;
      written = heardLater(write(writeEntries(shape, tenant, ids, sources, vectors)));
      made += ids.length;
      now = await next;
    }
  }
  await written;
  if (made > 0) await write(announceOldEntries(tenant));
  return made;
};
