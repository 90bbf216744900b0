import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backUp, readDescription } from '../backup.ts';
import { Failure } from '../failure.ts';
import type { Cluster } from '../postgres/cluster.ts';
import { keepContent, setAsideRemoved } from './content.ts';
import { logFolder, trimLog } from './log.ts';

/** Days back to which an installation can be restored to any moment. */
export const archivedDays = 30;

/** Base backup of an archive: a restore starts at one and replays the log from there. */
export interface Base {
  readonly folder: string;
  readonly takenAt: Date;
  /** First segment of the log that it needs. */
  readonly segment: string;
}

const basesIn = (archive: string): string => join(archive, 'bases');

/** The complete base backups of an archive, the oldest first. @throws Failure when it has none. */
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

/** Bases that no moment from `since` on needs: those before the last one that was taken until then. */
export const needless = (bases: readonly Base[], since: Date): readonly Base[] =>
  bases.slice(
    0,
    Math.max(
      0,
      bases.findLastIndex(({ takenAt }) => takenAt <= since),
    ),
  );

/**
 * Takes a base backup into an archive, then removes what no moment of the last `archivedDays` needs.
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
  for (const base of needless(await readBases(archive), since)) {
    await rm(base.folder, { recursive: true });
  }
  const [oldest] = await readBases(archive);
  if (oldest) await trimLog(logFolder(archive, cluster.place.data), oldest.segment);
  await setAsideRemoved(join(dataDir, 'files'), archive, since);
  return folder;
}
