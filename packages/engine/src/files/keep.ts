import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Fault, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { actorId } from '../base/actors.ts';
import { isContentDamage } from '../base/storage.ts';
import type { Database, Tx } from '../store/connection/database.ts';
import type { ToFile } from './attachments.ts';
import type { StoreWholeFile } from './chunks.ts';
import { verifyContent } from './content.ts';
import type { ReceivedFile } from './intake.ts';
import type { ContentLocation, StoreRegistry } from './places.ts';
import type { createQuota } from './quota.ts';
import { contentMatchesSuffix, isBomb, suffixOf } from './types.ts';

interface KeepOptions {
  readonly database: Database;
  readonly places: StoreRegistry;
  readonly clock: () => Date;
  readonly quota: ReturnType<typeof createQuota>;
  readonly toFile: ToFile;
}

export const uploadFailed = (name: string, reason: readonly [string, string]): Refused =>
  new Refused(
    fill(['【{name}】上传失败!{reason}', '{name} was not uploaded: {reason}'], { name, reason }),
  );

const judge = async (received: ReceivedFile, name: string): Promise<void> => {
  if (received.size === 0) throw uploadFailed(name, ['文件为空', 'the file is empty']);
  if (!(await contentMatchesSuffix(received.path, suffixOf(name)))) {
    throw uploadFailed(name, ['文件内容与类型不符', 'its content does not match its type']);
  }
  if (await isBomb(received.path)) {
    throw uploadFailed(name, ['压缩包解压后过大', 'the archive expands to too much data']);
  }
};

/**
 * Creates the function that makes attachments of received files: it checks a file, stores equal content of a tenant
 * once, and writes the row. Long because its three steps share the options and run in the order that survives a crash.
 */
export const createFileStorer = ({
  database,
  places,
  clock,
  quota,
  toFile,
}: KeepOptions): StoreWholeFile => {
  /**
   * Stores the row of a content; equal content of a tenant is stored once. Returns the key of the content.
   * @param dead key of equal content that is missing or damaged, if any: it is not used again
   */
  const remember = async (
    tx: Tx,
    received: ReceivedFile,
    place: ContentLocation,
    dead: ContentLocation | null,
  ): Promise<string> => {
    const [row] = await tx.query<{ blob_key: string }>(
      `insert into blob as b (tenant_id, sha256, blob_key, size, used_at, store_id)
       values ($1, $2, $3, $4, $5, $7)
       on conflict (tenant_id, sha256) do update set used_at = excluded.used_at,
         blob_key = case when b.blob_key = $6 then excluded.blob_key else b.blob_key end,
         store_id = case when b.blob_key = $6 then excluded.store_id else b.store_id end
       returning blob_key`,
      [
        tx.tenantId,
        received.sha256,
        place.key,
        received.size,
        clock(),
        dead?.key ?? null,
        place.store,
      ],
    );
    const serves = row?.blob_key ?? place.key;
    if (serves === place.key) await places.settle(tx, place);
    return serves;
  };

  /** Returns where equal content is stored that can no longer be read; null if there is none or it is readable. */
  const deadPlace = async (
    tenantId: string,
    received: ReceivedFile,
  ): Promise<ContentLocation | null> => {
    const [known] = await database.read(tenantId, (session) =>
      session.query<ContentLocation>(
        `select blob_key as key, store_id::text as store from blob
          where tenant_id = $1 and sha256 = $2`,
        [tenantId, received.sha256],
      ),
    );
    if (!known) return null;
    try {
      const store = await places.open(tenantId, known.store);
      await verifyContent(store, { ...received, key: known.key });
      return null;
    } catch (error) {
      if (isContentDamage(error)) return known;
      throw error;
    }
  };

  /**
   * Deletes the row of content that is missing or damaged in its store; if the store is unreachable, the row remains.
   */
  const removeDead = async (tenantId: string, { store, key }: ContentLocation): Promise<void> => {
    const removed = places.open(tenantId, store).then((where) => where.remove(key));
    await (store === null ? removed : removed.catch(() => undefined));
  };

  return async (actor, received, given, also = async () => undefined) => {
    const { id, name, catalog } = given;
    const suffix = suffixOf(name);
    const { tenantId } = actor;
    const place: ContentLocation = { store: await places.current(tenantId), key: randomUUID() };
    try {
      await judge(received, name);
      // Content is durable before a row refers to it; a crash in between leaves orphaned content, never a row without
      // content.
      const takeRoom = await quota.taking(actor, received.size);
      const dead = await deadPlace(tenantId, received);
      await places.write(tenantId, place, received.path);
      const serves = await database.transaction(tenantId, async (tx) => {
        await also(tx);
        await takeRoom(tx);
        const winner = await remember(tx, received, place, dead);
        await tx.query(
          `insert into attachment (tenant_id, id, catalog, name, suffix, size, sha256, create_user, create_time,
             made_with, meant_for, printed)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
          [
            tenantId,
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
            given.printed ?? false,
          ],
        );
        return winner;
      });
      if (serves !== place.key) await places.discard(tenantId, place);
      else if (dead) await removeDead(tenantId, dead);
      return toFile({ id, name, catalog, suffix, size: `${received.size}` });
    } catch (error) {
      // A refusal comes before the commit. After another error the commit may have happened, and its row needs the
      // content.
      if (error instanceof Fault) await places.discard(tenantId, place);
      throw error;
    } finally {
      await rm(received.path, { force: true });
    }
  };
};
