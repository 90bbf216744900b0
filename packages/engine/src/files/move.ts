import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { ContentDamaged, isContentDamage } from '../base/storage.ts';
import type { Database } from '../store/connection/database.ts';
import { openContent, verifyContent } from './content.ts';
import { receiveFile } from './intake.ts';
import type { ContentLocation, StoreRegistry } from './places.ts';
import type { StoredDamage } from './store.ts';

/** Move of files from one store of a tenant to another; null names the store of the installation. */
export interface StoreMove {
  readonly from: string | null;
  readonly to: string | null;
}

/** Result of a move. */
export interface StoreMoveResult {
  readonly moved: number;
  /** Number of contents that are missing or damaged in the old store: they are not moved. */
  readonly left: number;
}

interface MoveOptions {
  readonly database: Database;
  readonly places: StoreRegistry;
  readonly room: string;
  readonly onDamage: (damage: StoredDamage) => void;
}

interface Blob {
  readonly sha256: Buffer;
  readonly key: string;
  readonly size: number;
}

/** Rows read at a time. */
const atOnce = 100;

const next = `
  select sha256, blob_key as key, size::int as size from blob
   where tenant_id = $1 and store_id is not distinct from $2::bigint and sha256 > $3
   order by sha256 limit $4`;

/**
 * Creates the function that moves the content of a tenant between stores. Each content is read and verified by SHA-256,
 * written under a new key, read back and verified again; then its row points to the new store, and a later sweep
 * deletes the old content. After a crash at any point the row points to complete content, and a repeated call moves the
 * rest.
 */
export const createStoreMove = ({ database, places, room, onDamage }: MoveOptions) => {
  const moveOne = async (tenantId: string, { from, to }: StoreMove, blob: Blob): Promise<void> => {
    const source = await places.open(tenantId, from);
    const target: ContentLocation = { store: to, key: randomUUID() };
    const received = await receiveFile(room, await openContent(source, blob), blob.size + 1);
    try {
      if (!received.sha256.equals(blob.sha256)) {
        throw new ContentDamaged(`blob ${blob.key} has other bytes`);
      }
      await places.write(tenantId, target, received.path);
      await verifyContent(await places.open(tenantId, to), { ...blob, key: target.key });
    } catch (error) {
      await places.discard(tenantId, target).catch(() => undefined);
      throw error;
    } finally {
      await rm(received.path, { force: true });
    }
    const isTaken = await database.transaction(tenantId, async (tx) => {
      const rows = await tx.query(
        `update blob set store_id = $4, blob_key = $5
          where tenant_id = $1 and sha256 = $2 and blob_key = $3 returning 1`,
        [tenantId, blob.sha256, blob.key, to, target.key],
      );
      if (rows.length === 0) return false;
      await places.settle(tx, target);
      await places.leave(tx, { store: from, key: blob.key });
      return true;
    });
    // The row was swept or stored anew meanwhile: the written content has no row.
    if (!isTaken) await places.discard(tenantId, target);
  };

  return async (
    tenantId: string,
    move: StoreMove,
    signal: AbortSignal,
  ): Promise<StoreMoveResult> => {
    const before: Buffer = Buffer.alloc(0);
    const damaged = new Set<string>();
    let moved = 0;
    let last = before;
    let isQuiet = true;
    for (;;) {
      const blobs = await database.read(tenantId, (session) =>
        session.query<Blob>(next, [tenantId, move.from, last, atOnce]),
      );
      if (blobs.length === 0) {
        if (isQuiet) return { moved, left: damaged.size };
        // New files may be sorted before those that were already checked.
        last = before;
        isQuiet = true;
      }
      for (const blob of blobs) {
        signal.throwIfAborted();
        last = blob.sha256;
        if (damaged.has(blob.key)) continue;
        isQuiet = false;
        try {
          await moveOne(tenantId, move, blob);
          moved += 1;
        } catch (error) {
          if (!isContentDamage(error)) throw error;
          onDamage({ tenantId, file: { id: blob.key, name: blob.key }, error });
          damaged.add(blob.key);
        }
      }
    }
  };
};
