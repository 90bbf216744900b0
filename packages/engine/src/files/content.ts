import { createHash } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ContentDamaged } from '../base/storage.ts';
import type { BlobStore } from './store.ts';

/** Content as its row describes it. */
export interface ExpectedContent {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: Buffer;
}

/** Bytes up to which content is read and judged in whole before the first byte goes out. */
const judgedAtOnce = 1024 * 1024;

const damaged = ({ key }: ExpectedContent, what: string): ContentDamaged =>
  new ContentDamaged(`blob ${key} ${what}`);

/**
 * Passes content on and holds back the last piece of it until all of it was judged: whoever reads
 * gets everything as it was stored, or an error before the end. Never more bytes than the row says.
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
 * Content as it was stored, byte for byte.
 *
 * A wrong length is reported before the first byte, and so is every fault of little content. Much content fails in
 * the stream, before its last piece: the connection breaks off short of the length that was declared, so that nobody
 * takes it for the file.
 *
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
  // Whoever reads hears of the error; the callback is there because a pipeline needs one.
  const judged = pipeline(stream, judge(expected), () => undefined);
  return expected.size <= judgedAtOnce
    ? Readable.from([await buffer(judged)], { objectMode: false })
    : judged;
};

/** Reads content to its end. @throws ContentMissing, ContentDamaged */
export const verifyContent = async (store: BlobStore, expected: ExpectedContent): Promise<void> => {
  const content = await openContent(store, expected);
  for await (const _chunk of content) {
    // Every piece passes the judge.
  }
};
