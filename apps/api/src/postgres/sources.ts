import { join } from 'node:path';
import type { DatabaseAddress } from '@keyan/engine/store/connection/database.ts';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import pg from 'pg';
import {
  allowIndexSearch,
  appRole,
  assertDatabaseRole,
  canLogIn,
  lendsConnections,
  prepareSchema,
  UnfitDatabase,
  withClient,
} from './roles.ts';

type AddressParts = Exclude<DatabaseAddress, string>;

/** Address of a database that was named as a data source, for the login that owns its tables. */
export interface NamedSource {
  readonly id: string;
  readonly owner: AddressParts;
  /** Password of the login that requests use in this data source; generated for it alone. */
  readonly appPassword: string;
  /** Id of the installation whose tenants will live in the data source. */
  readonly installation: string;
}

const missingRightsError = (login: string, error: unknown) =>
  new UnfitDatabase(
    `数据源的登录不能建立角色 ${login}，或不能授予它 ${appRole}；请给它 createrole 权限 / The login of the data source may not create the role ${login}, or not grant ${appRole} to it; give it createrole.`,
    error,
  );

/**
 * Makes the login of requests in a data source, a separate role of that server. Its password
 * differs from that of the main database, since whoever typed the address may control the server.
 * @throws UnfitDatabase
 */
const appLogin = async (source: NamedSource): Promise<AddressParts> => {
  const { owner, id, installation, appPassword: password } = source;
  const user = `keyan_${installation.slice(0, 8)}_${id}`;
  const own: AddressParts = { ...owner, user, password };
  if (await canLogIn(own)) return own;
  const login = pg.escapeIdentifier(user);
  await withClient(owner, async (client) => {
    const isThere = async (role: string): Promise<boolean> =>
      (await client.query('select 1 from pg_roles where rolname = $1', [role])).rowCount === 1;
    try {
      if (!(await isThere(appRole))) await client.query(`create role ${appRole} nologin`);
      const verb = (await isThere(user)) ? 'alter' : 'create';
      await client.query(`${verb} role ${login} login password ${pg.escapeLiteral(password)}`);
      await client.query(`grant ${appRole} to ${login}`);
    } catch (error) {
      throw missingRightsError(user, error);
    }
  });
  return own;
};

const foreignDatabaseError = (): UnfitDatabase =>
  new UnfitDatabase(
    '数据源属于另一套系统，或就是主数据库 / The data source belongs to another installation, or is the main database.',
  );

const poolerError = (): UnfitDatabase =>
  new UnfitDatabase(
    '数据源前的连接池按事务借出连接，请改为会话模式（pool_mode = session） / The pooler before the data source lends connections for one transaction; let it pool sessions (pool_mode = session).',
  );

/**
 * Asserts before the setup that the database is empty, or has tables of this product that no other
 * installation uses.
 * @throws UnfitDatabase
 */
const assertFree = ({ owner, installation }: NamedSource): Promise<void> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ isOurs: boolean; isMigrated: boolean; isEmpty: boolean }>(
      `select to_regclass('public.installation') is not null as "isOurs",
          to_regclass('public.schema_migration') is not null as "isMigrated",
          not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
            where n.nspname = 'public' and c.relkind in ('r', 'p')) as "isEmpty"`,
    );
    const [found] = rows;
    if (found?.isOurs) {
      const { rowCount } = await client.query(
        `select 1 from installation
          where case when is_claimed then id = $1 else not exists (select from tenant) end`,
        [installation],
      );
      if (rowCount !== 1) throw foreignDatabaseError();
    } else if (!found?.isMigrated && !found?.isEmpty) {
      throw new UnfitDatabase(
        '数据源中已有其他系统的表；租户需要一个空的数据库 / The data source has tables of another system; tenants need an empty database.',
      );
    }
  });

/**
 * Assigns a data source to the first installation that uses it; refused for the main database of an
 * installation.
 */
const claimDatabase = ({ owner, installation }: NamedSource): Promise<void> =>
  withClient(owner, async (client) => {
    await client.query(
      `update installation set id = $1, is_claimed = true
        where not is_claimed and not exists (select from tenant)`,
      [installation],
    );
    const { rowCount } = await client.query(
      'select 1 from installation where id = $1 and is_claimed',
      [installation],
    );
    if (rowCount !== 1) throw foreignDatabaseError();
  });

/**
 * Prepares a database named as a data source for tenants: role, extension, migrations. Safe to run
 * again, also by several processes at the same time.
 * @returns address from which requests are served
 * @throws UnfitDatabase
 */
export const openSource = async (source: NamedSource): Promise<DatabaseAddress> => {
  const { owner } = source;
  if (await lendsConnections(owner)) throw poolerError();
  await assertFree(source);
  const app = await appLogin(source);
  await prepareSchema(owner);
  await allowIndexSearch(owner);
  await migrate(owner, await readMigrations(join(import.meta.dirname, '../../migrations')));
  await claimDatabase(source);
  await assertDatabaseRole(app);
  return app;
};
