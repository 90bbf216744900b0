import { existsSync, lchownSync, readdirSync } from 'node:fs';
import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDurable } from './archive/durable.ts';
import { walSegment } from './archive/log.ts';
import { makeDataDir } from './env.ts';
import { Failure } from './failure.ts';
import type { Cluster } from './postgres/cluster.ts';
import { type ClusterFolder, chooseClusterFolder } from './postgres/place.ts';
import { withClient } from './postgres/roles.ts';

/**
 * Description of a backup in `backup.json`, by which the program refuses a wrong restore before it
 * begins.
 */
export interface Description {
  readonly format: 1;
  /** Moment to which a restore from this backup goes, ISO 8601. */
  readonly takenAt: string;
  /**
   * Major version of PostgreSQL: the files of a cluster fit one major version on one kind of
   * machine.
   */
  readonly postgres: string;
  readonly platform: string;
  /** First segment of the write-ahead log that a restore from this backup needs. */
  readonly segment?: string;
}

/**
 * Folders and files of a cluster that a backup leaves empty: a restored server writes them anew.
 */
const emptiedNames = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const excludedFiles = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init|log|data\.\d+)$/;

const platform = `${process.platform}-${process.arch}`;

/**
 * Copies a whole installation on the embedded database into an empty folder while it serves: the
 * cluster by PostgreSQL's low-level backup, then the uploaded files (files are only added, so every
 * row of the copy finds its file), then the secrets.
 *
 * @param keepFiles copies the uploaded files once the database is copied; default: into the target
 * @throws Error when the target is not empty.
 */
export async function backUp(
  cluster: Cluster,
  dataDir: string,
  target: string,
  keepFiles: (files: string) => Promise<void> = (files) => copyFolder(files, join(target, 'files')),
): Promise<void> {
  await mkdir(target, { recursive: true, mode: 0o700 });
  if ((await readdir(target)).length > 0) throw new Failure(`The folder ${target} is not empty.`);

  const copied = await copyCluster(cluster, join(target, 'postgres'));
  const takenAt = new Date().toISOString();
  await keepFiles(join(dataDir, 'files'));
  await copyFolder(join(dataDir, 'secrets'), join(target, 'secrets'));
  // The description is written last: a folder without it is a broken-off backup.
  const description: Description = { format: 1, takenAt, platform, ...copied };
  await writeFile(join(target, 'backup.json'), `${JSON.stringify(description, null, 2)}\n`);
}

/** Copies a folder recursively; does nothing if the folder does not exist. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (existsSync(from)) await cp(from, to, { recursive: true });
}

/**
 * Copies a running cluster into a new folder, with the part of its log that makes the copy whole.
 * @returns the server's major version, and the first segment of its log that the copy needs.
 */
export function copyCluster(
  cluster: Cluster,
  target: string,
): Promise<{ readonly postgres: string; readonly segment: string }> {
  const { data } = cluster.place;
  return withClient(cluster.url('postgres', 'postgres'), async (client) => {
    // The slot retains the write-ahead log that the copy needs, until this connection ends.
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
    return { postgres: from.version, segment: from.segment };
  });
}

async function copyTree(source: string, target: string): Promise<void> {
  await mkdir(target, { mode: 0o700 });
  for (const entry of await readdir(source, { withFileTypes: true })) {
    if (excludedFiles.test(entry.name)) continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory() && emptiedNames.has(entry.name)) await mkdir(to, { mode: 0o700 });
    else if (entry.isDirectory()) await copyTree(from, to);
    else await copyDurably(from, to);
  }
}

async function copyDurably(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    // A table was dropped during the copy; the log, replayed at restore, drops it too.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  await makeDurable(to);
}

/**
 * Copies a backup into a data folder without an installation. The next start replays the log to the
 * moment of the backup.
 *
 * @param putFiles copies the uploaded files to their store; default: those of the backup
 * @throws Error when the folder is no backup, was made on another kind of machine, or the data
 * folder is not empty.
 */
export async function restore(
  source: string,
  dataDir: string,
  say: (line: string) => void,
  putFiles: (files: string) => Promise<void> = (files) => copyFolder(join(source, 'files'), files),
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
  await putFiles(join(dataDir, 'files'));
  await copyFolder(join(source, 'secrets'), join(dataDir, 'secrets'));
  const place = chooseClusterFolder(dataDir, say);
  const draft = join(place.home, `data.${process.pid}`);
  try {
    await cp(join(source, 'postgres'), draft, { recursive: true });
    giveToServer(place, draft);
    // The folder is renamed when complete, so that a broken-off restore is never used as a cluster.
    await rename(draft, place.data);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  say(`Restored to ${description.takenAt}.`);
}

/**
 * Reads the description of a backup.
 * @throws Failure when the folder is no complete backup.
 */
export async function readDescription(source: string): Promise<Description> {
  const file = join(source, 'backup.json');
  if (!existsSync(file))
    throw new Failure(`${source} is not a complete backup: it has no backup.json.`);
  return JSON.parse(await readFile(file, 'utf8')) as Description;
}

/** Makes the account that runs the cluster the owner of a folder. */
export function giveToServer({ account }: ClusterFolder, path: string): void {
  if (!account) return;
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), account.uid, account.gid);
  }
}
