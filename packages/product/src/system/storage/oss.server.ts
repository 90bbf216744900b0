import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { resolveAddress, ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { StorageFailure } from '@keyan/engine/base/storage.ts';
import type { TenantStores } from '@keyan/engine/files/places.ts';
import type { StoreTimeouts } from '@keyan/engine/files/s3.ts';
import type { BlobStore } from '@keyan/engine/files/store.ts';
import {
  type Behaviour,
  defineBehaviour,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { Database, Session } from '@keyan/engine/store/connection/database.ts';
import { LruCache } from '@keyan/engine/store/connection/lru-cache.ts';
import { type Row, untypedResource } from '@keyan/kernel/definition/resource.ts';
import { type FieldFault, Invalid, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { asFieldFault } from '../../shared/mechanisms/fault.ts';
import { switchStatusCodes } from '../../shared/mechanisms/switching.ts';
import { oss, ossKinds } from './oss.ts';

interface Config {
  readonly id: string;
  readonly category: string;
  readonly endpoint: string | null;
  readonly bucket: string | null;
  readonly region: string | null;
  readonly accessKey: string | null;
  readonly secret: string | null;
}

const columns = `id::text, category, endpoint, bucket_name as bucket, region,
  access_key as "accessKey", secret_key as secret`;

type OssRow = { readonly id: string } & {
  readonly [name in 'category' | 'endpoint' | 'bucketName' | 'region' | 'accessKey' | 'secretKey']:
    | string
    | null;
};

const configOf = (row: OssRow): Config => ({
  id: row.id,
  category: row.category ?? '',
  endpoint: row.endpoint,
  bucket: row.bucketName,
  region: row.region,
  accessKey: row.accessKey,
  secret: row.secretKey,
});

/** Default region of signatures; self-hosted stores accept any. */
const usualRegion = 'us-east-1';

export interface ObjectStoreParts {
  readonly database: Database;
  readonly secrets: Secrets;
  /** Hosts in private networks that universities may use. */
  readonly hosts: readonly string[];
  /** Local folder for tests. */
  readonly room: string;
  readonly patience?: StoreTimeouts;
}

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['存储地址的主机名不存在', 'The host name of the storage address does not exist'],
  closed: [
    '存储地址在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The storage address is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

const sealedElsewhere: Label = [
  '对象存储的密钥无法解密，请重新填写',
  'The key of the object storage cannot be decrypted; enter it again',
];

/** Object stores configured by universities. */
export class ObjectStores implements TenantStores {
  readonly #parts: ObjectStoreParts;
  /** Clients by settings, so that changed settings yield a new client. */
  readonly #open = new LruCache<string, BlobStore>(50);

  constructor(parts: ObjectStoreParts) {
    this.#parts = parts;
  }

  current(tenantId: string): Promise<string | null> {
    return this.#parts.database.read(tenantId, async (session) => {
      const [row] = await session.query<{ id: string; category: string }>(
        `select id::text, category from oss_config
          where tenant_id = $1 and status = $2 and is_deleted = 0 order by update_time desc limit 1`,
        [tenantId, switchStatusCodes.on],
      );
      return row && row.category !== ossKinds.own ? row.id : null;
    });
  }

  async open(tenantId: string, id: string): Promise<BlobStore> {
    const config = await this.#parts.database.read(tenantId, (session) => find(session, id));
    if (!config) throw new StorageFailure(`there is no object store ${id}`);
    try {
      return await this.#client(tenantId, config);
    } catch (error) {
      throw new StorageFailure(`object store ${id} cannot be used`, error);
    }
  }

  /** Tests the settings of a stored object store. @throws Refused */
  async try(tenantId: string, id: string): Promise<void> {
    const config = await this.#parts.database.read(tenantId, (session) => find(session, id));
    if (config) await this.tryAs(tenantId, config);
  }

  /** Returns whether content is stored with these settings, or new content would be. */
  isUsed(
    tenantId: string,
    { id, status }: { readonly id: string; readonly status: string | null },
  ) {
    return this.#parts.database.read(
      tenantId,
      async (session) => status === switchStatusCodes.on || (await holdsFiles(session, id)),
    );
  }

  /**
   * Writes, reads and deletes a test object, without an open database connection.
   * @throws Refused with the reason of the failure
   */
  async tryAs(tenantId: string, config: Config): Promise<void> {
    if (config.category === ossKinds.own) return;
    const key = randomUUID();
    const path = join(this.#parts.room, key);
    try {
      const store = await this.#client(tenantId, config);
      await writeFile(path, key, { mode: 0o600 });
      await store.put(key, path);
      const found = await buffer((await store.get(key)).stream);
      await store.remove(key);
      if (found.toString() !== key) throw new Error('it gave back other bytes');
    } catch (error) {
      if (error instanceof Refused) throw error;
      const reason = error instanceof Error ? error.message || error.name : String(error);
      throw new Refused(
        fill(['对象存储不可用：{reason}', 'The object storage is not available: {reason}'], {
          reason,
        }),
      );
    } finally {
      await rm(path, { force: true });
    }
  }

  /** @throws Refused */
  async #client(tenantId: string, config: Config): Promise<BlobStore> {
    const { endpoint, bucket, accessKey, secret } = config;
    if (endpoint === null || bucket === null || accessKey === null || secret === null) {
      throw new Refused(['对象存储的配置不完整', 'The object storage settings are incomplete']);
    }
    const { hostname } = new URL(endpoint);
    const name = hostname.replace(/^\[|\]$/g, '');
    await this.#judge(name, name);
    const known = `${tenantId} ${JSON.stringify(config)}`;
    const kept = this.#open.get(known);
    if (kept) return kept;
    const { secrets } = this.#parts;
    const secretAccessKey = openCredential(secrets, oss.fields.secretKey, tenantId, secret);
    if (secretAccessKey === null) throw new Refused(sealedElsewhere);
    // Loads the large S3 client on first use.
    const { s3Store } = await import('@keyan/engine/files/s3.ts');
    const store = s3Store({
      endpoint,
      bucket,
      accessKeyId: accessKey,
      secretAccessKey,
      region: config.region || usualRegion,
      pathStyle: config.category === ossKinds.minio || isIP(name) !== 0,
      typed: {
        lookup: this.#lookup(name),
        ...(this.#parts.patience && { patience: this.#parts.patience }),
      },
    });
    this.#open.set(known, store);
    return store;
  }

  /** Returns the allowed address of a host of the store with endpoint `opened`. @throws Refused */
  async #judge(host: string, opened: string): Promise<string> {
    const { hosts } = this.#parts;
    // The bucket may precede the host name, so an allowed endpoint allows both.
    const isOpened = hosts.includes(opened.toLowerCase());
    return resolveAddress(host, isOpened ? [host.toLowerCase()] : []).catch((error: unknown) => {
      throw error instanceof ServiceUnavailable ? new Refused(why[error.reason]) : error;
    });
  }

  /** Checks the address at every connection, so that a changed DNS entry cannot redirect it. */
  #lookup(opened: string): LookupFunction {
    return (host, options, found) => {
      this.#judge(host, opened).then(
        (address) => {
          const family = isIP(address);
          if (options.all) found(null, [{ address, family }]);
          else found(null, address, family);
        },
        (error: Error) => found(error, '', 4),
      );
    };
  }
}

