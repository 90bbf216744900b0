import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ContentMissing, explainFullDisk } from '../base/storage.ts';
import type { BlobStore } from './store.ts';

/** Mode of a folder whose file names other users of the machine cannot list. */
export const privateFolder = 0o700;

/** Flushes a file or a folder entry to disk, so that its bytes or its renaming are durable. */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Creates a store of files in one folder, spread over sub-folders by the first letters of the key. */
export const diskStore = (root: string): BlobStore => {
  const place = (key: string): string => {
    // Keys are generated here; a path separator in a key is a bug, never a file.
    if (!/^[\w-]+$/.test(key)) throw new Error(`Not a blob key: ${key}`);
    return join(root, key.slice(0, 2), key);
  };
  return {
    async put(key, path) {
      const target = place(key);
      try {
        await mkdir(dirname(target), { recursive: true, mode: privateFolder });
        await sync(path);
        await rename(path, target);
        await sync(dirname(target));
      } catch (error) {
        throw explainFullDisk(error);
      }
    },
    async get(key) {
      const handle = await open(place(key), 'r').catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new ContentMissing(`blob ${key} is not there`) : error;
      });
      const { size } = await handle.stat();
      return { size, stream: handle.createReadStream() };
    },
    remove: (key) => rm(place(key), { force: true }),
    async *list(before) {
      const folders = await readdir(root).catch(() => []);
      for (const folder of folders) {
        for (const key of await readdir(join(root, folder)).catch(() => [])) {
          const found = await stat(join(root, folder, key)).catch(() => null);
          if (found?.isFile() && found.mtime < before) yield key;
        }
      }
    },
  };
};
