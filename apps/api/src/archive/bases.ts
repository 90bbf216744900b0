import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, readDescription } from '../backup.ts';
import { Failure } from '../failure.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { keepContent, setAsideRemoved } from './content.ts';
import { logFolder, trimLog } from './log.ts';

/** Number of days back to which an installation can be restored. */
export const archivedDays = 30;

/** Base backup of an archive: a restore starts at one and replays the log from there. */
export interface Base {
  readonly folder: string;
  readonly takenAt: Date;
  /** First segment of the write-ahead log that a restore from this backup needs. */
  readonly segment: string;
}

const basesIn = (archive: string): string => join(archive, 'bases');

/**
 * Returns the complete base backups of an archive, the oldest first. @throws Failure when the
 * archive has none.
 */
export async function readBases(archive: string): Promise<readonly Base[]> {
  const names = await readdir(basesIn(archive)).catch(() => []);
  const read = names.map(async (name): Promise<readonly Base[]> => {
    const folder = join(basesIn(archive), name);
    const said = await readDescription(folder).catch(() => undefined);
    return said?.segment
      ? [{ folder, takenAt: new Date(said.takenAt), segment: said.segment }]
      : [];
  });
  const bases = (await Promise.all(read)).flat();
  if (bases.length === 0) throw new Failure(`${archive} holds no complete base backup.`);
  return bases.sort((a, b) => a.takenAt.getTime() - b.takenAt.getTime());
}

/**
 * Returns the base backups that no restore to a moment after `since` needs: all before the last one
 * taken by then.
 */
export const unneededBases = (bases: readonly Base[], since: Date): readonly Base[] =>
  bases.slice(
    0,
    Math.max(
      0,
      bases.findLastIndex(({ takenAt }) => takenAt <= since),
    ),
  );

/**
 * Takes a base backup into an archive, then deletes the backups and log segments that no moment of
 * the last `archivedDays` needs.
 *
 * @param stamp name of the backup
 * @returns the folder of the backup
 */
export async function takeBase(
  cluster: Cluster,
  dataDir: string,
  archive: string,
  stamp: string,
): Promise<string> {
  const folder = join(basesIn(archive), stamp);
  await mkdir(basesIn(archive), { recursive: true, mode: 0o700 });
  await backUp(cluster, dataDir, folder, async (files) => {
    await keepContent(files, archive);
  });
  const since = new Date(Date.now() - archivedDays * 24 * 3_600_000);
  for (const base of unneededBases(await readBases(archive), since)) {
    await rm(base.folder, { recursive: true });
  }
  const [oldest] = await readBases(archive);
  if (oldest) await trimLog(logFolder(archive, cluster.place.data), oldest.segment);
  await setAsideRemoved(join(dataDir, 'files'), archive, since);
  return folder;
}
