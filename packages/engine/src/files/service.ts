import type { Readable } from 'node:stream';
import type { Actor, SystemActor } from '@keyan/kernel/access/actor.ts';
import type { AttachedFile } from '@keyan/kernel/definition/field/categories.ts';
import { Denied, Missing, Refused } from '@keyan/kernel/errors.ts';
import { isId } from '@keyan/kernel/values/id.ts';
import { ContentMissing, isContentDamage } from '../base/storage.ts';
import type { Database, Session } from '../store/connection/database.ts';
import { randomId } from '../store/schema/ids.ts';
import {
  type AttachmentRow,
  createAttachments,
  type FileLink,
  fileLinker,
  selectFilesSql,
} from './attachments.ts';
import { type AttachmentCategories, definedCategories } from './categories.ts';
import { type ChunkedUploads, createChunkedUploads } from './chunks.ts';
import { openContent } from './content.ts';
import { clearUploadFolder, maxUploadBytes, receiveFile } from './intake.ts';
import { createFileStorer, uploadFailed } from './keep.ts';
import { createStoreMove, type StoreMove, type StoreMoveResult } from './move.ts';
import { type OrphanSweep, orphanDays, sweepOrphans } from './orphans.ts';
import {
  type ClearResult,
  type ContentLocation,
  createStoreRegistry,
  installationStoreOnly,
  type TenantStores,
} from './places.ts';
import type { Files, RecordReader } from './port.ts';
import { createQuota, type StorageQuota } from './quota.ts';
import { type ExportRights, hasRightsStill } from './rights.ts';
import type { BlobStore, StoredDamage } from './store.ts';
import { readTicket, writeTicket } from './ticket.ts';
import { allowedSuffixes, isAllowedSuffix, mimeOf, suffixOf } from './types.ts';

/** A file on its way in. */
export interface IncomingUpload {
  readonly fileName: string;
  readonly stream: Readable;
  readonly catalog: string;
  /** The record that takes it in when its owner next saves it without naming its attachments. */
  readonly meantFor?: string;
  /** Called once the content has arrived: what the sender said behind it. */
  readonly told?: () => Promise<{ readonly catalog?: string; readonly meantFor?: string }>;
  /** The rights without which even its owner may not open it: those that an export was made with. */
  readonly madeWith?: ExportRights;
}

/** The record that a file belongs to. */
export interface FileOwner {
  /** The resource's key. */
  readonly resource: string;
  readonly businessId: string;
}

/** A file ready to be sent. */
export interface OpenedFile {
  readonly file: AttachedFile;
  readonly mime: string;
  readonly stream: Readable;
}

/** The file store as calls use it. */
export interface FileService extends Files {
  readonly categories: AttachmentCategories;
  /** Megabytes that one file of the actor's may have. */
  largest(actor: Actor): Promise<number>;
  /** Takes a file in while it streams; it waits for its row. Nothing remains of one that breaks off. */
  put(actor: Actor | SystemActor, upload: IncomingUpload): Promise<AttachedFile>;
  /** Uploads in chunks, for files that take long to send. */
  readonly chunks: ChunkedUploads;
  /** The bytes of a file that the actor may read; Missing otherwise. */
  open(engine: RecordReader, actor: Actor, id: string): Promise<OpenedFile>;
  /** A link's key to one file that the actor may read, good for minutes. */
  ticket(engine: RecordReader, actor: Actor, id: string): Promise<string>;
  /**
   * The bytes of a file that belongs to this record; whether they may be read is the caller's to
   * decide. Missing where the record has no such file.
   */
  openOf(tenantId: string, owner: FileOwner, id: string): Promise<OpenedFile>;
  /** Opens by ticket while its session lives; the row's read scope is asked again, for whom it was made. */
  openByTicket(engine: RecordReader, ticket: string): Promise<OpenedFile>;
  /** Lets go of files that wait for their row. A row's own files go by saving the row. */
  remove(actor: Actor, ids: readonly string[]): Promise<void>;
  /** Lets go of what nobody refers to any more; safe beside uploads. Returns how many blobs went. */
  sweep(tenantId: string): Promise<number>;
  /** Removes stored content to which nothing refers any more, once its time has come: after a sweep, a move. */
  clear(tenantId: string, signal: AbortSignal): Promise<ClearResult>;
  /**
   * Moves content between two stores until nothing is left in the first. Safe to ask again, beside
   * uploads and readers.
   */
  move(tenantId: string, move: StoreMove, signal: AbortSignal): Promise<StoreMoveResult>;
  /** Removes stored content that no row of these tenants, which are all, points to. */
  sweepOrphans(tenants: readonly string[]): Promise<OrphanSweep>;
}

