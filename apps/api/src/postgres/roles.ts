import { type DatabaseAddress, driverAddress } from '@keyan/engine/store/connection/database.ts';
import pg from 'pg';
import { Failure } from '../failure.ts';

/**
 * Two roles protect the rows from the program (ruling 31):
 *
 * - the owner owns the schema and runs migrations, nothing else;
 * - `keyan_app` serves requests: it gets what the migrations grant it, owns nothing and cannot pass
 *   by a row-level policy. The name is fixed because migrations grant to it.
 */
export const appRole = 'keyan_app';

/** A database that the program may not start on. The text says what to do. */
export class UnfitDatabase extends Failure {}

const oldestServer = 150_000;

/** Runs the work on a connection of its own. */
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
 * Asks a PostgreSQL of the user's own whether it lets us in.
 *
 * @throws UnfitDatabase with the variable that holds the address, and the reason.
 */
export async function assertReachable(variable: string, url: string): Promise<void> {
  try {
    await withClient(url, async () => undefined);
  } catch (error) {
    // A name with several addresses fails once for each; the collection itself has no text.
    const { message, errors = [] } = error as Error & { errors?: readonly Error[] };
    const reason = message || errors.map((one) => one.message).join('; ');
    throw new UnfitDatabase(`${variable} leads to no database that answers: ${reason}`, error);
  }
}

/**
 * Tells a pooler that lends a connection for one transaction: it gives that of an idle session to the
 * next one. `app.tenant`, prepared statements, listening and locks need a connection of their own.
 *
 * @returns true when two sessions that are open at once have one process of the server
 */
export async function lendsConnections(url: DatabaseAddress): Promise<boolean> {
  const processOf = async (client: pg.Client): Promise<number | undefined> =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  return withClient(url, async (first) => {
    const theirs = await processOf(first);
    return (await withClient(url, processOf)) === theirs;
  });
}

/** @throws UnfitDatabase when the address in the variable leads to a pooler of transactions. */
export async function assertOwnConnections(variable: string, url: DatabaseAddress): Promise<void> {
  if (!(await lendsConnections(url))) return;
  throw new UnfitDatabase(
    `${variable} leads to a pooler that lends connections for one transaction, where statements run with the settings of another tenant. Let it pool sessions (pool_mode = session), or name the database itself.`,
  );
}

/** Any number that nothing else locks; the whole installation agrees on it. */
const setupLock = 7_203_114;

/** Setting up is for one process at a time: two that start at once would make the same role. */
const alone = <T>(url: DatabaseAddress, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(url, async (client) => {
    // Held until the connection ends.
    await client.query('select pg_advisory_lock($1)', [setupLock]);
    return work(client);
  });

/** `create role` takes no parameters, so the value is quoted by the driver. */
const literal = (value: string): string => pg.escapeLiteral(value);

/**
 * Roles, database and extension of a fresh embedded cluster. Safe to run again.
 *
 * @param admin address of the superuser on the maintenance database.
 */
export async function prepareEmbedded(
  admin: string,
  database: string,
  passwords: { readonly owner: string; readonly app: string },
): Promise<void> {
  await alone(admin, async (client) => {
    const exists = async (sql: string, value: string): Promise<boolean> =>
      (await client.query(sql, [value])).rowCount === 1;
    // The database comes last: when it is there, all of this is done.
    if (await exists('select 1 from pg_database where datname = $1', database)) return;
    for (const [role, password] of [
      ['keyan_owner', passwords.owner],
      [appRole, passwords.app],
    ] as const) {
      if (await exists('select 1 from pg_roles where rolname = $1', role)) continue;
      await client.query(`create role ${role} login password ${literal(password)}`);
    }
    await client.query(`create database ${pg.escapeIdentifier(database)} owner keyan_owner`);
  });
}

/**
 * Finds or makes the application's login on a PostgreSQL of the user's own.
 *
 * @param ownerUrl `DATABASE_URL`.
 * @param password what `keyan_app` shall have when this program makes it.
 * @throws UnfitDatabase with the statements to run, when the owner may not create roles.
 */
export async function prepareExternal(ownerUrl: string, password: string): Promise<string> {
  const appUrl = withLogin(ownerUrl, appRole, password);
  await alone(ownerUrl, async (client) => {
    const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [appRole]);
    if (rowCount === 1 && (await canLogIn(appUrl))) return;
    const verb = rowCount === 1 ? 'alter' : 'create';
    try {
      await client.query(`${verb} role ${appRole} login password ${literal(password)}`);
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

/** Sets up, as the owner, what migrations require: the extension, and the right to use the schema. */
export async function prepareSchema(ownerUrl: DatabaseAddress): Promise<void> {
  await alone(ownerUrl, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    );
    if ((rows[0]?.version ?? 0) < oldestServer) {
      throw new UnfitDatabase(`PostgreSQL ${oldestServer / 10_000} or newer is needed.`);
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

/** The operators that search boxes, lists of codes and candidate groups are answered by. */
const searching = [
  'pg_catalog.textlike(text, text)',
  'pg_catalog.texticlike(text, text)',
  'pg_catalog.arrayoverlap(anyarray, anyarray)',
  'similarity_op(text, text)',
  'pg_catalog.ts_match_vq(tsvector, tsquery)',
];

/** Statements that an administrator runs where the program may not. */
export const searchingStatements = searching.map((name) => `alter function ${name} leakproof;`);

/**
 * Lets indexes answer searches below row-level policies. PostgreSQL keeps a condition from an
 * index when it cannot rule out that its errors tell of rows of others, and then reads the whole
 * table (a hundred times slower at 200,000 papers). Matching texts and sets raises no error that
 * depends on a row; saying so is a superuser's right.
 *
 * @returns false where the login may not say it.
 */
export async function allowIndexSearch(url: DatabaseAddress): Promise<boolean> {
  return alone(url, async (client) => {
    const { rows } = await client.query<{ said: boolean }>(
      'select bool_and(proleakproof) as said from pg_proc where oid = any($1::regprocedure[])',
      [searching],
    );
    if (rows[0]?.said) return true;
    try {
      await client.query(searchingStatements.join('\n'));
      return true;
    } catch (error) {
      // 42501: insufficient privilege.
      if ((error as { code?: string }).code === '42501') return false;
      throw error;
    }
  });
}

/**
 * Asserts what the product's safety and search rest on, as the application's role.
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
