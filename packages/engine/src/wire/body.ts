import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Fault } from '@keyan/kernel/errors.ts';
import type { FastifyRequest } from 'fastify';
import { StorageFailure } from '../base/storage.ts';
import type { IncomingFile } from './endpoint.ts';
import { WireFault, wireFaults } from './envelope.ts';
import { mergeParameters, type Parameters } from './parameters.ts';

/** Parts of a multipart body: fields before the first file, and the files as they arrive. */
export interface Parts {
  readonly fields: Parameters;
  readonly files: AsyncIterable<IncomingFile>;
}

const noFiles: AsyncIterable<IncomingFile> = (async function* () {})();

/**
 * Errors of bodies that were cut off. Refusals of the product, and failures to write the content, are not among them.
 */
const broken = new WeakSet<Error>();

/** True if the error comes from a body that was cut off. */
export const isBroken = (error: unknown): boolean => broken.has(error as Error);

const breaks = (error: unknown): void => {
  const isFailure =
    error instanceof Fault ||
    error instanceof WireFault ||
    error instanceof StorageFailure ||
    !(error instanceof Error);
  if (!isFailure && !('statusCode' in error)) broken.add(error);
};

/** Size in bytes of a field, which the form parser has in memory. */
const bytesOf = (value: unknown): number =>
  Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value));

/** Rejects as soon as a body exceeds this number of bytes. */
const overrun = (request: FastifyRequest, most: number, fault: () => Error): Promise<never> => {
  const over = new Promise<never>((_resolve, reject) => {
    let left = most;
    request.raw.on('data', (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) reject(fault());
    });
  });
  // The promise may be rejected when nobody awaits it.
  over.catch(() => undefined);
  return over;
};

/** Maximum sizes of a call in bytes, and the refusals of more. */
export interface Room {
  /** Limits of the whole body, and of the fields in it, which are in memory. */
  readonly body: number;
  readonly fields: number;
  readonly fault: () => Error;
}

const readParts = async (request: FastifyRequest, room: Room): Promise<Parts> => {
  const fields: Parameters = {};
  let left = room.fields;
  let current: Readable | undefined;
  const over = overrun(request, room.body, room.fault);
  over.catch((error: Error) => current?.destroy(error));
  const parts = request.parts();
  const next = async (): Promise<IncomingFile | null> => {
    for (;;) {
      const coming = parts.next().catch((error: unknown) => {
        breaks(error);
        throw error;
      });
      const { value: part, done } = await Promise.race([coming, over]);
      if (done) return null;
      if (part.type === 'file') {
        current = part.file;
        // A short body may have been cut off before it is read.
        if (part.file.errored) breaks(part.file.errored);
        else part.file.once('error', breaks);
        return {
          field: part.fieldname,
          fileName: part.filename,
          mimeType: part.mimetype,
          stream: part.file,
        };
      }
      left -= bytesOf(part.value);
      if (part.valueTruncated || left < 0) throw wireFaults.tooLarge();
      fields[part.fieldname] = part.value;
    }
  };
  const first = await next();
  return {
    fields,
    files: (async function* () {
      for (let file = first; file !== null; file = await next()) yield file;
    })(),
  };
};

/** Returns the body of a request, of any content type. */
export const bodyOf = async (
  request: FastifyRequest,
  takesFiles: boolean,
  room: Room,
): Promise<Parts> => {
  if (!request.isMultipart()) {
    return { fields: mergeParameters(request.body), files: noFiles };
  }
  const parts = await readParts(request, room);
  if (takesFiles) return parts;
  // A form without expected files, as some clients send every call: a file in it is discarded.
  for await (const file of parts.files) await finished(file.stream.resume());
  return { fields: parts.fields, files: noFiles };
};
