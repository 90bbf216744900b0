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

/** Upload in progress. */
export interface IncomingUpload {
  readonly fileName: string;
  readonly stream: Readable;
  readonly catalog: string;
  /** Record that takes the file when its owner next saves it without naming its attachments. */
  readonly meantFor?: string;
  /** Returns the fields that the sender put after the content; called once the content has arrived. */
  readonly told?: () => Promise<{ readonly catalog?: string; readonly meantFor?: string }>;
  /** Rights of the export that made the file; without them even its owner may not open it. */
  readonly madeWith?: ExportRights;
  /** True for a form that the system printed; the next submission of its record replaces it. */
  readonly printed?: boolean;
}

/** Record to which a file belongs. */
export interface FileOwner {
  /** Key of the resource. */
  readonly resource: string;
  readonly businessId: string;
}

/** File that is ready to be sent. */
export interface OpenedFile {
  readonly file: AttachedFile;
  readonly mime: string;
  readonly stream: Readable;
}

/** File store for calls. */
export interface FileService extends Files {
  readonly categories: AttachmentCategories;
  /** Returns the maximum size of one file of the actor, in megabytes. */
  largest(actor: Actor): Promise<number>;
  /** Receives a file as a stream and stores it unattached. An interrupted upload leaves nothing. */
  put(actor: Actor | SystemActor, upload: IncomingUpload): Promise<AttachedFile>;
  /** Uploads in chunks, for large files. */
  readonly chunks: ChunkedUploads;
  /**
   * Opens a file that the actor may read.
   * @throws Missing for another file.
   */
  open(engine: RecordReader, actor: Actor, id: string): Promise<OpenedFile>;
  /** Returns a short-lived key for a link to one file that the actor may read. */
  ticket(engine: RecordReader, actor: Actor, id: string): Promise<string>;
  /**
   * Opens a file of this record; the caller has checked the right to read it.
   * @throws Missing if the record has no such file.
   */
  openOf(tenantId: string, owner: FileOwner, id: string): Promise<OpenedFile>;
  /** Opens a file by ticket while the session of the ticket lasts; the read scope of its holder is checked again. */
  openByTicket(engine: RecordReader, ticket: string): Promise<OpenedFile>;
  /** Deletes unattached files. Attached files are removed by saving their record. */
  remove(actor: Actor, ids: readonly string[]): Promise<void>;
  /** Deletes content to which no row refers any more; safe during uploads. Returns the number of deleted contents. */
  sweep(tenantId: string): Promise<number>;
  /** Deletes noted content that is due, after a sweep or a move. */
  clear(tenantId: string, signal: AbortSignal): Promise<ClearResult>;
  /** Moves content between two stores until the first is empty. Safe to repeat, and during uploads and reads. */
  move(tenantId: string, move: StoreMove, signal: AbortSignal): Promise<StoreMoveResult>;
  /** Deletes stored content to which no row of these tenants points; the list must contain all tenants. */
  sweepOrphans(tenants: readonly string[]): Promise<OrphanSweep>;
}

export interface FileOptions {
  readonly database: Database;
  /** Store of the installation. */
  readonly store: BlobStore;
  /** Stores that tenants configured; if unset, none. */
  readonly stores?: TenantStores;
  /** Local folder for uploads in progress; on the same disk as the store if that is a disk. */
  readonly room: string;
  /** Secret that signs tickets. */
  readonly secret: string;
  readonly clock: () => Date;
  readonly linkTo: FileLink;
  /** Attachment categories of tenants; if unset, those of the definitions. */
  readonly categories?: AttachmentCategories;
  /** Returns the storage limits of the tenant of the session. */
  quotaOf(session: Session): Promise<StorageQuota>;
  /** Called for every damaged file that somebody tried to read. Must not throw. */
  onDamage(damage: StoredDamage): void;
  /** Returns the person of a session with their current rights; null if the session is over or the person disabled. */
  holderOf(tenantId: string, userId: string, sessionId: string): Promise<Actor | null>;
}

/** Days for which an unattached file is stored, and for which content outlives its last reference. */
const waitingDays = 7;
const unusedDays = 1;
const day = 24 * 60 * 60 * 1000;

/** Returns the name without path and control characters, at most 200 characters. */
const tidyName = (given: string): string => {
  const name =
    given
      .replace(/^.*[\\/]/, '')
      .replace(/\p{Cc}/gu, '')
      .trim() || 'file';
  const suffix = suffixOf(name);
  return [...name].length <= 200 ? name : `${[...name].slice(0, 190).join('')}.${suffix}`;
};

/** Returns the name under which a file is stored; calls `refused` for a type that is not allowed. */
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

/** Creates the file store. Long because it is one object whose short methods share the options. */
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

  /** Returns the file if the actor may read its record, or if it is an unattached file of the actor. */
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
    // A file sent with an opinion is no file of the record itself.
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
        // The file may have been moved to another store since its row was read.
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

  /** Returns an unattached file of the actor. */
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
      // The stream may fail while storage is checked; an error without a listener ends the process.
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
      const { catalog, madeWith, meantFor, printed } = { ...upload, ...(await upload.told?.()) };
      return keep(actor, received, {
        id: randomId(),
        name,
        catalog,
        madeWith,
        meantFor,
        printed,
      });
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
      // Files have the time of the disk, not of the clock for rows.
      await clearUploadFolder(options.room, new Date(Date.now() - unusedDays * day));
      await this.chunks.sweep(tenantId, unused);
      return database.transaction(tenantId, async (tx) => {
        await tx.query(
          `delete from attachment
            where tenant_id = $1 and business_id is null and (is_deleted = 1 or create_time < $2)`,
          [tenantId, new Date(now - waitingDays * day)],
        );
        // An upload of equal content renews `used_at` under the same row lock: if it comes first, the row remains; if
        // it comes after, it writes the content anew.
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

    // Content has the time of the store, not of the clock for rows.
    sweepOrphans: (tenants) =>
      sweepOrphans(database, store, tenants, new Date(Date.now() - orphanDays * day)),
  };
};
