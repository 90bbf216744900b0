import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream, mkdirSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { DiskFull, explainFullDisk, StorageFailure } from '../base/storage.ts';
import { privateFolder } from './disk.ts';

const megabyte = 1024 * 1024;

/** Bytes of the largest file in one request, and of the largest at all where a tenant says no other. */
export const maxUploadBytes = 100 * megabyte;

/** A file that arrived whole, still in the folder of uploads. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** More bytes than are taken. */
export class FileTooLarge extends Refused {}

/** @param most bytes that are taken */
export const fileTooLarge = (most = maxUploadBytes): FileTooLarge =>
  new FileTooLarge(
    fill(['上传文件大小不能超过【{max}】MB!', 'Files must not exceed {max} MB'], {
      max: Math.floor(most / megabyte),
    }),
  );

/** Counts and hashes what flows through, and stops it at the limit. */
const meter = (most: number): { through: Transform; size: () => number; sha256: () => Buffer } => {
  const hash = createHash('sha256');
  let size = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > most) return done(fileTooLarge(most));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { through, size: () => size, sha256: () => hash.digest() };
};

const fileAt = (path: string): Writable => createWriteStream(path, { mode: 0o600 });

/** A failure to write the content is no fault of the sender. */
const asUnwritten = (error: unknown): StorageFailure => {
  const failure = explainFullDisk(error);
  return failure instanceof DiskFull
    ? failure
    : new StorageFailure('an upload could not be written down', error);
};

/** Where a file comes in. Its folder is made when it is missing. */
const makeRoom = (room: string): void => {
  try {
    mkdirSync(room, { recursive: true, mode: privateFolder });
  } catch (error) {
    throw asUnwritten(error);
  }
};

/**
 * Streams a file into the folder of uploads. When it breaks off or grows too large, nothing stays.
 * @param most bytes that are taken
 * @param sinkAt what writes to a path
 * @throws StorageFailure when it cannot be written down, NoRoom where the disk is full; whatever
 *   the stream fails with as it is
 */
export const receiveFile = async (
  room: string,
  stream: Readable,
  most = maxUploadBytes,
  sinkAt = fileAt,
): Promise<ReceivedFile> => {
  // Synchronous, so that the stream is listened to from the first moment: one that breaks while
  // nobody listens would end the process.
  makeRoom(room);
  const path = join(room, randomUUID());
  const gauge = meter(most);
  const sink = sinkAt(path);
  let unwritten: StorageFailure | undefined;
  // A pipeline hands the error of one end to the other: whose it was is known to whoever hears it
  // first.
  sink.once('error', (error) => {
    if (!stream.errored && !gauge.through.errored) unwritten = asUnwritten(error);
  });
  try {
    await pipeline(stream, gauge.through, sink);
    return { path, size: gauge.size(), sha256: gauge.sha256() };
  } catch (error) {
    await rm(path, { force: true });
    throw unwritten ?? error;
  }
};

/** Clears what a killed process left in the folder of uploads. */
export const clearUploadFolder = async (room: string, before: Date): Promise<void> => {
  for (const name of await readdir(room).catch(() => [])) {
    const path = join(room, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
};
