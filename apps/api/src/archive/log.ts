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

/**
 * Name of a segment of the write-ahead log: eight hex digits of the timeline, sixteen of the
 * position in the log.
 */
export const walSegment = /^[0-9A-F]{24}$/;
const packedSuffix = '.gz';

/**
 * Returns the system identifier of a PostgreSQL cluster, which its copies share: the first eight
 * bytes of its control file, little-endian.
 */
export const clusterNumber = (data: string): string =>
  readFileSync(join(data, 'global', 'pg_control'))
    .readBigUInt64LE(0)
    .toString();

/** Folder in an archive that holds the log of one cluster. */
export const logFolder = (archive: string, data: string): string =>
  join(archive, `log-${clusterNumber(data)}`);

/**
 * Server settings that archive every segment of the write-ahead log, at the latest a minute after
 * its first change. PostgreSQL's `basic_archive` flushes each segment to disk before the server may
 * reuse it; while the folder is unreachable, the server retains its segments.
 *
 * @throws Failure when the account that runs the server cannot enter the folder.
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
      .map((name) => name.replace(packedSuffix, ''))
      .filter((name) => walSegment.test(name)),
  ),
];

/** Position of a segment in the log, without the timeline. */
const placeOf = (segment: string): string => segment.slice(8);

/**
 * Compresses archived segments: a segment of a quiet minute is sixteen megabytes, nearly all zero.
 * Only the server calls this function. A broken-off run leaves the original segment, and a draft
 * that the next run overwrites.
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
      // A backup beside the server trimmed the segment in the meantime: no retained base backup
      // needs it.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      await rm(draft, { force: true });
      continue;
    }
    await makeDurable(draft);
    await rename(draft, whole + packedSuffix);
    await makeDurable(folder);
    await rm(whole, { force: true });
  }
}

/**
 * Writes the segments of the timeline of `first`, from `first` on, uncompressed into an empty
 * folder for a restore.
 */
export async function unpackLog(folder: string, first: string, target: string): Promise<number> {
  const timeline = first.slice(0, 8);
  const wanted = (await segmentsIn(folder)).filter(
    (name) => name.startsWith(timeline) && name >= first,
  );
  for (const name of wanted) {
    const whole = join(folder, name);
    // A running server deletes the uncompressed segment only after the compressed one exists.
    if (existsSync(whole + packedSuffix)) {
      await pipeline(
        createReadStream(whole + packedSuffix),
        createGunzip(),
        createWriteStream(join(target, name)),
      );
    } else await copyFile(whole, join(target, name));
  }
  return wanted.length;
}

/**
 * Deletes the segments of every timeline that precede the first segment that a retained backup
 * needs.
 */
export async function trimLog(folder: string, first: string): Promise<void> {
  for (const name of await segmentsIn(folder)) {
    if (placeOf(name) >= placeOf(first)) continue;
    for (const kept of [name, name + packedSuffix]) await rm(join(folder, kept), { force: true });
  }
}
