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

/** Records in one transaction: their writers wait for some milliseconds, and requests go on. */
const together = 100;

interface Unfilled {
  readonly id: string;
  readonly tenantId: string;
  readonly row: RowLike;
}

/** Makes the vectors of the entries of these records, `joinVectors`. */
export type MakeVectors = (
  code: string,
  sources: readonly EntrySource[],
) => Promise<string | Uint8Array>;

/**
 * Makes vectors in this process, by turns with the connection: else the next statement would wait for the last
 * vector before it leaves, and PostgreSQL and this process would work one after the other.
 */
const vectorsHere =
  (terms: TermMaker): MakeVectors =>
  async (code, sources) =>
    joinVectors(await mapYielding(sources, (one) => searchVectorOf(code, one, terms)));

/** Services of the server that filling needs. */
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
  const make = vectorsHere(termMaker(await loadReadings()));
  return database.transaction(tenant, async (tx) => {
    const locked = await tx.query<{ id: string }>(lockWithoutEntry(shape, after, together, tenant));
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
 * Makes the search entries that are missing or were made by an older definition, and removes those
 * whose record is gone: after an upgrade, after bulk writing, and as a repair. Where nothing is
 * missing it only looks. Killed in the middle it goes on the next time.
 * @returns how many entries were made.
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

/** Records in one statement where nobody else is at work. */
const alone = 1000;

/** Runs one statement after the other, in the order in which they are given. */
type Run = <T>(statement: Statement) => Promise<readonly T[]>;

/** Promise that is awaited only later: its failure waits as well, and does not end the process meanwhile. */
const heardLater = <T>(work: Promise<T>): Promise<T> => {
  work.catch(() => undefined);
  return work;
};

/**
 * Makes the entries of all records anew while nobody writes any: no record is locked, and while some entries are
 * written the vectors of the next are made and the records after them read. For bulk writing; servers that run meanwhile
 * hear that there are entries with old ids.
 * @param read does not look at entries, so that it may have a connection of its own
 * @param given makes the vectors; by default this process does
 * @returns how many entries were made.
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
    /** The next records; while their vectors are made the ones after them are read. */
    const after = async (id: string) => {
      const some = await read<Unfilled>(nextRecords(shape, id, alone, tenant));
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
