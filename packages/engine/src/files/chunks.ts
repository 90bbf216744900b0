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

/** Size of every chunk except the last, in bytes: the maximum that a broken connection loses. */
export const chunkBytes = 4 * 1024 * 1024;

/** Maximum number of unfinished uploads per person: at most 2 GB of space. */
const openUploads = 20;

/**
 * Uploads that arrive in chunks, in order. A chunk counts once it is durable; an interrupted chunk leaves nothing, and
 * the client asks for the offset. Any process may receive any chunk.
 */
export interface ChunkedUploads {
  /** Starts an upload; a wrong name or size is refused before the first byte. */
  begin(
    actor: Actor,
    file: { readonly fileName: string; readonly catalog: string; readonly size: number },
  ): Promise<UploadProgress>;
  /**
   * Stores the chunk at `offset`; another chunk than the next is dropped. The answer contains the offset to continue
   * from.
   */
  put(actor: Actor, id: string, offset: number, stream: Readable): Promise<UploadProgress>;
  progress(actor: Actor, id: string): Promise<UploadProgress>;
  /**
   * Joins the chunks to a file; a second call returns the same file.
   * @param meantFor id of the record to which the file belongs, see `IncomingUpload`
   */
  finish(actor: Actor, id: string, meantFor?: string): Promise<AttachedFile>;
  /** Cancels the upload and deletes its chunks. */
  drop(actor: Actor, id: string): Promise<void>;
  /** Deletes uploads without a new chunk since `before`. */
  sweep(tenantId: string, before: Date): Promise<void>;
}

/** Makes an attachment of a completely received file; `also` is written in the same transaction. */
export type StoreWholeFile = (
  actor: Actor | SystemActor,
  received: ReceivedFile,
  given: {
    readonly id: string;
    readonly name: string;
    readonly catalog: string;
    readonly madeWith?: ExportRights;
    readonly meantFor?: string;
    readonly printed?: boolean;
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
  /**
   * Returns the name under which the file is stored.
   * @throws Refused for a type that is not allowed
   */
  readonly takenName: (fileName: string) => string;
  readonly keep: StoreWholeFile;
  /**
   * Returns an uploaded file of the actor that is not yet attached to a record.
   * @throws Missing
   */
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

/**
 * Creates chunked uploads. Long because it is one object whose short methods share the queries of the
 * row.
 */
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

  /** Deletes the row and returns its chunks; a concurrent caller gets none. */
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

  /**
   * Returns the joined file in the upload folder.
   * @throws ContentMissing, ContentDamaged
   */
  const whole = async ({ id, size, part_keys }: UploadRow): Promise<ReceivedFile> => {
    const received = await receiveFile(options.room, joined(part_keys), size + 1);
    if (received.size === size) return received;
    await rm(received.path, { force: true });
    throw new ContentDamaged(`the chunks of upload ${id} hold ${received.size} bytes, not ${size}`);
  };

  /** Returns all chunks as one stream. */
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
        // Uploads of a person are counted one at a time: two concurrent ones could both pass the limit.
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
      // The stream may fail while the row is read; an error without a listener ends the process.
      stream.once('error', () => undefined);
      const row = await find(actor, id);
      if (offset !== row.received) {
        stream.resume();
        return progressOf(row);
      }
      const room = Math.min(chunkBytes, row.size - row.received);
      const part = await receiveFile(options.room, stream, room);
      // Each chunk is a file and a key in the row: tiny chunks would create millions.
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
      // The same chunk arrived twice at once: one of the two counts.
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
        // Two calls finish the same upload: the later returns the file of the first.
        if (error instanceof Missing) return options.waiting(actor, id);
        if (isContentDamage(error)) {
          options.onDamage({ tenantId: actor.tenantId, file: { id, name: row.name }, error });
        }
        // An upload that cannot become a file must be sent again.
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
