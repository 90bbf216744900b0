import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { actorId } from '../base/actors.ts';
import { isDamage } from '../base/storage.ts';
import type { Database, Tx } from '../store/database.ts';
import type { ToFile } from './attachments.ts';
import type { Keep } from './chunks.ts';
import { verifyContent } from './content.ts';
import type { Received } from './intake.ts';
import type { createQuota } from './quota.ts';
import type { BlobStore } from './store.ts';
import { contentFits, isBomb, suffixOf } from './types.ts';

interface KeepOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly clock: () => Date;
  readonly quota: ReturnType<typeof createQuota>;
  readonly toFile: ToFile;
}

export const failed = (name: string, reason: readonly [string, string]): Refused =>
  new Refused(
    fill(['【{name}】上传失败!{reason}', '{name} was not uploaded: {reason}'], { name, reason }),
  );

const judge = async (received: Received, name: string): Promise<void> => {
  if (!(await contentFits(received.path, suffixOf(name)))) {
    throw failed(name, ['文件内容与类型不符', 'its content does not match its type']);
  }
  if (await isBomb(received.path)) {
    throw failed(name, ['压缩包解压后过大', 'the archive expands to too much data']);
  }
};

/**
 * Makes attachments of bytes that were received: checks them, stores equal content of a tenant once,
 * and writes the row.
 *
 * Long because its three steps share the options and run in the order that survives a crash.
 */
export const createKeep = ({ database, store, clock, quota, toFile }: KeepOptions): Keep => {
  /**
   * Remembers the content; equal content of a tenant is kept once. Returns the key that serves it.
   * @param dead a key whose content is lost or damaged, if equal content had one: it serves no more
   */
  const remember = async (
    tx: Tx,
    received: Received,
    key: string,
    dead: string | null,
  ): Promise<string> => {
    const [row] = await tx.query<{ blob_key: string }>(
      `insert into blob as b (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, sha256) do update set used_at = excluded.used_at,
         blob_key = case when b.blob_key = $6 then excluded.blob_key else b.blob_key end
       returning blob_key`,
      [tx.tenantId, received.sha256, key, received.size, clock(), dead],
    );
    return row?.blob_key ?? key;
  };

  /** The key of equal content that cannot be read any more; null when there is none, or it can. */
  const deadKey = async (tenantId: string, received: Received): Promise<string | null> => {
    const [known] = await database.read(tenantId, (session) =>
      session.query<{ blob_key: string }>(
        'select blob_key from blob where tenant_id = $1 and sha256 = $2',
        [tenantId, received.sha256],
      ),
    );
    if (!known) return null;
    try {
      await verifyContent(store, { ...received, key: known.blob_key });
      return null;
    } catch (error) {
      if (isDamage(error)) return known.blob_key;
      throw error;
    }
  };

  return async (actor, received, given, also = async () => undefined) => {
    const { id, name, catalog } = given;
    const suffix = suffixOf(name);
    const key = randomUUID();
    try {
      await judge(received, name);
      // The bytes are durable before any row speaks of them; a crash in between leaves an
      // orphan for the sweep, never a row without bytes.
      const takeRoom = await quota.taking(actor, received.size);
      const dead = await deadKey(actor.tenantId, received);
      await store.put(key, received.path);
      const serves = await database.transaction(actor.tenantId, async (tx) => {
        await also(tx);
        await takeRoom(tx);
        const winner = await remember(tx, received, key, dead);
        await tx.query(
          `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time,
             made_with, meant_for)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
          [
            actor.tenantId,
            id,
            catalog,
            name,
            suffix,
            received.size,
            received.sha256,
            actorId(actor),
            clock(),
            given.madeWith ? JSON.stringify(given.madeWith) : null,
            isId(given.meantFor) ? given.meantFor : null,
          ],
        );
        return winner;
      });
      if (serves !== key) await store.remove(key);
      else if (dead) await store.remove(dead);
      return toFile({ id, name, catalog, suffix, size: `${received.size}` });
    } catch (error) {
      // A refusal comes before the end of the transaction. After anything else it may have
      // happened all the same, and its row needs the bytes.
      if (error instanceof Fault) await store.remove(key);
      throw error;
    } finally {
      await rm(received.path, { force: true });
    }
  };
};