const find = async (session: Session, id: string): Promise<Config | undefined> => {
  const [row] = await session.query<Config>(
    `select ${columns} from oss_config where tenant_id = $1 and id = $2 and is_deleted = 0`,
    [session.tenantId, id],
  );
  return row;
};

const holdsFiles = async (session: Session, id: string): Promise<boolean> => {
  const rows = await session.query(
    `select 1 from blob where tenant_id = $1 and store_id = $2
     union all select 1 from blob_leftover where tenant_id = $1 and store_id = $2 limit 1`,
    [session.tenantId, id],
  );
  return rows.length > 0;
};

/** Disables all other stores. */
const disableOthers = async (transaction: TransactionContext, id: string): Promise<void> => {
  const { tx } = transaction;
  // Locks, since two concurrent transactions would not see each other's enabled store.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`oss ${tx.tenantId}`]);
  const others = await tx.query<{ id: string }>(
    `select id::text from oss_config
      where tenant_id = $1 and status = $2 and id <> $3 and is_deleted = 0 order by id`,
    [tx.tenantId, switchStatusCodes.on, id],
  );
  const resource = untypedResource(oss);
  for (const other of others) {
    const before = await lockRow(transaction, resource, other.id);
    const after = { ...before, status: switchStatusCodes.off };
    await commitChange(transaction, { resource, before, after, action: 'disable' });
  }
};

const staysWhile: FieldFault = {
  path: 'bucketName',
  message: [
    '存储中已有文件，不能修改类型和空间名；请先迁移文件',
    'The storage already holds files: type and bucket cannot be changed; move the files first',
  ],
};

/** @throws Refused for a store in use or with files */
const assertRemovable = async (
  tx: Session,
  { id, status }: Pick<Row<typeof oss>, 'id' | 'status'>,
): Promise<void> => {
  if (status === switchStatusCodes.on) {
    throw new Refused([
      '启用中的存储不能删除，请先停用',
      'An enabled storage cannot be deleted; disable it first',
    ]);
  }
  if (await holdsFiles(tx, id)) {
    throw new Refused([
      '存储中还有文件，或有已迁出但尚未清理的原文件（每小时清理一次），不能删除',
      'The storage still holds files, or originals of moved files not yet cleared (cleared hourly); it cannot be deleted',
    ]);
  }
};

/**
 * Rules for object stores: location settings of a store with files are fixed. New settings of a store in use are tested
 * before saving, since a wrong address would make every file unavailable.
 */
export const ossBehaviour = (stores: ObjectStores): Behaviour =>
  defineBehaviour(oss, {
    saved: async (row, { before, action, tx }) => {
      if (action === 'remove') return assertRemovable(tx, row);
      const isMoved =
        before !== null &&
        (before.category !== row.category || before.bucketName !== row.bucketName);
      if (isMoved && (await holdsFiles(tx, row.id))) throw new Invalid([staysWhile]);
    },
    ahead: {
      enable: ({ id }, { tenantId }) => stores.try(tenantId, id),
      save: async (row, { tenantId, before }) => {
        const [is, was] = [configOf(row), before && configOf(before)];
        if (!was || isDeepStrictEqual(is, was) || !(await stores.isUsed(tenantId, row))) return;
        await stores.tryAs(tenantId, is).catch((error: unknown) => {
          throw asFieldFault('endpoint', error);
        });
      },
    },
    performed: { enable: ({ id }, transaction) => disableOthers(transaction, id) },
  });
