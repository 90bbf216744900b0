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
  /** `https://host/bucket/key` in place of `https://bucket.host/key`; most self-run stores need it. */
  readonly pathStyle: boolean;
  /** Milliseconds from one piece of an answer to the next, after which a call fails. */
  readonly silence?: number;
  /** Settings for a host that was typed by a person. */
  readonly typed?: {
    /** Finds the address of a host, in place of the system. */
    readonly lookup: LookupFunction;
    readonly patience?: StoreTimeouts;
  };
}

/** How long such a host may take: one that answers by drops would hold us for ever. */
export interface StoreTimeouts {
  /** Milliseconds for a whole answer without content. */
  readonly answer: number;
  /** Bytes of content that go in a second at least. */
  readonly pace: number;
}

export const defaultStoreTimeouts: StoreTimeouts = { answer: 10_000, pace: 32 * 1024 };

/** Milliseconds to connect, and from one piece to the next: a call to a silent store would wait for ever. */
const timeouts = { connectionTimeout: 10_000, socketTimeout: 60_000 };

/** Milliseconds that a timer can count. */
const longest = 2 ** 31 - 1;
/** Content up to this size goes in one call. */
const onePart = 5 * 1024 * 1024;
/** Bytes that are waited for where a service does not say how many there are. */
const unknownSize = 64 * 1024 * 1024;

/** Ends a stream that is not read to its end in time. */
const endsIn = (stream: Readable, milliseconds: number): Readable => {
  const timer = setTimeout(
    () => stream.destroy(new Error('the store took too long')),
    milliseconds,
  ).unref();
  return stream.once('close', () => clearTimeout(timer));
};

/** An object that is not there; some services say no more than the status of HTTP. */
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
    // The defaults wrap streamed bodies in chunks that some compatible stores keep as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
};

/** Blobs as objects of an S3-compatible store. */
export const s3Store = (options: S3Options): BlobStore => {
  const client = clientOf(options);
  const patience = options.typed && (options.typed.patience ?? defaultStoreTimeouts);
  const Bucket = options.bucket;
  /** Longest time of a call in milliseconds, by the size of its content. */
  const most = (bytes: number): number | undefined =>
    patience && Math.min(patience.answer + Math.ceil((bytes / patience.pace) * 1000), longest);
  const limit = (bytes = 0): { abortSignal?: AbortSignal } => {
    const time = most(bytes);
    return time === undefined ? {} : { abortSignal: AbortSignal.timeout(time) };
  };

  const send = async (params: PutObjectCommandInput, size: number): Promise<unknown> => {
    if (size <= onePart) {
      const command = new PutObjectCommand({ ...params, ContentLength: size });
      return client.send(command, limit(size));
    }
    const upload = new Upload({ client, params });
    const time = most(size);
    const timer = time === undefined ? undefined : setTimeout(() => void upload.abort(), time);
    return upload.done().finally(() => clearTimeout(timer));
  };

  /** @throws Error when the store does not keep what it has acknowledged. */
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
      // The signal ends the answer's content, too: that has a time of its own.
      const control = new AbortController();
      const timer = patience && setTimeout(() => control.abort(), patience.answer);
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ Bucket, Key: key }), { abortSignal: control.signal })
        .catch((error: unknown) => {
          throw isMissing(error) ? new ContentMissing(`blob ${key} is not there`, error) : error;
        })
        .finally(() => clearTimeout(timer));
      if (!Body) throw new ContentMissing(`blob ${key} has no content`);
      const time = most(ContentLength ?? unknownSize);
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
