import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { Missing, Refused } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import type { UploadProgress } from '@keyan/kernel/wire/files.ts';
import { ContentDamaged, isContentDamage } from '../base/storage.ts';
import type { Database, Session, Tx } from '../store/connection/database.ts';
import { randomId } from '../store/schema/ids.ts';
import { fileTooLarge, type ReceivedFile, receiveFile } from './intake.ts';
import { type createQuota, serialiseUploads } from './quota.ts';
import type { ExportRights } from './rights.ts';
import type { BlobStore, StoredDamage } from './store.ts';

/** Bytes of every chunk but the last: what a broken connection costs at most. */
export const chunkBytes = 4 * 1024 * 1024;

/** Files that one person may have begun and not finished: 2 GB of space at most. */
const openUploads = 20;

/**
 * Files that arrive chunk by chunk, in order. A chunk counts once it is durable; one that breaks
 * off leaves nothing, and the sender asks how far it came. Any process may take any part.
 */
export interface ChunkedUploads {
  /** Refuses by name and size before the first byte. */
  begin(
    actor: Actor,
    file: { readonly fileName: string; readonly catalog: string; readonly size: number },
  ): Promise<UploadProgress>;
  /** Takes the chunk at `offset`; any other than the next is dropped, and the answer says where to go on. */
  put(actor: Actor, id: string, offset: number, stream: Readable): Promise<UploadProgress>;
  progress(actor: Actor, id: string): Promise<UploadProgress>;
  /**
   * Joins the chunks; a second call gives the same file.
   * @param meantFor the record that it is for, see Upload
   */
  finish(actor: Actor, id: string, meantFor?: string): Promise<AttachedFile>;
  /** Gives up; nothing of the file stays. */
  drop(actor: Actor, id: string): Promise<void>;
  /** Removes uploads that nobody went on with since. */
  sweep(tenantId: string, before: Date): Promise<void>;
}

/** Makes an attachment of a file that is here in whole; `also` is written in its transaction. */
export type StoreWholeFile = (
  actor: Actor | SystemActor,
  received: ReceivedFile,
  given: {
    readonly id: string;
    readonly name: string;
    readonly catalog: string;
    readonly madeWith?: ExportRights;
    readonly meantFor?: string;
  },
  also?: (tx: Tx) => Promise<void>,
) => Promise<AttachedFile>;

interface ChunkOptions {
  readonly database: Database;
  readonly store: BlobStore;
  readonly room: string;
  readonly clock: () => Date;
  readonly quota: ReturnType<typeof createQuota>;
  readonly onDamage: (damage: StoredDamage) => void;
  /** The name as it is kept. @throws Refused for types that are not taken */
  readonly takenName: (fileName: string) => string;
  readonly keep: StoreWholeFile;
  /** A file of the actor's that waits for its record. @throws Missing */
  readonly waiting: (actor: Actor, id: string) => Promise<AttachedFile>;
}

interface UploadRow {
  readonly id: string;
  readonly catalog: string;
  readonly name: string;
  readonly size: number;
  readonly received: number;
  readonly part_keys: readonly string[];
}

const columns = 'id::text, catalog, name, size::int, received::int, part_keys';

