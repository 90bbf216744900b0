import type { Readable } from 'node:stream';
import type { StorageFailure } from '../base/storage.ts';

/** Content as it lies in a store; whoever asked for it reads the stream, or destroys it. */
export interface StoredContent {
  /** Bytes that the stream will give, where the store says so beforehand. */
  readonly size?: number;
  readonly stream: Readable;
}

/** Store of bytes by key. Keys are ours and opaque; a key is written once. */
export interface BlobStore {
  /**
   * Takes over a complete local file; resolves when it is durable. The local file is gone then.
   * @throws NoRoom
   */
  put(key: string, path: string): Promise<void>;
  /** @throws ContentMissing */
  get(key: string): Promise<StoredContent>;
  remove(key: string): Promise<void>;
  /** Keys written before this moment, for the sweep. */
  list(before: Date): AsyncIterable<string>;
}

/** Stored content that is gone or is not what was stored, as somebody came to read it. */
export interface StoredDamage {
  readonly tenantId: string;
  /** File of this content: its id and name. */
  readonly file: { readonly id: string; readonly name: string };
  readonly error: StorageFailure;
}
