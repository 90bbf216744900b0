import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDurable } from './durable.ts';

/** Names of uploaded files by their sub-folder, as the store lays them out (`engine/files/disk.ts`). */
type Shelf = ReadonlyMap<string, ReadonlySet<string>>;

const namesIn = async (folder: string): Promise<readonly string[]> =>
  readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });

const readShelf = async (root: string): Promise<Shelf> => {
  const shelf = new Map<string, ReadonlySet<string>>();
  for (const folder of await namesIn(root)) {
    shelf.set(folder, new Set(await namesIn(join(root, folder))));
  }
  return shelf;
};

/** Returns the files of one shelf that the other shelf lacks. */
const missingFiles = (
  from: Shelf,
  to: Shelf,
): readonly (readonly [folder: string, name: string])[] =>
  [...from].flatMap(([folder, names]) =>
    [...names].filter((name) => !to.get(folder)?.has(name)).map((name) => [folder, name] as const),
  );

const countFiles = (shelf: Shelf): number =>
  [...shelf.values()].reduce((sum, names) => sum + names.size, 0);

const presentFilesFolder = (archive: string): string => join(archive, 'files');
const removedFilesFolder = (archive: string): string => join(archive, 'files-removed');

/**
 * Copies the uploaded files that an archive lacks. A file is written once under a unique key and
 * never changed, so comparing names is enough. Each copy is renamed into place when complete: a
 * broken-off copy is no file.
 *
 * @returns number of copied files
 */
export async function keepContent(files: string, archive: string): Promise<number> {
  const kept = presentFilesFolder(archive);
  const draft = join(archive, `draft.${process.pid}`);
  // The folder is made before reading: an empty result then means that the source folder is
  // missing.
  await mkdir(kept, { recursive: true, mode: 0o700 });
  const wanted = missingFiles(await readShelf(files), await readShelf(kept));
  let copied = 0;
  for (const [folder, name] of wanted) {
    try {
      await copyFile(join(files, folder, name), draft);
    } catch (error) {
      // The store deleted the file in the meantime: no row has referred to it for a day.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue;
      throw error;
    }
    await makeDurable(draft);
    await mkdir(join(kept, folder), { recursive: true, mode: 0o700 });
    await rename(draft, join(kept, folder, name));
    copied += 1;
  }
  return copied;
}

/**
 * Moves archived files that the store has deleted since into `files-removed`, dated with the time
 * of the discovery, and deletes files moved there before `before`. If more files would move than
 * remain, none moves: the store was probably lost or emptied.
 */
export async function setAsideRemoved(
  files: string,
  archive: string,
  before: Date,
): Promise<{ readonly setAside: number; readonly ended: number }> {
  const [kept, aside] = [presentFilesFolder(archive), removedFilesFolder(archive)];
  const store = await readShelf(files);
  const removed = missingFiles(await readShelf(kept), store);
  const isLost = removed.length > countFiles(store);
  for (const [folder, name] of isLost ? [] : removed) {
    await mkdir(join(aside, folder), { recursive: true, mode: 0o700 });
    const now = new Date();
    await utimes(join(kept, folder, name), now, now);
    await rename(join(kept, folder, name), join(aside, folder, name));
  }
  let ended = 0;
  for (const [folder, name] of missingFiles(await readShelf(aside), new Map())) {
    const path = join(aside, folder, name);
    if ((await stat(path)).mtime >= before) continue;
    await rm(path);
    ended += 1;
  }
  return { setAside: isLost ? 0 : removed.length, ended };
}

/** Copies every archived file into the file store of a restored installation. */
export async function putContent(archive: string, files: string): Promise<void> {
  for (const shelf of [presentFilesFolder(archive), removedFilesFolder(archive)]) {
    for (const [folder, name] of missingFiles(await readShelf(shelf), new Map())) {
      await mkdir(join(files, folder), { recursive: true, mode: 0o700 });
      await copyFile(join(shelf, folder, name), join(files, folder, name));
    }
  }
}