/** Long because it is one object: each method is short and shares the row's queries. */
export const createChunkedUploads = (options: ChunkOptions): ChunkedUploads => {
  const { database, store, clock, quota } = options;

  const select = async (session: Session, actor: Actor, id: string): Promise<UploadRow | null> => {
    if (!isId(id)) return null;
    const [row] = await session.query<UploadRow>(
      `select ${columns} from upload where tenant_id = $1 and id = $2 and create_user = $3`,
      [actor.tenantId, id, actor.id],
    );
    return row ?? null;
  };

  const find = async (actor: Actor, id: string): Promise<UploadRow> => {
    const row = await database.read(actor.tenantId, (session) => select(session, actor, id));
    if (!row) throw new Missing(['上传已失效，请重新上传', 'The upload has expired; start again']);
    return row;
  };

  const progressOf = ({ id, received }: Pick<UploadRow, 'id' | 'received'>): UploadProgress => ({
    id,
    offset: received,
    partSize: chunkBytes,
  });

  const removeAll = async (keys: readonly string[]): Promise<void> => {
    for (const key of keys) await store.remove(key);
  };

  /** Deletes the row; the one caller who gets it removes the chunks, others find nothing. */
  const take = async (tx: Tx, actor: Actor, id: string): Promise<readonly string[]> => {
    const [row] = await tx.query<{ part_keys: readonly string[] }>(
      'delete from upload where tenant_id = $1 and id = $2 and create_user = $3 returning part_keys',
      [actor.tenantId, id, actor.id],
    );
    if (!row) throw new Missing(['上传已失效，请重新上传', 'The upload has expired; start again']);
    return row.part_keys;
  };

  const drop = async (actor: Actor, id: string): Promise<void> => {
    const keys = await database.transaction(actor.tenantId, (tx) => take(tx, actor, id));
    await removeAll(keys);
  };

  /** The whole file in the folder of uploads. @throws ContentMissing, ContentDamaged */
  const whole = async ({ id, size, part_keys }: UploadRow): Promise<ReceivedFile> => {
    const received = await receiveFile(options.room, joined(part_keys), size + 1);
    if (received.size === size) return received;
    await rm(received.path, { force: true });
    throw new ContentDamaged(`the chunks of upload ${id} hold ${received.size} bytes, not ${size}`);
  };

  /** All chunks as one stream. */
  const joined = (keys: readonly string[]): Readable =>
    Readable.from(
      (async function* () {
        for (const key of keys) yield* (await store.get(key)).stream;
      })(),
      { objectMode: false },
    );

  return {
    async begin(actor, { fileName, catalog, size }) {
      const name = options.takenName(fileName);
      const most = await quota.mostOf(actor);
      if (size > most) throw fileTooLarge(most);
      await quota.assertRoom(actor, size);
      const id = randomId();
      await database.transaction(actor.tenantId, async (tx) => {
        // Uploads are counted one at a time: two at once could both pass the limit.
        await serialiseUploads(tx, actor);
        const [open] = await tx.query<{ count: number }>(
          'select count(*)::int as count from upload where tenant_id = $1 and create_user = $2',
          [actor.tenantId, actor.id],
        );
        if ((open?.count ?? 0) >= openUploads) {
          throw new Refused([
            '未完成的上传过多，请先继续或放弃已有的上传',
            'Too many unfinished uploads; resume or discard them first',
          ]);
        }
        await tx.query(
          `insert into upload (tenant_id, id, catalog, name, size, create_user, update_time)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [actor.tenantId, id, catalog, name, size, actor.id, clock()],
        );
      });
      return progressOf({ id, received: 0 });
    },

    async put(actor, id, offset, stream) {
      // It may break while the row is looked up; an error that nobody hears ends the process.
      stream.once('error', () => undefined);
      const row = await find(actor, id);
      if (offset !== row.received) {
        stream.resume();
        return progressOf(row);
      }
      const room = Math.min(chunkBytes, row.size - row.received);
      const part = await receiveFile(options.room, stream, room);
      // Each chunk is a file and a key in the row: tiny chunks would make millions.
      if (part.size < room) {
        await rm(part.path, { force: true });
        throw new Refused(['分片不完整，请重新上传', 'Incomplete chunk; upload it again']);
      }
      const key = randomUUID();
      await store.put(key, part.path);
      const taken = await database.transaction(actor.tenantId, (tx) =>
        tx.query(
          `update upload set received = received + $4, part_keys = part_keys || $5::text,
             update_time = $6
            where tenant_id = $1 and id = $2 and received = $3 returning id`,
          [actor.tenantId, id, offset, part.size, key, clock()],
        ),
      );
      // The same chunk came twice at once: one of them counts.
      if (taken.length === 0) await store.remove(key);
      return progressOf(await find(actor, id));
    },

    progress: async (actor, id) => progressOf(await find(actor, id)),

    async finish(actor, id, meantFor) {
      const row = await database.read(actor.tenantId, (session) => select(session, actor, id));
      if (!row) return options.waiting(actor, id);
      if (row.received < row.size) {
        throw new Refused(['文件还没有传完', 'The file is incomplete']);
      }
      try {
        const file = await options.keep(
          actor,
          await whole(row),
          { ...row, meantFor },
          async (tx) => void (await take(tx, actor, id)),
        );
        await removeAll(row.part_keys);
        return file;
      } catch (error) {
        // Two that finish side by side: the later finds what the first made.
        if (error instanceof Missing) return options.waiting(actor, id);
        if (isContentDamage(error)) {
          options.onDamage({ tenantId: actor.tenantId, file: { id, name: row.name }, error });
        }
        // An upload that cannot become a file has to be sent again.
        if (error instanceof Refused || isContentDamage(error)) await drop(actor, id);
        throw error;
      }
    },

    drop,

    async sweep(tenantId, before) {
      const gone = await database.transaction(tenantId, (tx) =>
        tx.query<{ part_keys: readonly string[] }>(
          'delete from upload where tenant_id = $1 and update_time < $2 returning part_keys',
          [tenantId, before],
        ),
      );
      await removeAll(gone.flatMap((row) => row.part_keys));
    },
  };
};
