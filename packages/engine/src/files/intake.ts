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

/** Maximum size in bytes of a file in one request, and of any file where the tenant sets no other limit. */
export const maxUploadBytes = 100 * megabyte;

/** Completely received file in the upload folder. */
export interface ReceivedFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: Buffer;
}

/** Refusal of a file with more bytes than allowed. */
export class FileTooLarge extends Refused {}

/**
 * Creates the refusal.
 * @param most maximum size in bytes
 */
export const fileTooLarge = (most = maxUploadBytes): FileTooLarge =>
  new FileTooLarge(
    fill(['上传文件大小不能超过【{max}】MB!', 'Files must not exceed {max} MB'], {
      max: Math.floor(most / megabyte),
    }),
  );

/** Creates a stream that counts and hashes its bytes, and fails at the limit. */
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

/** Converts an error of writing to `StorageFailure`: the sender is not at fault. */
const asUnwritten = (error: unknown): StorageFailure => {
  const failure = explainFullDisk(error);
  return failure instanceof DiskFull
    ? failure
    : new StorageFailure('an upload could not be written down', error);
};

/** Creates the upload folder if it is missing. */
const makeRoom = (room: string): void => {
  try {
    mkdirSync(room, { recursive: true, mode: privateFolder });
  } catch (error) {
    throw asUnwritten(error);
  }
};

/**
 * Streams a file into the upload folder. If the stream is interrupted or too large, the file is deleted.
 * @param most maximum size in bytes
 * @param sinkAt opens a path for writing
 * @throws StorageFailure if the file cannot be written, DiskFull if the disk is full; errors of the stream unchanged
 */
export const receiveFile = async (
  room: string,
  stream: Readable,
  most = maxUploadBytes,
  sinkAt = fileAt,
): Promise<ReceivedFile> => {
  // Runs synchronously, so that the stream has a listener from the start: a stream that fails without one would end the
  // process.
  makeRoom(room);
  const path = join(room, randomUUID());
  const gauge = meter(most);
  const sink = sinkAt(path);
  let unwritten: StorageFailure | undefined;
  // A pipeline passes the error of one end to the other: the first listener knows which end failed.
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

/** Deletes files that a killed process left in the upload folder. */
export const clearUploadFolder = async (room: string, before: Date): Promise<void> => {
  for (const name of await readdir(room).catch(() => [])) {
    const path = join(room, name);
    const found = await stat(path).catch(() => null);
    if (found && found.mtime < before) await rm(path, { force: true });
  }
};