export interface FileOptions {
  readonly database: Database;
  /** The installation's own. */
  readonly store: BlobStore;
  /** Stores that tenants set up; left out, there are none. */
  readonly stores?: TenantStores;
  /** A local folder for files that are still coming in; on the disk of the store when that is a disk. */
  readonly room: string;
  /** Signs tickets. */
  readonly secret: string;
  readonly clock: () => Date;
  readonly linkTo: FileLink;
  /** The attachment categories of tenants; those of the definitions where it is left out. */
  readonly categories?: AttachmentCategories;
  /** How much the session's tenant lets be kept. */
  quotaOf(session: Session): Promise<StorageQuota>;
  /** Hears of every damaged file that somebody wanted to read. Must not throw. */
  onDamage(damage: StoredDamage): void;
  /** The person of a session as of now, or null when it is over, or the person disabled. */
  holderOf(tenantId: string, userId: string, sessionId: string): Promise<Actor | null>;
}

/** Days that a file may wait for its row, and that a blob outlives its last reference. */
const waitingDays = 7;
const unusedDays = 1;
const day = 24 * 60 * 60 * 1000;

/** The name without path or control characters, at most 200 characters. */
const tidyName = (given: string): string => {
  const name =
    given
      .replace(/^.*[\\/]/, '')
      .replace(/\p{Cc}/gu, '')
      .trim() || 'file';
  const suffix = suffixOf(name);
  return [...name].length <= 200 ? name : `${[...name].slice(0, 190).join('')}.${suffix}`;
};

/** The name as it is kept; refuses what is not taken. */
const takenName = (given: string, refused: () => void = () => undefined): string => {
  const name = tidyName(given);
  if (isAllowedSuffix(suffixOf(name))) return name;
  refused();
  const list = allowedSuffixes();
  throw uploadFailed(name, [
    `不支持此文件类型，可上传：${list}`,
    `this file type is not allowed; allowed are ${list.replaceAll('、', ', ')}`,
  ]);
};

