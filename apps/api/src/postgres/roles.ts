import { type DatabaseAddress, driverAddress } from '@keyan/engine/store/connection/database.ts';
import pg from 'pg';
import { Failure } from '../failure.ts';

/**
 * Name of the role that serves requests. Two roles protect the rows from the program (ruling 31):
 *
 * - the owner owns the schema and runs migrations, nothing else;
 * - `keyan_app` has the rights that the migrations grant, owns nothing and cannot bypass
 *   row-level policies. The name is fixed because migrations grant to it.
 */
export const appRole = 'keyan_app';

/** Failure: the program may not start on this database. The text says what to do. */
export class UnfitDatabase extends Failure {}

const minServerVersion = 150_000;

/** Runs the work on a new connection, which is closed afterwards. */
export async function withClient<T>(
  place: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...driverAddress(place),
    application_name: 'keyan-setup',
    connectionTimeoutMillis: 10_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Asserts that an external PostgreSQL accepts connections.
 *
 * @throws UnfitDatabase with the variable that holds the address, and the reason.
 */
export async function assertReachable(variable: string, url: string): Promise<void> {
  try {
    await withClient(url, async () => undefined);
  } catch (error) {
    // A host name with several addresses fails once for each; the aggregate error itself has no
    // text.
    const { message, errors = [] } = error as Error & { errors?: readonly Error[] };
    const reason = message || errors.map((one) => one.message).join('; ');
    throw new UnfitDatabase(`${variable} leads to no database that answers: ${reason}`, error);
  }
}

/**
 * Detects a pooler that lends a connection per transaction. `app.tenant`, prepared statements,
 * listening and locks need one connection per session.
 *
 * @returns true when two sessions that are open at the same time have one server process
 */
export async function lendsConnections(url: DatabaseAddress): Promise<boolean> {
  const processOf = async (client: pg.Client): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  return withClient(url, async (first) => {
    const theirs = await processOf(first);
    return (await withClient(url, processOf)) === theirs;
  });
}

/**
 * Asserts that the address does not lead to a pooler that lends a connection per transaction.
 * @throws UnfitDatabase naming the variable.
 */
export async function assertOwnConnections(variable: string, url: DatabaseAddress): Promise<void> {
  if (!(await lendsConnections(url))) return;
  throw new UnfitDatabase(
    `${variable} leads to a pooler that lends connections for one transaction, where statements run with the settings of another tenant. Let it pool sessions (pool_mode = session), or name the database itself.`,
  );
}

/** Number of the advisory lock for setting up, not used by any other lock. */
const setupLock = 7_203_114;

/**
 * Runs the work under an advisory lock, so that two processes that start at the same time do not
 * make one role twice.
 */
const withSetupLock = <T>(
  url: DatabaseAddress,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> =>
  withClient(url, async (client) => {
    // The lock is held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [setupLock]);
    return work(client);
  });

/** Quotes a value for `create role`, which takes no parameters. */
const quoteLiteral = (value: string): string => pg.escapeLiteral(value);

/**
 * Makes the roles, database and extension of a fresh embedded cluster; does nothing if they exist.
 *
 * @param admin address of the superuser on the maintenance database.
 */
export async function prepareEmbedded(
  admin: string,
  database: string,
  passwords: { readonly owner: string; readonly app: string },
): Promise<void> {
  await withSetupLock(admin, async (client) => {
    const exists = async (sql: string, value: string): Promise<boolean> =>
      (await client.query(sql, [value])).rowCount === 1;
    // The database is made last: if it exists, the setup is complete.
    if (await exists('select 1 from pg_database where datname = $1', database)) return;
    for (const [role, password] of [
      ['keyan_owner', passwords.owner],
      [appRole, passwords.app],
    ] as const) {
      if (await exists('select 1 from pg_roles where rolname = $1', role)) continue;
      await client.query(`create role ${role} login password ${quoteLiteral(password)}`);
    }
    await client.query(`create database ${pg.escapeIdentifier(database)} owner keyan_owner`);
  });
}

/**
 * Finds or makes the application's login on an external PostgreSQL.
 *
 * @param ownerUrl `DATABASE_URL`.
 * @param password password of `keyan_app` if this program makes it.
 * @throws UnfitDatabase with the statements to run, when the owner may not create roles.
 */
export async function prepareExternal(ownerUrl: string, password: string): Promise<string> {
  const appUrl = withLogin(ownerUrl, appRole, password);
  await withSetupLock(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole]);
    if (rowCount === 1 && (await canLogIn(appUrl))) return;
    const verb = rowCount === 1 ? 'alter' : 'create';
    try {
      await client.query(`${verb} role ${appRole} login password ${quoteLiteral(password)}`);
    } catch (error) {
      throw new UnfitDatabase(
        [
          'DATABASE_URL may not create the role of the application. Let an administrator run',
          `  create role ${appRole} login password '…';`,
          'and give its address in DATABASE_APP_URL.',
        ].join('\n'),
        error,
      );
    }
  });
  return appUrl;
}

