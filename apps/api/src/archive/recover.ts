import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { giveToServer, restore } from '../backup.ts';
import type { FileStoreSettings } from '../env.ts';
import { Failure } from '../failure.ts';
import { type Cluster, openCluster } from '../postgres/cluster.ts';
import { databaseName } from '../postgres/database.ts';
import { type ClusterFolder, chooseClusterFolder } from '../postgres/place.ts';
import { withClient } from '../postgres/roles.ts';
import { type Base, readBases } from './bases.ts';
import { putContent } from './content.ts';
import { logFolder, unpackLog } from './log.ts';

/** Folder beside the cluster from which the log is replayed; deleted after the replay. */
const replayFolder = 'replay';

/** Maximum duration of a replay, in milliseconds: a week, since a partial replay is useless. */
const maxReplayMilliseconds = 7 * 24 * 3_600_000;

/**
 * Shell command with which the server, in the cluster's folder, fetches a segment of the log during
 * a replay.
 */
const fetchSegment = (platform: NodeJS.Platform): string =>
  platform === 'win32' ? `copy "..\\${replayFolder}\\%f" "%p"` : `cp "../${replayFolder}/%f" "%p"`;

/** Message of PostgreSQL when the log has no transaction at or after the requested moment. */
const endedBeforeMoment = /recovery ended before configured recovery target was reached/;

export interface Recovery {
  readonly archive: string;
  /** Moment to restore, transactions of that moment included; undefined: the end of the log. */
  readonly moment: Date | undefined;
  readonly dataDir: string;
  readonly files: FileStoreSettings;
  readonly say: (line: string) => void;
  /** Server settings over the defaults (tests turn fsync off). */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Chooses the base backup to restore from: the last one taken before the moment.
 * @throws Failure when every base backup was taken after the moment.
 */
export const chooseBase = (bases: readonly Base[], moment: Date | undefined): Base => {
  const base = bases.findLast(({ takenAt }) => !moment || takenAt <= moment);
  if (base) return base;
  throw new Failure(
    `The first base backup was taken at ${bases[0]?.takenAt.toISOString()}: choose that moment or a later one.`,
  );
};

/**
 * Restores an installation as of a moment from its archive into an empty data folder: the last base
 * backup before the moment, the log from there on, and every uploaded file. Replay follows the
 * timeline of the base backup, so that changes written after an earlier restore are never mixed in.
 *
 * @throws Failure when the archive does not reach the moment; the data folder is emptied again.
 */
export async function recover(recovery: Recovery): Promise<void> {
  const { archive, moment, dataDir, files, say } = recovery;
  const base = chooseBase(await readBases(archive), moment);
  say(`Starting from the base backup of ${base.takenAt.toISOString()}.`);
  await restore(
    base.folder,
    dataDir,
    () => undefined,
    async (target) => {
      if (files.kind === 'disk') await putContent(archive, target);
    },
  );
  const place = chooseClusterFolder(dataDir, say);
  try {
    await replay(recovery, base, place);
  } catch (error) {
    await rm(place.home, { recursive: true, force: true });
    for (const name of await readdir(dataDir)) await rm(join(dataDir, name), { recursive: true });
    throw error;
  }
}

async function replay(recovery: Recovery, base: Base, place: ClusterFolder): Promise<void> {
  const { archive, moment, dataDir, files, say } = recovery;
  const log = join(place.home, replayFolder);
  await mkdir(log, { mode: 0o700 });
  const segments = await unpackLog(logFolder(archive, place.data), base.segment, log);
  giveToServer(place, log);
  say(`Replaying ${segments} segments of the log…`);
  const signal = join(place.data, 'recovery.signal');
  await writeFile(signal, '');
  if (place.account) await chown(signal, place.account.uid, place.account.gid);
  const cluster = await openCluster({
    dataDir,
    serving: true,
    say,
    patience: maxReplayMilliseconds,
    settings: {
      ...recovery.settings,
      // Without a log collector the reason of a failure appears in the first output of the server.
      logging_collector: 'off',
      // A server that answers queries during the replay would look finished.
      hot_standby: 'off',
      restore_command: fetchSegment(process.platform),
      recovery_target_timeline: 'current',
      recovery_target_action: 'promote',
      // Names of time zones, `Z` included, are not loaded yet when the server reads its settings.
      ...(moment && { recovery_target_time: moment.toISOString().replace('Z', '+00') }),
    },
  }).catch((error: unknown) => {
    if (!endedBeforeMoment.test(String(error))) throw error;
    throw new Failure(
      `The archive has nothing at or after ${moment?.toISOString()}. Where nothing was written since, leave the moment out; otherwise wait until the log of that minute is archived.`,
      error,
    );
  });
  try {
    await report(cluster, files, say);
  } finally {
    await cluster.close();
    await rm(log, { recursive: true, force: true });
  }
}

/**
 * Prints the moment that the replay reached, and the uploaded files of restored rows that are
 * missing.
 */
async function report(
  cluster: Cluster,
  files: FileStoreSettings,
  say: (line: string) => void,
): Promise<void> {
  const last = await withClient(cluster.url('postgres', databaseName), async (client) => {
    const { rows } = await client.query<{ last: Date | null }>(
      'select pg_last_xact_replay_timestamp() as last',
    );
    return rows[0]?.last;
  });
  say(
    last
      ? `Restored. The last transaction is of ${last.toISOString()}.`
      : 'Restored. The log has no transaction after the base backup.',
  );
  if (files.kind !== 'disk') return;
  const keys = await keysOf(cluster);
  const missing = keys.filter((key) => !existsSync(join(files.folder, key.slice(0, 2), key)));
  say(`${keys.length - missing.length} of ${keys.length} uploaded files are there.`);
  for (const key of missing) say(`Missing: ${key}`);
}

/** Returns the keys of uploaded files that rows refer to in the installation's file store. */
const keysOf = (cluster: Cluster): Promise<readonly string[]> =>
  withClient(cluster.url('postgres', databaseName), async (client) => {
    const { rows } = await client.query<{ key: string }>(
      'select blob_key as key from blob where store_id is null',
    );
    return rows.map(({ key }) => key);
  });
