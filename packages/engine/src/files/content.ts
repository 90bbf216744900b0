import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ContentDamaged } from '../base/storage.ts';
import type { BlobStore } from './store.ts';

/** Size and digest that a content should have, from its row. */
export interface ExpectedContent {
  readonly key: string;
  /** Size in bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** Maximum size in bytes of content that is read and verified completely before the first byte is sent. */
const judgedAtOnce = 1024 * 1024;

const damaged = ({ key }: ExpectedContent, what: string): ContentDamaged =>
  new ContentDamaged(`blob ${key} ${what}`);

/**
 * Creates a stream that passes content on but holds back the last piece until the whole is verified: the reader gets
 * everything as it was stored, or an error before the end. Never passes more bytes than the row states.
 */
const judge = (expected: ExpectedContent): Transform => {
  const hash = createHash('sha256');
  let size = 0;
  let held: Buffer | undefined;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > expected.size) return done(damaged(expected, 'is longer than its row says'));
      hash.update(chunk);
      const ready = held;
      held = chunk;
      done(null, ready);
    },
    flush(done) {
      if (size < expected.size) done(damaged(expected, 'ends too early'));
      else if (!hash.digest().equals(expected.sha256)) done(damaged(expected, 'has other bytes'));
      else done(null, held);
    },
  });
};

/**
 * Opens stored content, byte for byte. A wrong length, and every damage of small content, is reported before the first
 * byte. Damage of large content fails the stream before its last piece: the connection ends short of the declared
 * length, so that nobody takes it for the file.
 * @throws ContentMissing, ContentDamaged
 */
export const openContent = async (
  store: BlobStore,
  expected: ExpectedContent,
): Promise<Readable> => {
  const { size, stream } = await store.get(expected.key);
  if (size !== undefined && size !== expected.size) {
    stream.destroy();
    throw damaged(expected, `holds ${size} bytes in place of ${expected.size}`);
  }
  // The reader receives the error; the callback exists because a pipeline needs one.
  const judged = pipeline(stream, judge(expected), () => undefined);
  return expected.size <= judgedAtOnce
    ? Readable.from([await buffer(judged)], { objectMode: false })
    : judged;
};

/**
 * Reads content to its end to verify it.
 * @throws ContentMissing, ContentDamaged
 */
export const verifyContent = async (store: BlobStore, expected: ExpectedContent): Promise<void> => {
  const content = await openContent(store, expected);
  for await (const _chunk of content) {
    // Reading is enough: each piece is verified by the stream.
  }
};
