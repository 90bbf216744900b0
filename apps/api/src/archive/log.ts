import {
  chownSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
} from 'node:fs';
import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { Failure } from '../failure.ts';
import { canEnterFolder } from '../postgres/account.ts';
import type { ClusterFolder } from '../postgres/place.ts';
import { makeDurable } from './durable.ts';

/** Name of a segment of the write-ahead log: eight digits of the timeline, sixteen of the place in the log. */
export const walSegment = /^[0-9A-F]{24}$/;
const packed = '.gz';

/**
 * Number that a cluster got when it was made, and that its copies share: the first eight bytes of its
 * control file, in the order of the machine, which is the little end first wherever the server runs.
 */
export const clusterNumber = (data: string): string =>
  readFileSync(join(data, 'global', 'pg_control'))
    .readBigUInt64LE(0)
    .toString();

/** Folder in an archive that holds the log of one cluster. */
export const logFolder = (archive: string, data: string): string =>
  join(archive, `log-${clusterNumber(data)}`);

/**
 * Settings with which the server hands every segment of its log over to the archive, at the latest a
 * minute after its first change. PostgreSQL's own `basic_archive` makes each durable before the
 * server may forget it; while the folder is away, the server keeps them.
 *
 * @throws Failure when the account that runs the server cannot write there.
 */
export function archivingSettings(archive: string, place: ClusterFolder): Record<string, string> {
  const { account } = place;
  const folder = logFolder(archive, place.data);
  if (!existsSync(folder)) {
    mkdirSync(archive, { recursive: true, mode: 0o711 });
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (account) chownSync(folder, account.uid, account.gid);
  }
  if (!canEnterFolder(account, folder)) {
    throw new Failure(
      `The database runs as user ${account?.uid}, who cannot enter ${folder}. Let the folders above be passed (chmod o+x).`,
    );
  }
  return {
    wal_level: 'replica',
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': folder,
    archive_timeout: '60s',
  };
}

/** Segments of an archived log by their names, packed or not. */
export const segmentsIn = async (folder: string): Promise<readonly string[]> => [
  ...new Set(
    (await readdir(folder))
      .map((name) => name.replace(packed, ''))
      .filter((name) => walSegment.test(name)),
  ),
];

/** Place in the log, without the timeline. */
const placeOf = (segment: string): string => segment.slice(8);

/**
 * Packs what was archived: a segment of a quiet minute is sixteen megabytes, nearly all of them zero.
 * The server does it alone. A broken-off run leaves a draft, which the next one writes over, and the
 * segment as it was.
 */
export async function packLog(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!walSegment.test(name)) continue;
    const whole = join(folder, name);
    const draft = join(folder, `draft.${name}`);
    try {
      await pipeline(
        createReadStream(whole),
        createGzip(),
        createWriteStream(draft, { mode: 0o600 }),
      );
    } catch (error) {
      // A backup beside the server trimmed it meanwhile: no kept base backup needs it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(draft, { force: true });
      continue;
    }
    await makeDurable(draft);
    await rename(draft, whole + packed);
    await makeDurable(folder);
    await rm(whole, { force: true });
  }
}

/** Writes the segments from `first` on, of its timeline, whole into an empty folder for a restore. */
export async function unpackLog(folder: string, first: string, target: string): Promise<number> {
  const timeline = first.slice(0, 8);
  const wanted = (await segmentsIn(folder)).filter(
    (name) => name.startsWith(timeline) && name >= first,
  );
  for (const name of wanted) {
    const whole = join(folder, name);
    // A server that packs meanwhile removes the whole one only after the packed one is there.
    if (existsSync(whole + packed)) {
      await pipeline(
        createReadStream(whole + packed),
        createGunzip(),
        createWriteStream(join(target, name)),
      );
    } else await copyFile(whole, join(target, name));
  }
  return wanted.length;
}

/** Removes the segments before the first that a kept backup needs, of every timeline. */
export async function trimLog(folder: string, first: string): Promise<void> {
  for (const name of await segmentsIn(folder)) {
    if (placeOf(name) >= placeOf(first)) continue;
    for (const kept of [name, name + packed]) await rm(join(folder, kept), { force: true });
  }
}