export async function canLogIn(url: DatabaseAddress): Promise<boolean> {
  try {
    return await withClient(url, async () => true);
  } catch (error) {
    // 28P01: wrong password; 28000: not allowed to log in.
    if (['28P01', '28000'].includes((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

function withLogin(url: string, user: string, password: string): string {
  const address = new URL(url);
  address.username = user;
  address.password = encodeURIComponent(password);
  return address.href;
}

/** Makes, as the owner, the extension and the right to use the schema, which migrations require. */
export async function prepareSchema(ownerUrl: DatabaseAddress): Promise<void> {
  await withSetupLock(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < minServerVersion) {
      throw new UnfitDatabase(`PostgreSQL ${minServerVersion / 10_000} or newer is needed.`);
    }
    try {
      await client.query('create extension if not exists pg_trgm');
    } catch (error) {
      throw new UnfitDatabase(
        'The extension pg_trgm is missing and DATABASE_URL may not create it. Let an administrator run: create extension pg_trgm;',
        error,
      );
    }
    await client.query(`grant usage on schema public to ${appRole}`);
  });
}

/**
 * Functions behind the operators that search boxes, lists of codes and candidate groups use in
 * conditions.
 */
const searchFunctions = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.texticlike(text, text)',
  'pg_catalog.arrayoverlap(anyarray, anyarray)',
  'similarity_op(text, text)',
  'pg_catalog.ts_match_vq(tsvector, tsquery)',
];

/** Statements that a database administrator runs if the program lacks the right. */
export const leakproofStatements = searchFunctions.map(
  (name) => `alter function ${name} leakproof;`,
);

/**
 * Marks the operators of searches as leakproof, so that indexes serve searches under row-level
 * policies. Otherwise PostgreSQL assumes that their errors could reveal rows of others and scans
 * the whole table (a hundred times slower at 200,000 papers). Matching texts and sets raises no
 * error that depends on a row; only a superuser may declare that.
 *
 * @returns false if the login lacks the right.
 */
export async function allowIndexSearch(url: DatabaseAddress): Promise<boolean> {
  return withSetupLock(url, async (client) => {
    const { rows } = await client.query<{ said: boolean }>(
      'select bool_and(proleakproof) as said from pg_proc where oid = any($1::regprocedure[])',
      [searchFunctions],
    );
    if (rows[0]?.said) return true;
    try {
      await client.query(leakproofStatements.join('\n'));
      return true;
    } catch (error) {
      // 42501: insufficient privilege.
      if ((error as { code?: string }).code === '42501') return false;
      throw error;
    }
  });
}

/**
 * Asserts, as the application's role, that searches and row-level policies work.
 * @throws UnfitDatabase when Chinese text has no trigrams, or the role bypasses the policies.
 */
export async function assertDatabaseRole(appUrl: DatabaseAddress): Promise<void> {
  await withClient(appUrl, async (client) => {
    const { rows } = await client.query<{
      chinese: boolean;
      above: boolean;
      owns: string | null;
      member: boolean;
    }>(
      `select cardinality(show_trgm('科研管理')) > 0 as chinese,
              role.rolsuper or role.rolbypassrls as above,
              pg_has_role(current_user, '${appRole}', 'usage') as member,
              (select relname from pg_class
                join pg_namespace on pg_namespace.oid = relnamespace and nspname = 'public'
                where relkind in ('r', 'p') and pg_has_role(current_user, relowner, 'usage')
                limit 1) as owns
         from pg_roles role where rolname = current_user`,
    );
    const found = rows[0];
    if (!found?.chinese) {
      throw new UnfitDatabase(
        'Chinese text has no trigrams in this database, so that searching would be slow. Create it with: create database keyan encoding UTF8 locale "C.UTF-8" template template0;',
      );
    }
    if (found.above || found.owns !== null) {
      throw new UnfitDatabase(
        `The application's role must neither be a superuser, nor bypass row-level security, nor own tables${found.owns ? ` (it owns "${found.owns}")` : ''}.`,
      );
    }
    if (!found.member) {
      throw new UnfitDatabase(
        `The login of DATABASE_APP_URL must be a member of ${appRole}. Let an administrator run: grant ${appRole} to <login>;`,
      );
    }
  });
}
