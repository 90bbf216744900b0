import { createHmac } from 'node:crypto';
import type { Env } from '../env.ts';
import { type ClusterOptions, openCluster } from './cluster.ts';
import {
  allowIndexSearch,
  assertDatabaseRole,
  assertOwnConnections,
  assertReachable,
  prepareEmbedded,
  prepareExternal,
  prepareSchema,
  searchingStatements,
  UnfitDatabase,
} from './roles.ts';

/** The database that a process works on, prepared as far as its roles go; migrations come next. */
export interface OpenDatabase {
  /** For migrations only. */
  readonly ownerUrl: string;
  /** For everything else. */
  readonly appUrl: string;
  /** Address of the superuser where the cluster is the embedded one; backups need it. */
  readonly adminUrl?: string;
  close(): Promise<void>;
}

/** The database of the embedded cluster. */
export const databaseName = 'keyan';

type OpenOptions = Pick<ClusterOptions, 'serving' | 'say' | 'settings'>;

/**
 * Opens the configured database: the embedded one, or the user's own.
 *
 * @param options `serving`: whether this process is the server (of an embedded cluster there is one).
 */
export async function openDatabase(env: Env, options: OpenOptions): Promise<OpenDatabase> {
  return env.databaseUrl ? openOwn(env, env.databaseUrl, options.say) : openEmbedded(env, options);
}

async function openEmbedded(env: Env, options: OpenOptions): Promise<OpenDatabase> {
  const cluster = await openCluster({ dataDir: env.dataDir, archive: env.archiveDir, ...options });
  try {
    const ownerUrl = cluster.url('keyan_owner', databaseName);
    await prepareEmbedded(cluster.url('postgres', 'postgres'), databaseName, {
      owner: cluster.password('keyan_owner'),
      app: cluster.password('keyan_app'),
    });
    await prepareSchema(ownerUrl);
    await allowIndexSearch(cluster.url('postgres', databaseName));
    return {
      ownerUrl,
      appUrl: cluster.url('keyan_app', databaseName),
      adminUrl: cluster.url('postgres', databaseName),
      close: cluster.close,
    };
  } catch (error) {
    await cluster.close();
    throw error;
  }
}

async function openOwn(
  env: Env,
  ownerUrl: string,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  await assertReachable('DATABASE_URL', ownerUrl);
  if (env.databaseAppUrl) await assertReachable('DATABASE_APP_URL', env.databaseAppUrl);
  await assertOwnConnections('DATABASE_URL', ownerUrl);
  const appUrl = env.databaseAppUrl ?? (await prepareExternal(ownerUrl, derivedPassword(ownerUrl)));
  if (env.databaseAppUrl) await assertOwnConnections('DATABASE_APP_URL', appUrl);
  await prepareSchema(ownerUrl);
  if (!(await allowIndexSearch(ownerUrl))) {
    say(`Searching will be slow until an administrator of the database runs:`);
    for (const statement of searchingStatements) say(`  ${statement}`);
  }
  return { ownerUrl, appUrl, close: async () => undefined };
}

/** From the owner's password, so that every process of an installation derives the same. */
function derivedPassword(ownerUrl: string): string {
  const { password } = new URL(ownerUrl);
  if (password === '') {
    throw new UnfitDatabase(
      'DATABASE_URL has no password from which the application login could be derived. Give DATABASE_APP_URL.',
    );
  }
  return createHmac('sha256', decodeURIComponent(password)).update('keyan_app').digest('base64url');
}

/** Asserted after the migrations, when there are tables to own. */
export const assertDatabaseFit = (database: OpenDatabase): Promise<void> =>
  assertDatabaseRole(database.appUrl);
