import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import type { Database, Session, Tx } from '../store/connection/database.ts';
import { maxUploadBytes } from './intake.ts';

/** Storage limits in bytes; `Infinity` for no limit. */
export interface StorageQuota {
  /** Limit for all stored content of a tenant. */
  readonly tenant: number;
  /** Limit for the files that one person uploaded, attached or not. */
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

/** Maximum number of unattached files per person: as many as one field may contain. */
export const maxWaitingFiles = 1000;

/** Milliseconds for which the used storage of a tenant, and its limits, are cached. */
const freshFor = 60_000;

interface Known {
  readonly until: number;
  readonly quota: StorageQuota;
  /** Used bytes, including what this process has stored since the last query. */
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
 * SQL for the storage that a person uses. A removed file that was never attached counts until the sweep, because
 * repeated uploading and removing fills a disk too.
 */
const held = `select
    (select coalesce(sum(size), 0) from attachment where tenant_id = $1 and create_user = $2
       and (business_id is null or is_deleted = 0))
    + (select coalesce(sum(size), 0) from upload where tenant_id = $1 and create_user = $2) as bytes,
    (select count(*)::int from attachment where tenant_id = $1 and create_user = $2
       and business_id is null and is_deleted = 0 and made_with is null) as waiting`;

/** Creates the checks of the storage limits of tenants and people. */
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
    /**
     * Returns the maximum size in bytes that one file of the actor may have now; the system is limited only by
     * `maxUploadBytes`.
     */
    async mostOf(actor: Actor | SystemActor): Promise<number> {
      if (isSystem(actor)) return maxUploadBytes;
      const { file } = await database.read(actor.tenantId, (session) => quotaOf(session));
      return file;
    },
    /**
     * Checks that this many more bytes may be stored; the system is not limited.
     * @throws Refused with the used and the allowed storage
     */
    async assertRoom(actor: Actor | SystemActor, size: number): Promise<void> {
      if (isSystem(actor)) return;
      const kept = await known(actor.tenantId);
      await database.read(actor.tenantId, (session) => judge(session, actor, size, kept));
    },
    /**
     * Returns a function that checks the limit again within the transaction that stores the file, so that two
     * concurrent uploads cannot both take the remaining storage. Call this before the transaction: the sum over a
     * tenant needs a second connection.
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

/** Serialises the uploads of one person until the transaction ends. */
export const serialiseUploads = async (tx: Tx, actor: Actor): Promise<void> => {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`upload ${actor.id}`]);
};
