import { existsSync, lchownSync, readdirSync } from 'node:fs';
import {
  copyFile,
  cp,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from './env.ts';
import { Failure } from './failure.ts';
import type { Cluster } from './postgres/cluster.ts';
import { type ClusterFolder, chooseClusterFolder } from './postgres/place.ts';
import { withClient } from './postgres/roles.ts';

/** Description of a backup in `backup.json`: it lets the program refuse a wrong restore before the restore begins. */
interface Description {
  readonly format: 1;
  /** ISO 8601, the moment to which a restore goes back. */
  readonly takenAt: string;
  /** The files of a cluster fit one major version on one kind of machine. */
  readonly postgres: string;
  readonly platform: string;
}

/** Beside the database: uploaded files, and the secrets that open both. */
const folders = ['files', 'secrets'] as const;

/** Contents that a running server keeps for itself; a restored one makes its own. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init|log|data\.\d+)$/;
const walSegment = /^[0-9A-F]{24}$/;

const platform = `${process.platform}-${process.arch}`;

/**
 * Copies a whole installation on the embedded database into an empty folder, while it serves: the
 * cluster by PostgreSQL's own low-level backup, then the uploaded files (which are only ever added,
 * so that every row of the copy finds its file), then the secrets.
 *
 * @throws Error when the target holds something already.
 */
export async function backUp(cluster: Cluster, dataDir: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new Failure(`The folder ${target} is not empty.`);

  const postgres = await copyCluster(cluster, join(target, 'postgres'));
  const takenAt = new Date().toISOString();
  for (const folder of folders) {
    if (existsSync(join(dataDir, folder))) {
      await cp(join(dataDir, folder), join(target, folder), { recursive: true });
    }
  }
  // Last: a folder without it is a broken-off backup.
  const description: Description = { format: 1, takenAt, postgres, platform };
  await writeFile(join(target, 'backup.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** @returns the server's major version. */
function copyCluster(cluster: Cluster, target: string): Promise<string> {
  const { data } = cluster.place;
  return withClient(cluster.url('postgres', 'postgres'), async (client) => {
    // The slot keeps the write-ahead log that the copy needs; it goes with this connection.
    const slot = `keyan_backup_${process.pid}`;
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot]);
    const started = await client.query<{ segment: string; version: string }>(
      `select pg_walfile_name(pg_backup_start('keyan', fast => true)) as segment,
              split_part(current_setting('server_version'), '.', 1) as version`,
    );
    await copyTree(data, target);
    const stopped = await client.query<{ segment: string; label: string }>(
      `select pg_walfile_name(lsn) as segment, labelfile as label
         from pg_backup_stop(wait_for_archive => false)`,
    );
    const [from, to] = [started.rows[0], stopped.rows[0]];
    if (!from || !to) throw new Error('PostgreSQL did not say where the backup begins and ends.');

    await writeFile(join(target, 'backup_label'), to.label, { mode: 0o600 });
    for (const name of await readdir(join(data, 'pg_wal'))) {
      if (walSegment.test(name) && name >= from.segment && name <= to.segment) {
        await copyDurably(join(data, 'pg_wal', name), join(target, 'pg_wal', name));
      }
    }
    return from.version;
  });
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (leftOut.test(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory() && emptied.has(entry.name)) await mkdir(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyTree(from, to);
    else await copyDurably(from, to);
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    // A table was dropped meanwhile; the log, replayed at restore, knows it too.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  const copy = await open(to, 'r+');
  await copy.datasync().finally(() => copy.close());
}

/**
 * Puts a backup into a data folder that has no installation yet. The next start replays the log to
 * the moment of the backup.
 *
 * @throws Error when the folder is no backup, was made elsewhere, or the data folder is not empty.
 */
export async function restore(
  source: string,
  dataDir: string,
  say: (line: string) => void,
): Promise<void> {
  const description = await readDescription(source);
  if (description.platform !== platform) {
    throw new Failure(
      `The backup was made on ${description.platform} and this is ${platform}: the files of the database do not fit.`,
    );
  }
  makeDataDir(dataDir);
  const taken = readdirSync(dataDir);
  if (taken.length > 0) {
    throw new Failure(
      `The data folder ${dataDir} is not empty (${taken.slice(0, 3).join(', ')}). Move it away first, or choose another DATA_DIR.`,
    );
  }
  for (const folder of folders) {
    if (existsSync(join(source, folder))) {
      await cp(join(source, folder), join(dataDir, folder), { recursive: true });
    }
  }
  const place = chooseClusterFolder(dataDir, say);
  const draft = join(place.home, `data.${process.pid}`);
  try {
    await cp(join(source, 'postgres'), draft, { recursive: true });
    give(place, draft);
    // By renaming, so that a broken-off restore is never taken for a cluster.
    await rename(draft, place.data);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  say(`Restored to ${description.takenAt}.`);
}

async function readDescription(source: string): Promise<Description> {
  const file = join(source, 'backup.json');
  if (!existsSync(file))
    throw new Failure(`${source} is not a complete backup: it has no backup.json.`);
  return JSON.parse(await readFile(file, 'utf8')) as Description;
}

/** A cluster belongs to the account that runs it. */
function give({ account }: ClusterFolder, path: string): void {
  if (!account) return;
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
