import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type PutObjectCommandInput,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { ContentMissing, explainFullDisk } from '../base/storage.ts';
import type { BlobStore } from './store.ts';

export interface S3Options {
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** True for `https://host/bucket/key` instead of `https://bucket.host/key`; most self-hosted stores need it. */
  readonly pathStyle: boolean;
  /** Maximum milliseconds between two pieces of an answer; then the call fails. */
  readonly silence?: number;
  /** Settings for a host name that a person typed. */
  readonly typed?: {
    /** Resolves the host name, instead of the system. */
    readonly lookup: LookupFunction;
    readonly patience?: StoreTimeouts;
  };
}

/** Time limits for a typed host: a host that answers in drops would block a call for ever. */
export interface StoreTimeouts {
  /** Maximum milliseconds for a whole answer without content. */
  readonly answer: number;
  /** Minimum transfer rate in bytes per second. */
  readonly pace: number;
}

export const defaultStoreTimeouts: StoreTimeouts = { answer: 10_000, pace: 32 * 1024 };

/** Maximum milliseconds to connect, and between two pieces: a call to a silent store would wait for ever. */
const timeouts = { connectionTimeout: 10_000, socketTimeout: 60_000 };

/** Maximum number of milliseconds that a timer can count. */
const maxTimerMilliseconds = 2 ** 31 - 1;
/** Maximum size in bytes of content that is sent in one call. */
const onePart = 5 * 1024 * 1024;
/** Size in bytes that time limits assume if the service states none. */
const unknownSize = 64 * 1024 * 1024;

/** Fails a stream that is not read to its end within this time. */
const endsIn = (stream: Readable, milliseconds: number): Readable => {
  const timer = setTimeout(
    () => stream.destroy(new Error('the store took too long')),
    milliseconds,
  ).unref();
  return stream.once('close', () => clearTimeout(timer));
};

/** True if the error means a missing object; some stores send only an HTTP status. */
const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as {
    readonly name?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

const clientOf = (options: S3Options): S3Client => {
  const { typed, silence = timeouts.socketTimeout } = options;
  return new S3Client({
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    requestHandler: {
      ...timeouts,
      socketTimeout: silence,
      ...(typed && {
        httpAgent: new HttpAgent({ keepAlive: true, lookup: typed.lookup }),
        httpsAgent: new HttpsAgent({ keepAlive: true, lookup: typed.lookup }),
      }),
    },
    ...(typed && { maxAttempts: 2 }),
    // By default streamed bodies are wrapped in chunks, which some compatible stores would store as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
};

/** Creates a store of objects in an S3-compatible service. */
export const s3Store = (options: S3Options): BlobStore => {
  const client = clientOf(options);
  const patience = options.typed && (options.typed.patience ?? defaultStoreTimeouts);
  const Bucket = options.bucket;
  /** Returns the maximum milliseconds of a call for this size of content. */
  const maxMilliseconds = (bytes: number): number | undefined =>
    patience &&
    Math.min(patience.answer + Math.ceil((bytes / patience.pace) * 1000), maxTimerMilliseconds);
  const limit = (bytes = 0): { abortSignal?: AbortSignal } => {
    const time = maxMilliseconds(bytes);
    return time === undefined ? {} : { abortSignal: AbortSignal.timeout(time) };
  };

  const send = async (params: PutObjectCommandInput, size: number): Promise<unknown> => {
    if (size <= onePart) {
      const command = new PutObjectCommand({ ...params, ContentLength: size });
      return client.send(command, limit(size));
    }
    const upload = new Upload({ client, params });
    const time = maxMilliseconds(size);
    const timer = time === undefined ? undefined : setTimeout(() => void upload.abort(), time);
    return upload.done().finally(() => clearTimeout(timer));
  };

  /** @throws Error if a written object is missing from the store. */
  const confirm = async (key: string, size: number): Promise<void> => {
    const { ContentLength } = await client.send(
      new HeadObjectCommand({ Bucket, Key: key }),
      limit(),
    );
    if (ContentLength === size) return;
    throw new Error(`the store keeps ${ContentLength ?? 'no'} bytes of the ${size} of blob ${key}`);
  };

  return {
    async put(key, path) {
      const { size } = await stat(path);
      const Body = createReadStream(path);
      await send({ Bucket, Key: key, Body }, size)
        .catch((error: unknown) => {
          throw explainFullDisk(error);
        })
        .finally(() => Body.destroy());
      await confirm(key, size);
      await rm(path, { force: true });
    },
    async get(key) {
      // The signal also aborts the content of the answer, which has a time limit of its own.
      const control = new AbortController();
      const timer = patience && setTimeout(() => control.abort(), patience.answer);
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ Bucket, Key: key }), { abortSignal: control.signal })
        .catch((error: unknown) => {
          throw isMissing(error) ? new ContentMissing(`blob ${key} is not there`, error) : error;
        })
        .finally(() => clearTimeout(timer));
      if (!Body) throw new ContentMissing(`blob ${key} has no content`);
      const time = maxMilliseconds(ContentLength ?? unknownSize);
      const stream = time === undefined ? (Body as Readable) : endsIn(Body as Readable, time);
      return ContentLength === undefined ? { stream } : { size: ContentLength, stream };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }), limit());
    },
    async *list(before) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, ContinuationToken }),
          limit(),
        );
        for (const object of page.Contents ?? []) {
          if (object.Key && object.LastModified && object.LastModified < before) yield object.Key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
};
