import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/actor.ts';
import { Denied, Fault, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { AttachedFile } from '@keyan/kernel/field.ts';
import { isId } from '@keyan/kernel/id.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type MadeWith, stillHolds } from '../identity/rights.ts';
import type { Database, Session, Tx } from '../store/database.ts';
import { type Catalogues, createCatalogues, filesField, overfull } from './catalogues.ts';
import { clearRoom, type Received, receive } from './intake.ts';
import { type OrphanSweep, orphanDays, sweepOrphans } from './orphans.ts';
import { createParts, type Keep, type Parts } from './parts.ts';
import type { Files } from './port.ts';
import type { BlobStore } from './store.ts';
import { readTicket, writeTicket } from './ticket.ts';
import { contentFits, isAllowedSuffix, isBomb, isPreviewable, mimeOf, suffixOf } from './types.ts';

/** A file on its way in. */
export interface Upload {
  readonly fileName: string;
  readonly stream: Readable;
  readonly catalog: string;
  /** The record that takes it in when its owner next saves it without naming its attachments. */
  readonly meantFor?: string;
  /** The rights without which even its owner may not open it: those that an export was made with. */
  readonly madeWith?: MadeWith;
}

/** The record that a file belongs to. */
export interface FileOwner {
  /** The resource's key. */
  readonly resource: string;
  readonly businessId: string;
}

/** A file ready to be sent. */
export interface Opened {
  readonly file: AttachedFile;
  readonly mime: string;
  readonly stream: Readable;
}

/** The file store as calls use it. */
export interface FileService extends Files {
  readonly catalogues: Catalogues;
  /** Takes a file in while it streams; it waits for its row. Nothing remains of one that breaks off. */
  put(actor: Actor | SystemActor, upload: Upload): Promise<AttachedFile>;
  /** The same by parts, for files that take long to send. */
  readonly parts: Parts;
  /** The bytes of a file that the actor may read; Missing otherwise. */
  open(engine: Engine, actor: Actor, id: string): Promise<Opened>;
  /** A link's key to one file that the actor may read, good for minutes. */
  ticket(engine: Engine, actor: Actor, id: string): Promise<string>;
  /**
   * The bytes of a file that belongs to this record; whether they may be read is the caller's to
   * decide. Missing where the record has no such file.
   */
  openOf(tenantId: string, owner: FileOwner, id: string): Promise<Opened>;
  /** Opens by ticket; the row's read scope is asked again, for whom the ticket was made. */
  openByTicket(engine: Engine, ticket: string): Promise<Opened>;
  /** Lets go of files that wait for their row. A row's own files go by saving the row. */
  remove(actor: Actor, ids: readonly string[]): Promise<void>;
  /** Removes what nobody refers to any more; safe beside uploads. Returns how many blobs went. */
  sweep(tenantId: string): Promise<number>;
  /** Removes stored content that no row of these tenants, which are all, points to. */
  sweepOrphans(tenants: readonly string[]): Promise<OrphanSweep>;
}

export interface FileOptions {
  readonly database: Database;
  readonly store: BlobStore;
  /** A local folder for files that are still coming in; on the disk of the store when that is a disk. */
  readonly room: string;
  /** Signs tickets. */
  readonly secret: string;
  readonly clock: () => Date;
  /** The person as of now, or null when disabled or gone. */
  actorOf(tenantId: string, userId: string): Promise<Actor | null>;
}

interface AttachmentRow {
  readonly id: string;
  readonly resource: string | null;
  readonly business_id: string | null;
  readonly catalog: string;
  readonly name: string;
  readonly suffix: string;
  readonly size: string;
  readonly create_user: string;
  readonly blob_key: string;
  readonly made_with: MadeWith | null;
  /** Given with an opinion on this task, or null for the record's own attachments. */
  readonly task_id: string | null;
}

const gone: Label = ['附件不存在或已被移除,请重新上传', 'An attachment is gone; upload it again'];

/** Days that a file may wait for its row, and that a blob outlives its last reference. */
const waitingDays = 7;
const unusedDays = 1;
const day = 24 * 60 * 60 * 1000;

const linkOf = (id: string, name: string): string =>
  `/api/blade-resource/common/file/download?url=${id}&name=${encodeURIComponent(name)}`;

const toFile = (
  row: Pick<AttachmentRow, 'id' | 'name' | 'catalog' | 'suffix' | 'size'>,
): AttachedFile => ({
  id: row.id,
  name: row.name,
  fileName: row.name,
  catalog: row.catalog,
  suffix: row.suffix,
  size: Number(row.size),
  preview: isPreviewable(row.suffix),
  link: linkOf(row.id, row.name),
});

/** A random public id of 63 bits: it says nothing of the content and cannot be guessed. */
const randomId = (): string => (randomBytes(8).readBigUInt64BE() >> 1n).toString();

const actorId = (actor: Actor | SystemActor): string => (isSystem(actor) ? '0' : actor.id);

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

const select = `select a.id::text, a.resource, a.business_id::text, a.catalog, a.name, a.suffix,
  a.size::text, a.create_user::text, a.made_with, a.task_id::text, b.blob_key
  from attachment a join blob b on b.tenant_id = a.tenant_id and b.sha256 = a.sha256
  where a.tenant_id = $1 and a.is_deleted = 0`;

const failed = (name: string, reason: readonly [string, string]): Refused =>
  new Refused(
    fill(['【{name}】上传失败!{reason}', '{name} was not uploaded: {reason}'], { name, reason }),
  );

/** The name as it is kept; refuses what is not taken. */
const takenName = (given: string, refused: () => void = () => undefined): string => {
  const name = tidyName(given);
  if (isAllowedSuffix(suffixOf(name))) return name;
  refused();
  throw failed(name, ['不支持此文件类型', 'files of this type are not taken']);
};

const judge = async (received: Received, name: string): Promise<void> => {
  if (!(await contentFits(received.path, suffixOf(name)))) {
    throw failed(name, ['文件内容与类型不符', 'its content is not what its name says']);
  }
  if (await isBomb(received.path)) {
    throw failed(name, ['压缩包解压后过大', 'the archive unpacks to too much']);
  }
};

export const createFiles = (options: FileOptions): FileService => {
  const { database, store, clock } = options;
  const catalogues = createCatalogues(clock);

  /** Remembers the content; equal content of a tenant is kept once. Returns the key that serves it. */
  const remember = async (tx: Tx, received: Received, key: string): Promise<string> => {
    const [row] = await tx.query<{ blob_key: string }>(
      `insert into blob (tenant_id, sha256, blob_key, size, used_at) values ($1, $2, $3, $4, $5)
       on conflict (tenant_id, sha256) do update set used_at = excluded.used_at returning blob_key`,
      [tx.tenantId, received.sha256, key, received.size, clock()],
    );
    return row?.blob_key ?? key;
  };

  const find = async (session: Session, id: string): Promise<AttachmentRow> => {
    if (!isId(id)) throw new Missing();
    const [row] = await session.query<AttachmentRow>(`${select} and a.id = $2`, [
      session.tenantId,
      id,
    ]);
    if (!row) throw new Missing();
    return row;
  };

  /** The file, if the actor may read the row that it belongs to, or it waits and is the actor's. */
  const readable = async (engine: Engine, actor: Actor, id: string): Promise<AttachmentRow> => {
    const row = await database.read(actor.tenantId, (session) => find(session, id));
    if (row.business_id === null) {
      if (row.create_user !== actor.id) throw new Missing();
      if (row.made_with && !stillHolds(row.made_with, actor)) throw new Denied();
      return row;
    }
    const resource = engine.resources.get(row.resource ?? '');
    if (!resource) throw new Missing();
    await engine.as(actor).read(resource, row.business_id);
    return row;
  };

  const opened = async (row: AttachmentRow): Promise<Opened> => ({
    file: toFile(row),
    mime: mimeOf(row.suffix),
    stream: await store.get(row.blob_key),
  });

  /**
   * Makes an attachment that waits for its record of bytes that are in the waiting room.
   * @param also written in the same transaction; it may find that there is nothing to keep
   */
  const keep: Keep = async (actor, received, given, also = async () => undefined) => {
    const { id, name, catalog } = given;
    const suffix = suffixOf(name);
    const key = randomUUID();
    try {
      await judge(received, name);
      // The bytes are durable before any row speaks of them; a crash in between leaves an
      // orphan for the sweep, never a row without bytes.
      await store.put(key, received.path);
      const serves = await database.transaction(actor.tenantId, async (tx) => {
        await also(tx);
        const winner = await remember(tx, received, key);
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

  /** A file of the actor's that waits for its record. */
  const waiting = async (actor: Actor, id: string): Promise<AttachedFile> => {
    const row = await database.read(actor.tenantId, (session) => find(session, id));
    if (row.create_user !== actor.id) throw new Missing();
    return toFile(row);
  };

  return {
    catalogues,

    async of(session, resource, ids) {
      const found = new Map<string, AttachedFile[]>(ids.map((id) => [id, []]));
      if (ids.length === 0 || !filesField(resource)) return found;
      const rows = await session.query<AttachmentRow>(
        `${select} and a.resource = $2 and a.business_id = any($3::bigint[]) and a.task_id is null
          order by a.sort_order, a.create_time, a.id`,
        [session.tenantId, resource.key, ids],
      );
      for (const row of rows) found.get(row.business_id ?? '')?.push(toFile(row));
      return found;
    },

    column: (resource, businessId) =>
      sql`(select coalesce(json_agg(a), '[]') from (select a.id::text, a.name, a.catalog, a.suffix, a.size from attachment a where a.tenant_id = current_setting('app.tenant', true) and a.resource = ${sql.lit(resource.key)} and a.business_id = ${businessId} and a.task_id is null and a.is_deleted = 0 order by a.sort_order, a.create_time, a.id) a)`,

    fromColumn: (value) => (value as AttachmentRow[]).map(toFile),

    async bind(step, resource, id, given) {
      const { tx, actor } = step;
      const path = filesField(resource) ?? 'attachments';
      const wanted = given.map((item) =>
        typeof item === 'string' ? { id: item } : (item as { id: string; catalog?: string }),
      );
      const inForce = await catalogues.of(tx, resource);
      const codes = new Set(inForce.map((item) => item.code));
      const rows = await tx.query<AttachmentRow>(
        `${select} and (a.resource = $2 and a.business_id = $3 or a.id = any($4::bigint[]))
            and a.task_id is null
          for update of a`,
        [tx.tenantId, resource.key, id, wanted.map((item) => item.id)],
      );
      const byId = new Map(rows.map((row) => [row.id, row]));
      const mine = (row: AttachmentRow): boolean =>
        (row.resource === resource.key && row.business_id === id) ||
        (row.business_id === null &&
          row.made_with === null &&
          (isSystem(actor) || row.create_user === actorId(actor)));
      const bound = wanted.map((item) => {
        const row = byId.get(item.id);
        if (!row || !mine(row)) throw new Invalid([{ path, message: gone }]);
        const catalog = item.catalog && codes.has(item.catalog) ? item.catalog : row.catalog;
        return { ...row, catalog };
      });
      const tooMany = overfull(inForce, bound);
      if (tooMany) throw new Invalid([{ path, message: tooMany }]);
      // What is named is all of it: nothing that was uploaded for the record comes in later.
      tx.send({
        sql: `update attachment set meant_for = null
               where tenant_id = $1 and meant_for = $2 and business_id is null and is_deleted = 0
                 and create_user = $3`,
        parameters: [tx.tenantId, id, actorId(actor)],
      });
      const kept = new Set(bound.map((row) => row.id));
      const dropped = rows.filter((row) => row.business_id === id && !kept.has(row.id));
      if (dropped.length > 0) {
        tx.send({
          sql: `update attachment set is_deleted = 1
                 where tenant_id = $1 and id = any($2::bigint[])`,
          parameters: [tx.tenantId, dropped.map((row) => row.id)],
        });
      }
      if (bound.length > 0) {
        tx.send({
          sql: `update attachment a set resource = $2, business_id = $3, catalog = v.catalog,
                  sort_order = v.place
                from unnest($4::bigint[], $5::text[], $6::int[]) as v(id, catalog, place)
               where a.tenant_id = $1 and a.id = v.id`,
          parameters: [
            tx.tenantId,
            resource.key,
            id,
            bound.map((row) => row.id),
            bound.map((row) => row.catalog),
            bound.map((_, index) => index),
          ],
        });
      }
      return bound.map(toFile);
    },

    async meantFor({ tx, actor }, id) {
      const rows = await tx.query<AttachmentRow>(
        `${select} and a.meant_for = $2 and a.business_id is null and a.create_user = $3
          order by a.create_time, a.id`,
        [tx.tenantId, id, actorId(actor)],
      );
      return rows.map(toFile);
    },

    async give({ tx, actor }, task, given) {
      const ids = [...new Set(given)];
      const rows = await tx.query(
        `update attachment set resource = $2, business_id = $3, task_id = $4
          where tenant_id = $1 and id = any($5::bigint[]) and create_user = $6
            and business_id is null and made_with is null and is_deleted = 0 returning id`,
        [tx.tenantId, task.resource, task.businessId, task.id, ids, actorId(actor)],
      );
      if (rows.length < ids.length) throw new Invalid([{ path: 'attachments', message: gone }]);
    },

    async givenWith(session, tasks) {
      if (tasks.length === 0) return new Map();
      const rows = await session.query<AttachmentRow>(
        `${select} and a.task_id = any($2::bigint[]) order by a.create_time, a.id`,
        [session.tenantId, tasks],
      );
      const byTask = Map.groupBy(rows, (row) => row.task_id ?? '');
      return new Map([...byTask].map(([task, files]) => [task, files.map(toFile)]));
    },

    async missing(session, resource, files) {
      const path = filesField(resource);
      if (!path) return [];
      const filled = new Set(files.map((file) => file.catalog));
      const names = (await catalogues.of(session, resource))
        .filter((item) => item.required && !filled.has(item.code))
        .map((item) => item.label[0]);
      return names.length > 0 ? [{ path, names }] : [];
    },

    async put(actor, upload) {
      const name = takenName(upload.fileName, () => upload.stream.resume());
      const received = await receive(options.room, upload.stream);
      const { catalog, madeWith, meantFor } = upload;
      return keep(actor, received, { id: randomId(), name, catalog, madeWith, meantFor });
    },

    parts: createParts({ ...options, randomId, takenName, keep, waiting }),

    open: async (engine, actor, id) => opened(await readable(engine, actor, id)),

    async openOf(tenantId, owner, id) {
      const row = await database.read(tenantId, (session) => find(session, id));
      if (row.resource !== owner.resource || row.business_id !== owner.businessId) {
        throw new Missing();
      }
      return opened(row);
    },

    async ticket(engine, actor, id) {
      await readable(engine, actor, id);
      return writeTicket(
        { file: id, tenant: actor.tenantId, user: actor.id },
        options.secret,
        clock(),
      );
    },

    async openByTicket(engine, given) {
      const ticket = readTicket(given, options.secret, clock());
      const actor = ticket && (await options.actorOf(ticket.tenant, ticket.user));
      if (!ticket || !actor)
        throw new Missing(['链接已失效,请刷新后重试', 'The link is over; refresh']);
      return opened(await readable(engine, actor, ticket.file));
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
          '附件已归入记录,请在记录中移除并保存',
          'The attachment belongs to a record; remove it there and save',
        ]);
      }
    },

    async sweep(tenantId) {
      const now = clock().getTime();
      const unused = new Date(now - unusedDays * day);
      // Files bear the time of the disk, whatever the clock of the rows says.
      await clearRoom(options.room, new Date(Date.now() - unusedDays * day));
      await this.parts.sweep(tenantId, unused);
      const gone = await database.transaction(tenantId, async (tx) => {
        await tx.query(
          `delete from attachment
            where tenant_id = $1 and business_id is null and (is_deleted = 1 or create_time < $2)`,
          [tenantId, new Date(now - waitingDays * day)],
        );
        // An upload of equal content renews `used_at` under the same row lock, so it either
        // comes first and the row stays, or comes after and writes its bytes anew.
        return tx.query<{ blob_key: string }>(
          `delete from blob b where b.tenant_id = $1 and b.used_at < $2 and not exists (
             select 1 from attachment a where a.tenant_id = b.tenant_id and a.sha256 = b.sha256)
           returning blob_key`,
          [tenantId, unused],
        );
      });
      for (const { blob_key } of gone) await store.remove(blob_key);
      return gone.length;
    },

    // Content bears the time of the store, whatever the clock of the rows says.
    sweepOrphans: (tenants) =>
      sweepOrphans(database, store, tenants, new Date(Date.now() - orphanDays * day)),
  };
};