/** Long because it is one object: each method is short and shares the options. */
export const createFiles = (options: FileOptions): FileService => {
  const { database, store, clock, categories = definedCategories } = options;
  const quota = createQuota(options);
  const toFile = fileLinker(options.linkTo);
  const places = createStoreRegistry({
    database,
    store,
    stores: options.stores ?? installationStoreOnly,
    clock,
  });

  const keep = createFileStorer({ database, places, clock, quota, toFile });

  const find = async (session: Session, id: string): Promise<AttachmentRow> => {
    if (!isId(id)) throw new Missing();
    const [row] = await session.query<AttachmentRow>(`${selectFilesSql} and a.id = $2`, [
      session.tenantId,
      id,
    ]);
    if (!row) throw new Missing();
    return row;
  };

  /** The file, if the actor may read the row that it belongs to, or it waits and is the actor's. */
  const readable = async (
    engine: RecordReader,
    actor: Actor,
    id: string,
  ): Promise<AttachmentRow> => {
    const row = await database.read(actor.tenantId, (session) => find(session, id));
    if (row.business_id === null) {
      if (row.create_user !== actor.id) throw new Missing();
      if (row.made_with && !hasRightsStill(row.made_with, actor)) throw new Denied();
      return row;
    }
    const resource = engine.resources.get(row.resource ?? '');
    if (!resource) throw new Missing();
    const lends = engine.behaviours.get(resource.key)?.lends;
    const { business_id: record, catalog } = row;
    // A file that was given with an opinion is no file of the record itself.
    const lent =
      lends !== undefined &&
      row.task_id === null &&
      (await database.read(actor.tenantId, (session) =>
        lends({ id: row.id, record, catalog }, { actor, session }),
      ));
    if (lent === false) await engine.as(actor).read(resource, record);
    return typeof lent === 'object' ? { ...row, name: `${lent.named}.${row.suffix}` } : row;
  };

  const contentOf = async (tenantId: string, row: AttachmentRow): Promise<Readable> =>
    openContent(await places.open(tenantId, row.store_id), {
      key: row.blob_key,
      size: Number(row.size),
      sha256: row.sha256,
    });

  const opened = async (tenantId: string, row: AttachmentRow): Promise<OpenedFile> => {
    const file = toFile(row);
    const tell = (error: unknown): void => {
      if (isContentDamage(error)) options.onDamage({ tenantId, file, error });
    };
    try {
      const stream = await contentOf(tenantId, row).catch(async (error: unknown) => {
        if (!(error instanceof ContentMissing)) throw error;
        // It may have been moved to another store since its row was read.
        const now = await database.read(tenantId, (session) => find(session, row.id));
        if (now.blob_key === row.blob_key) throw error;
        return contentOf(tenantId, now);
      });
      stream.once('error', tell);
      return { file, mime: mimeOf(row.suffix), stream };
    } catch (error) {
      tell(error);
      throw error;
    }
  };

  /** A file of the actor's that waits for its record. */
  const waiting = async (actor: Actor, id: string): Promise<AttachedFile> => {
    const row = await database.read(actor.tenantId, (session) => find(session, id));
    if (row.create_user !== actor.id) throw new Missing();
    return toFile(row);
  };

  return {
    ...createAttachments(categories, toFile),
    categories,

    largest: async (actor) => Math.floor((await quota.mostOf(actor)) / 1024 / 1024),

    async put(actor, upload) {
      const name = takenName(upload.fileName, () => upload.stream.resume());
      // It may break while the room is asked for; an error that nobody hears ends the process.
      upload.stream.once('error', () => undefined);
      const most = await quota
        .assertRoom(actor, 1)
        .then(() => quota.mostOf(actor))
        .catch((error: unknown) => {
          upload.stream.resume();
          throw error;
        });
      const received = await receiveFile(
        options.room,
        upload.stream,
        Math.min(most, maxUploadBytes),
      );
      const { catalog, madeWith, meantFor } = { ...upload, ...(await upload.told?.()) };
      return keep(actor, received, { id: randomId(), name, catalog, madeWith, meantFor });
    },

    chunks: createChunkedUploads({ ...options, quota, takenName, keep, waiting }),

    open: async (engine, actor, id) => opened(actor.tenantId, await readable(engine, actor, id)),

    async openOf(tenantId, owner, id) {
      const row = await database.read(tenantId, (session) => find(session, id));
      if (row.resource !== owner.resource || row.business_id !== owner.businessId) {
        throw new Missing();
      }
      return opened(tenantId, row);
    },

    async ticket(engine, actor, id) {
      await readable(engine, actor, id);
      if (actor.sessionId === undefined) throw new Denied();
      return writeTicket(
        { file: id, tenant: actor.tenantId, user: actor.id, session: actor.sessionId },
        options.secret,
        clock(),
      );
    },

    async openByTicket(engine, given) {
      const ticket = readTicket(given, options.secret, clock());
      const actor = ticket && (await options.holderOf(ticket.tenant, ticket.user, ticket.session));
      if (!ticket || !actor)
        throw new Missing(['链接已失效，请刷新后重试', 'The link has expired; refresh']);
      return opened(actor.tenantId, await readable(engine, actor, ticket.file));
    },

    async remove(actor, ids) {
      const known = ids.filter(isId);
      const rows = await database.transaction(actor.tenantId, (tx) =>
        tx.query<{ id: string }>(
          `update attachment set is_deleted = 1
            where tenant_id = $1 and id = any($2::bigint[]) and create_user = $3
              and business_id is null and is_deleted = 0 returning id`,
          [actor.tenantId, known, actor.id],
        ),
      );
      if (rows.length < new Set(ids).size) {
        throw new Refused([
          '附件已归入记录，请在记录中移除并保存',
          'The attachment belongs to a record; remove it there and save',
        ]);
      }
    },

    async sweep(tenantId) {
      const now = clock().getTime();
      const unused = new Date(now - unusedDays * day);
      // Files bear the time of the disk, whatever the clock of the rows says.
      await clearUploadFolder(options.room, new Date(Date.now() - unusedDays * day));
      await this.chunks.sweep(tenantId, unused);
      return database.transaction(tenantId, async (tx) => {
        await tx.query(
          `delete from attachment
            where tenant_id = $1 and business_id is null and (is_deleted = 1 or create_time < $2)`,
          [tenantId, new Date(now - waitingDays * day)],
        );
        // An upload of equal content renews `used_at` under the same row lock, so it either
        // comes first and the row stays, or comes after and writes its bytes anew.
        const blobs = await tx.query<ContentLocation>(
          `delete from blob b where b.tenant_id = $1 and b.used_at < $2 and not exists (
             select 1 from attachment a where a.tenant_id = b.tenant_id and a.sha256 = b.sha256)
           returning blob_key as key, store_id::text as store`,
          [tenantId, unused],
        );
        await places.drop(tx, blobs);
        return blobs.length;
      });
    },

    clear: places.clear,

    move: createStoreMove({ ...options, places }),

    // Content bears the time of the store, whatever the clock of the rows says.
    sweepOrphans: (tenants) =>
      sweepOrphans(database, store, tenants, new Date(Date.now() - orphanDays * day)),
  };
};
