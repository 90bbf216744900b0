import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Database, Session, Tx } from '../store/connection/database.ts';
import { maxUploadBytes } from './intake.ts';

/** Bytes that may be kept; `Infinity` for no limit. */
export interface StorageQuota {
  /** Limit for all stored content of a tenant. */
  readonly tenant: number;
  /** Limit for the files that one person brought: files of records, and files that wait for one. */
  readonly person: number;
  /** Limit for one file. */
  readonly file: number;
}

const gigabyte = 1024 ** 3;

export const defaultQuota: StorageQuota = {
  tenant: 200 * gigabyte,
  person: 5 * gigabyte,
  file: maxUploadBytes,
};

/** Files that one person may have sent and not saved with a record; as many as one field takes. */
export const maxWaitingFiles = 1000;

/** Milliseconds for which the sum over a whole tenant, and its limits, are not asked again. */
const freshFor = 60_000;

interface Known {
  readonly until: number;
  readonly quota: StorageQuota;
  /** Bytes, counted on by what this process keeps itself. */
  used: number;
}

const gigabytes = (bytes: number): string => `${(bytes / gigabyte).toFixed(2)} GB`;

const overfull = (message: Label, used: number, limit: number): Refused =>
  new Refused(fill(message, { used: gigabytes(used), limit: gigabytes(limit) }));

const tenantFull: Label = [
  '全校的附件已占用 {used}，上限为 {limit}，请联系管理员',
  'All attachments use {used} of {limit}; contact an administrator',
];
const personFull: Label = [
  '您的附件已占用 {used}，上限为 {limit}，请移除不需要的附件后再上传',
  'Your attachments use {used} of {limit}; remove some before uploading more',
];
const tooManyWaiting = fill(
  [
    '您已上传、尚未随记录保存的附件达到 {most} 个，请先保存或移除',
    'You have {most} uploads not yet saved with a record; save or remove them first',
  ],
  { most: maxWaitingFiles },
);

interface Held {
  readonly bytes: string;
  readonly waiting: number;
}

/**
 * Storage that a person uses. A removed file that no record had counts until the sweep: sending and removing without
 * end fills a disk as well.
 */
const held = `select
    (select coalesce(sum(size), 0) from attachment where tenant_id = $1 and create_user = $2
       and (business_id is null or is_deleted = 0))
    + (select coalesce(sum(size), 0) from upload where tenant_id = $1 and create_user = $2) as bytes,
    (select count(*)::int from attachment where tenant_id = $1 and create_user = $2
       and business_id is null and is_deleted = 0 and made_with is null) as waiting`;

/** Keeps tenants and people within their share of the storage. */
export const createQuota = ({
  database,
  quotaOf,
}: {
  readonly database: Database;
  quotaOf(session: Session): Promise<StorageQuota>;
}) => {
  const tenants = new Map<string, Known>();

  const known = async (tenantId: string): Promise<Known> => {
    const kept = tenants.get(tenantId);
    if (kept && kept.until > Date.now()) return kept;
    const fresh = await database.read(tenantId, async (session) => {
      const [row] = await session.query<{ bytes: string }>(
        'select coalesce(sum(size), 0) as bytes from blob where tenant_id = $1',
        [tenantId],
      );
      return { quota: await quotaOf(session), used: Number(row?.bytes ?? 0) };
    });
    const entry = { ...fresh, until: Date.now() + freshFor };
    tenants.set(tenantId, entry);
    return entry;
  };

  const judge = async (
    session: Session,
    actor: Actor,
    size: number,
    kept: Known,
  ): Promise<void> => {
    const { quota, used } = kept;
    if (used + size > quota.tenant) throw overfull(tenantFull, used, quota.tenant);
    const [row] = await session.query<Held>(held, [actor.tenantId, actor.id]);
    const mine = Number(row?.bytes ?? 0);
    if (mine + size > quota.person) throw overfull(personFull, mine, quota.person);
    if ((row?.waiting ?? 0) >= maxWaitingFiles) throw new Refused(tooManyWaiting);
  };

  return {
    /** Bytes that one file may have now; the program's own have no limit but that of the intake. */
    async mostOf(actor: Actor | SystemActor): Promise<number> {
      if (isSystem(actor)) return maxUploadBytes;
      const { file } = await database.read(actor.tenantId, (session) => quotaOf(session));
      return file;
    },
    /**
     * Is there room for this many bytes more? The program itself is not asked.
     * @throws Refused saying how much is used, and of how much
     */
    async assertRoom(actor: Actor | SystemActor, size: number): Promise<void> {
      if (isSystem(actor)) return;
      const kept = await known(actor.tenantId);
      await database.read(actor.tenantId, (session) => judge(session, actor, size, kept));
    },
    /**
     * Function that takes the room within the transaction that keeps the file, so that two concurrent uploads do not
     * both get the last of it. It is requested before the transaction: within it, the sum over a tenant would need a
     * second connection.
     */
    async taking(actor: Actor | SystemActor, size: number): Promise<(tx: Tx) => Promise<void>> {
      if (isSystem(actor)) return async () => undefined;
      const kept = await known(actor.tenantId);
      return async (tx) => {
        await serialiseUploads(tx, actor);
        await judge(tx, actor, size, kept);
        tx.afterCommit(() => {
          kept.used += size;
        });
      };
    },
  };
};

/** Lets the uploads of one person pass one after the other, until the transaction ends. */
export const serialiseUploads = async (tx: Tx, actor: Actor): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${actor.id}`]);
};
