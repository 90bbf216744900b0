import { StorageFailure } from '../base/storage.ts';
import type { Database, Tx } from '../store/connection/database.ts';
import type { BlobStore } from './store.ts';

/** Stores that a tenant has configured besides the store of the installation. */
export interface TenantStores {
  /** Returns the id of the store for new content; null for the store of the installation. */
  current(tenantId: string): Promise<string | null>;
  /**
   * Opens a store.
   * @throws StorageFailure if the store is deleted or cannot be reached with its settings
   */
  open(tenantId: string, id: string): Promise<BlobStore>;
}

/** Stores of an installation whose tenants have no stores of their own. */
export const installationStoreOnly: TenantStores = {
  current: async () => null,
  open: async (_tenant, id) => {
    throw new StorageFailure(`there is no store ${id}`);
  },
};

/** Location of stored content: a store (null: the installation’s), and the key in it. */
export interface ContentLocation {
  readonly store: string | null;
  readonly key: string;
}

const day = 24 * 3_600_000;

/** Milliseconds during which content may wait for its row; younger content is not removed. */
const onItsWay = day;
/** Milliseconds for which moved content remains in the old store, for readers in progress. */
const readersNeed = day / 24;
/** Due time that marks content which a sweep is removing now. */
const claimed = new Date(0);
/** Notes read at a time. */
const atOnce = 100;

/** Result of a sweep. */
export interface ClearResult {
  readonly cleared: number;
  /** Ids of unreachable stores; their content is removed later. */
  readonly away: number;
}

interface PlacesOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly stores: TenantStores;
  readonly clock: () => Date;
}

/**
 * Registers content in several stores. Content in a store of a tenant without a row is noted in `blob_leftover`, before
 * it is written or in the transaction that deletes its row: whenever a process dies, a row or a note refers to the
 * content. Keys are new for every write, so late removal never hits other content. Long because it is one object: each
 * method is a statement or two on the same table.
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
   * Removes content and its note; if the note is gone, the content has a row and remains. The note is claimed first,
   * outside a transaction, because the store may be slow: no row can use the content any more, and an unreachable store
   * leaves it claimed for the next sweep.
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

  /** Returns noted content that is due for removal, oldest first, in all stores but these. */
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

    /**
     * Moves a local file into a store. In a store of a tenant the content is noted first; `settle` deletes the note.
     */
    async write(tenantId: string, place: ContentLocation, path: string): Promise<void> {
      if (place.store !== null) {
        await database.transaction(tenantId, (tx) => note(tx, [place], later(onItsWay)));
      }
      await (await open(tenantId, place.store)).put(place.key, path);
    },

    /** Deletes the note, in the transaction that writes the row of the content. */
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

    /** Notes content that no row uses any more; it is removed after readers in progress are done. */
    leave: (tx: Tx, place: ContentLocation): Promise<void> => note(tx, [place], later(readersNeed)),

    /** Notes the content of rows that a sweep deletes, for immediate removal. */
    drop: (tx: Tx, places: readonly ContentLocation[]): Promise<void> => note(tx, places, clock()),

    /** Removes content that got no row. If removal fails, the sweep removes it later. */
    async discard(tenantId: string, place: ContentLocation): Promise<void> {
      if (place.store === null) await store.remove(place.key);
      else await clearOne(tenantId, place).catch(() => undefined);
    },

    /** Removes noted content until none is due. A store that fails once is left until the next sweep. */
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
