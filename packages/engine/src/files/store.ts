import type { Readable } from 'node:stream';

/** Where bytes lie. Keys are ours and opaque; a key is written once. */
export interface BlobStore {
  /** Takes over a complete local file; resolves when it is durable. The local file is gone then. */
  put(key: string, path: string): Promise<void>;
  get(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** Keys written before this moment, for the sweep. */
  list(before: Date): AsyncIterable<string>;
}
