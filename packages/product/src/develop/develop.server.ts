import { isIP } from 'node:net';
import { resolveAddress, ServiceUnavailable } from '@keyan/engine/base/addresses.ts';
import type { Secrets } from '@keyan/engine/base/secrets.ts';
import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import { openCredential } from '@keyan/engine/records/credentials.ts';
import type { DatabaseAddress, Session } from '@keyan/engine/store/connection/database.ts';
import {
  databaseAddressOf,
  type ExternalColumn,
  type ExternalDatabase,
  readExternalColumns,
} from '@keyan/engine/store/connection/other-database.ts';
import { homesChannel } from '@keyan/engine/store/homes/tenant-databases.ts';
import { Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { asFieldFault } from '../shared/mechanisms/fault.ts';
import { databaseAddress, datasource } from './datasource.ts';

export interface DataSourceOptions {
  readonly secrets: Secrets;
  /** Hosts in private networks that data sources may use. */
  readonly hosts: readonly string[];
  /** True if this installation may connect to other databases. */
  readonly isOn: boolean;
}

interface ConnectionSettings {
  readonly url: string | null;
  readonly username: string | null;
  /** Encrypted password. */
  readonly password: string | null;
}

const developmentDisabledText: Label = [
  '本系统未开启开发功能（DEVELOP）',
  'Development is switched off in this installation (DEVELOP)',
];

const why: Readonly<Record<ServiceUnavailable['reason'], Label>> = {
  unknown: ['数据库的主机名不存在', 'The host name of the database does not exist'],
  closed: [
    '数据库在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
    'The database is on an internal network; the operator must allow it in SERVICE_HOSTS',
  ],
};

/** Connects to databases that are registered as data sources. */
export class DataSources {
  readonly #parts: DataSourceOptions;

  constructor(parts: DataSourceOptions) {
    this.#parts = parts;
  }

  get isOn(): boolean {
    return this.#parts.isOn;
  }

  /**
   * Checks that development is enabled.
   * @throws Refused if disabled
   */
  assertOn(): void {
    if (!this.#parts.isOn) throw new Refused(developmentDisabledText);
  }

  /**
   * Columns of a table; without a table, only tests the connection.
   * @throws Refused with the reason
   */
  async look(
    tenantId: string,
    source: ConnectionSettings,
    table?: string,
  ): Promise<readonly ExternalColumn[]> {
    this.assertOn();
    const other = await this.#reach(tenantId, source);
    try {
      return await readExternalColumns(other, table);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Refused(
        fill(['无法连接数据源：{reason}', 'Cannot connect to the data source: {reason}'], {
          reason,
        }),
      );
    }
  }

  /**
   * Validated address of a source with its decrypted password.
   * @throws Refused for a forbidden address
   */
  async #reach(tenantId: string, source: ConnectionSettings): Promise<ExternalDatabase> {
    const { url, username, password: kept } = source;
    const parts = databaseAddress.exec(url ?? '')?.groups;
    if (!parts)
      throw new Refused([
        '连接地址格式不正确（应为 jdbc:postgresql://host:port/database）',
        'The address must read jdbc:postgresql://host:port/database',
      ]);
    const { host = '', port, database = '', options = '' } = parts;
    const { secrets, hosts } = this.#parts;
    const address = await resolveAddress(host, hosts).catch((error: unknown) => {
      throw error instanceof ServiceUnavailable ? new Refused(why[error.reason]) : error;
    });
    const password = kept && openCredential(secrets, datasource.fields.password, tenantId, kept);
    if (password === null) {
      throw new Refused([
        '数据源的密码无法解密，请重新填写',
        'The password of the data source cannot be decrypted; enter it again',
      ]);
    }
    const isEncrypted = /(^|&)(sslmode=(require|verify-\w+)|ssl=true)(&|$)/.test(options);
    return {
      address,
      ...(isEncrypted && { serverName: isIP(host) === 0 ? host : '' }),
      port: Number(port ?? 5432),
      database,
      user: username ?? '',
      password,
    };
  }

  /**
   * Connection settings of a stored source that holds tenant data, with its host resolved now.
   * @throws Missing, Refused
   */
  async placeOf(
    session: Session,
    sourceId: string,
  ): Promise<{ readonly owner: Exclude<DatabaseAddress, string>; readonly url: string }> {
    const source = await this.#stored(session, sourceId);
    const owner = databaseAddressOf(await this.#reach(session.tenantId, source));
    return { owner, url: source.url ?? '' };
  }

  /**
   * Tests the connection to a stored source.
   * @throws Missing, Refused
   */
  async try(session: Session, sourceId: string): Promise<void> {
    await this.look(session.tenantId, await this.#stored(session, sourceId));
  }

  async #stored(session: Session, sourceId: string | null): Promise<ConnectionSettings> {
    const [source] = await session.query<ConnectionSettings>(
      `select url, username, password from data_source
        where tenant_id = $1 and id = $2 and is_deleted = 0`,
      [session.tenantId, sourceId],
    );
    if (!source) throw new Missing();
    return source;
  }

  /**
   * Columns of a table in a stored source.
   * @throws Missing, Refused
   */
  async columns(
    session: Session,
    sourceId: string | null,
    table: string,
  ): Promise<readonly ExternalColumn[]> {
    const source = await this.#stored(session, sourceId);
    const columns = await this.look(session.tenantId, source, table);
    if (columns.length === 0) {
      throw new Refused(
        fill(['数据源中没有表 {table}', 'The data source has no table {table}'], { table }),
      );
    }
    return columns;
  }
}

/**
 * Names of some tenants with data in a source, including moving and deleted tenants; null if there
 * are none.
 */
const tenantsIn = async (tx: Session, id: string): Promise<Label | null> => {
  const living = await tx.query<{ name: string }>(
    `select tenant_name as name from tenant_home join tenant on tenant_id = tenant_code
      where datasource_id = $1 or other_id = $1 order by tenant_id limit 3`,
    [id],
  );
  const names = living.map(({ name }) => name);
  return names.length === 0 ? null : [names.join('、'), names.join(', ')];
};

/**
 * Refuses a new address while tenants have data in the source: the data is not in the other
 * database.
 */
const assertNoTenants = async (tx: Session, id: string): Promise<void> => {
  const tenants = await tenantsIn(tx, id);
  if (!tenants) return;
  const message = fill(
    [
      '租户的数据在此数据源中（{tenants}），请先迁出再更换地址',
      'Tenants’ data are in this source ({tenants}); move them before changing its address',
    ],
    { tenants },
  );
  throw new Invalid([{ path: 'url', message }]);
};

/** Refuses deletion of a source with tenant data. */
const assertRemovable = async (tx: Session, id: string): Promise<void> => {
  const tenants = await tenantsIn(tx, id);
  if (!tenants) return;
  throw new Refused(
    fill(
      [
        '租户的数据在此数据源中（{tenants}），请先迁出再删除',
        'Tenants’ data are in this source ({tenants}); move them before deleting it',
      ],
      { tenants },
    ),
  );
};

/**
 * Tests the connection before a source is saved, and notifies server processes of changed
 * credentials.
 */
export const datasourceBehaviour = (sources: DataSources): Behaviour =>
  defineBehaviour(datasource, {
    ahead: {
      save: async (row, { tenantId }) => {
        if (!sources.isOn) return;
        await sources.look(tenantId, row).catch((error: unknown) => {
          throw asFieldFault('url', error);
        });
      },
    },
    saved: async ({ id, url }, { tx, before, action }) => {
      if (action === 'remove') await assertRemovable(tx, id);
      if (before && before.url !== url) await assertNoTenants(tx, id);
      if (before) await tx.query('select pg_notify($1, $2)', [homesChannel, id]);
    },
  });
