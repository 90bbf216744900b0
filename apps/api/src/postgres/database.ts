import { createHmac } from 'node:crypto';
import type { Env } from '../env.ts';
import { type ClusterOptions, openCluster } from './cluster.ts';
import {
  allowIndexSearch,
  assertDatabaseRole,
  assertOwnConnections,
  assertReachable,
  leakproofStatements,
  prepareEmbedded,
  prepareExternal,
  prepareSchema,
  UnfitDatabase,
} from './roles.ts';

/** Database of a process, with its roles prepared but not yet migrated. */
export interface OpenDatabase {
  /** Address of the schema's owner, for migrations only. */
  readonly ownerUrl: string;
  /** Address of the application's role, for everything else. */
  readonly appUrl: string;
  /** Address of the superuser, only of the embedded cluster; backups need it. */
  readonly adminUrl?: string;
  close(): Promise<void>;
}

/** Name of the database of the embedded cluster. */
export const databaseName = 'keyan';

type OpenOptions = Pick<ClusterOptions, 'serving' | 'say' | 'settings'>;

/**
 * Opens the configured database: the embedded or an external one.
 *
 * @param options `serving`: true if this process is the server (an embedded cluster has one at a
 * time).
 */
export async function openDatabase(env: Env, options: OpenOptions): Promise<OpenDatabase> {
  return env.databaseUrl
    ? openExternal(env, env.databaseUrl, options.say)
    : openEmbedded(env, options);
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

async function openExternal(
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
    for (const statement of leakproofStatements) say(`  ${statement}`);
  }
  return { ownerUrl, appUrl, close: async () => undefined };
}

/**
 * Derives the application's password from the owner's, so that every process of an installation
 * computes the same.
 */
function derivedPassword(ownerUrl: string): string {
  const { password } = new URL(ownerUrl);
  if (password === '') {
    throw new UnfitDatabase(
      'DATABASE_URL has no password from which the application login could be derived. Give DATABASE_APP_URL.',
    );
  }
  return createHmac('sha256', decodeURIComponent(password)).update('keyan_app').digest('base64url');
}

/** Asserts the safety of the database after the migrations, which make the tables. */
export const assertDatabaseFit = (database: OpenDatabase): Promise<void> =>
  assertDatabaseRole(database.appUrl);
