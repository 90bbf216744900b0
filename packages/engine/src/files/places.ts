import { StorageFailure } from '../base/storage.ts';
import type { Database, Tx } from '../store/connection/database.ts';
import type { BlobStore } from './store.ts';

/** The stores that a tenant has set up beside the installation's own. */
export interface TenantStores {
  /** Where new content goes; null for the installation's own store. */
  current(tenantId: string): Promise<string | null>;
  /** @throws StorageFailure where the store is gone, or its settings do not reach it */
  open(tenantId: string, id: string): Promise<BlobStore>;
}

/** The stores of an installation whose tenants have none of their own. */
export const installationStoreOnly: TenantStores = {
  current: async () => null,
  open: async (_tenant, id) => {
    throw new StorageFailure(`there is no store ${id}`);
  },
};

/** Place of stored content: a store (null: the installation's own), and the key in it. */
export interface ContentLocation {
  readonly store: string | null;
  readonly key: string;
}

const day = 24 * 3_600_000;

/** Content that is on its way to its row within this time is not taken for left behind. */
const onItsWay = day;
/** Time for which moved content stays in its old place: somebody may be reading it. */
const readersNeed = day / 24;
/** The time of what a sweep is just removing. */
const claimed = new Date(0);
/** Notes that are looked up at a time. */
const atOnce = 100;

/** Result of a sweep. */
export interface ClearResult {
  readonly cleared: number;
  /** Stores that are away; what lies there waits. */
  readonly away: number;
}

interface PlacesOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly stores: TenantStores;
  readonly clock: () => Date;
}

/**
 * Content in several stores. What lies in a tenant's store and has no row, not yet or no more, is noted in
 * `blob_leftover` before it is written or in the transaction that lets it go: whenever a process dies,
 * either a row or a note knows the content. Keys are made anew for every write, so that nothing that is
 * removed late can be anybody else's.
 *
 * Long because it is one object: each method is a statement or two on the same table.
 */
export const createStoreRegistry = ({ database, store, stores, clock }: PlacesOptions) => {
  const open = (tenantId: string, id: string | null): Promise<BlobStore> =>
    id === null ? Promise.resolve(store) : stores.open(tenantId, id);

  const later = (milliseconds: number): Date => new Date(clock().getTime() + milliseconds);

  const note = async (tx: Tx, places: readonly ContentLocation[], due: Date): Promise<void> => {
    await tx.query(
      `insert into blob_leftover (tenant_id, blob_key, store_id, due)
       select $1, l.key, l.store, $4 from unnest($2::text[], $3::bigint[]) as l(key, store)
       on conflict (tenant_id, blob_key) do nothing`,
      [tx.tenantId, places.map(({ key }) => key), places.map((place) => place.store), due],
    );
  };

  /**
   * Removes content and its note, unless the note is gone: then the content has a row. It is claimed before
   * it is removed, outside a transaction, because the store may take long: no row can get it any more, and a
   * store that is away leaves it claimed for the next sweep.
   */
  const clearOne = async (
    tenantId: string,
    { store: id, key }: ContentLocation,
  ): Promise<boolean> => {
    const claim = await database.transaction(tenantId, (tx) =>
      tx.query(
        'update blob_leftover set due = $3 where tenant_id = $1 and blob_key = $2 returning 1',
        [tenantId, key, claimed],
      ),
    );
    if (claim.length === 0) return false;
    await (await open(tenantId, id)).remove(key);
    await database.transaction(tenantId, (tx) =>
      tx.query('delete from blob_leftover where tenant_id = $1 and blob_key = $2', [tenantId, key]),
    );
    return true;
  };

  /** Noted content that is due, the oldest first, of all stores but these. */
  const due = (
    tenantId: string,
    away: ReadonlySet<string | null>,
  ): Promise<readonly ContentLocation[]> =>
    database.read(tenantId, (session) =>
      session.query<ContentLocation>(
        `select blob_key as key, store_id::text as store from blob_leftover
          where tenant_id = $1 and due <= $2 and not coalesce(store_id, 0) = any($3::bigint[])
          order by due limit $4`,
        [tenantId, clock(), [...away].map((id) => id ?? '0'), atOnce],
      ),
    );

  return {
    open,
    current: (tenantId: string): Promise<string | null> => stores.current(tenantId),

    /** Takes over a local file. In a tenant's store it is noted first; `settle` ends that. */
    async write(tenantId: string, place: ContentLocation, path: string): Promise<void> {
      if (place.store !== null) {
        await database.transaction(tenantId, (tx) => note(tx, [place], later(onItsWay)));
      }
      await (await open(tenantId, place.store)).put(place.key, path);
    },

    /** Says in the transaction that writes its row that the content has one. */
    async settle(tx: Tx, place: ContentLocation): Promise<void> {
      if (place.store === null) return;
      const noted = await tx.query(
        'delete from blob_leftover where tenant_id = $1 and blob_key = $2 and due > $3 returning 1',
        [tx.tenantId, place.key, claimed],
      );
      if (noted.length === 0) {
        throw new StorageFailure(`blob ${place.key} took too long to get its row`);
      }
    },

    /** No row needs this content any more; it goes after whoever reads it now is done. */
    leave: (tx: Tx, place: ContentLocation): Promise<void> => note(tx, [place], later(readersNeed)),

    /** Notes what the rows of a sweep had, to be removed at once. */
    drop: (tx: Tx, places: readonly ContentLocation[]): Promise<void> => note(tx, places, clock()),

    /** Removes content that got no row. What cannot be removed now is left to the sweep. */
    async discard(tenantId: string, place: ContentLocation): Promise<void> {
      if (place.store === null) await store.remove(place.key);
      else await clearOne(tenantId, place).catch(() => undefined);
    },

    /** Removes noted content until none is due. A store that fails once is left for the next time. */
    async clear(tenantId: string, signal: AbortSignal): Promise<ClearResult> {
      const away = new Set<string | null>();
      let cleared = 0;
      for (;;) {
        const places = await due(tenantId, away);
        if (places.length === 0) return { cleared, away: away.size };
        for (const place of places) {
          signal.throwIfAborted();
          if (away.has(place.store)) continue;
          try {
            if (await clearOne(tenantId, place)) cleared += 1;
          } catch {
            away.add(place.store);
          }
        }
      }
    },
  };
};

export type StoreRegistry = ReturnType<typeof createStoreRegistry>;
