import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { asNoRoom, ContentMissing } from '../base/storage.ts';
import type { BlobStore } from './store.ts';

export interface S3Options {
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** `https://host/bucket/key` in place of `https://bucket.host/key`; most self-run stores need it. */
  readonly pathStyle: boolean;
  /** Finds the address of a host, in place of the system: where the host was typed by a person. */
  readonly lookup?: LookupFunction;
}

/** Milliseconds that such a service has to answer at all, and from one piece to the next. */
const patience = { connectionTimeout: 10_000, socketTimeout: 60_000 };

/** An object that is not there; some services say no more than the status of HTTP. */
const isMissing = (error: unknown): boolean => {
  const { name, $metadata } = error as {
    readonly name?: string;
    readonly $metadata?: { readonly httpStatusCode?: number };
  };
  return name === 'NoSuchKey' || $metadata?.httpStatusCode === 404;
};

/** Blobs as objects of an S3-compatible store. */
export const s3Store = (options: S3Options): BlobStore => {
  const client = new S3Client({
    ...(options.endpoint ? { endpoint: options.endpoint } : {}),
    region: options.region,
    forcePathStyle: options.pathStyle,
    credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
    ...(options.lookup && {
      requestHandler: {
        ...patience,
        httpAgent: new HttpAgent({ keepAlive: true, lookup: options.lookup }),
        httpsAgent: new HttpsAgent({ keepAlive: true, lookup: options.lookup }),
      },
      maxAttempts: 2,
    }),
    // The defaults wrap streamed bodies in chunks that some compatible stores keep as content.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  const Bucket = options.bucket;
  return {
    async put(key, path) {
      const params = { Bucket, Key: key, Body: createReadStream(path) };
      await new Upload({ client, params }).done().catch((error: unknown) => {
        throw asNoRoom(error);
      });
      await rm(path, { force: true });
    },
    async get(key) {
      const { Body, ContentLength } = await client
        .send(new GetObjectCommand({ Bucket, Key: key }))
        .catch((error: unknown) => {
          throw isMissing(error) ? new ContentMissing(`blob ${key} is not there`, error) : error;
        });
      if (!Body) throw new ContentMissing(`blob ${key} has no content`);
      const stream = Body as Readable;
      return ContentLength === undefined ? { stream } : { size: ContentLength, stream };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
    },
    async *list(before) {
      let ContinuationToken: string | undefined;
      do {
        const page = await client.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
        for (const object of page.Contents ?? []) {
          if (object.Key && object.LastModified && object.LastModified < before) yield object.Key;
        }
        ContinuationToken = page.NextContinuationToken;
      } while (ContinuationToken);
    },
  };
};
