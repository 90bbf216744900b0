import { accessSync, constants, statfsSync } from 'node:fs';

/** Folder of the in-memory file system of Linux, which also serves POSIX shared memory. */
const memory = '/dev/shm';

/** Type by which `statfs` identifies tmpfs. */
const tmpfs = 0x01_02_19_94;

const gibibytes = (count: number): number => count * 1024 ** 3;

/** Properties of an in-memory file system. Sizes in bytes. */
export interface MemoryFolder {
  readonly type: number;
  readonly free: number;
  /** Memory still available to programs of this machine. */
  readonly available: number;
}

/**
 * True if the folder has room for a run of tests: its databases, three copies of the written demo and
 * their logs take less than 4 GiB at once; browser, servers and workers need as much beside them.
 */
export const holdsTests = ({ type, free, available }: MemoryFolder): boolean =>
  type === tmpfs && free >= gibibytes(6) && available >= gibibytes(10);

const factsOf = (folder: string): MemoryFolder | undefined => {
  try {
    accessSync(folder, constants.W_OK);
    const { type, bavail, bsize } = statfsSync(folder);
    return { type, free: bavail * bsize, available: process.availableMemory() };
  } catch {
    return undefined;
  }
};

/**
 * Sets the folder for temporary files of this process and its children to memory if there is room,
 * unless `TMPDIR` names a folder. A test database is about 4,000 files, copied for each test file,
 * which takes ten times as long on a disk.
 */
export const useMemory = (): void => {
  const facts = factsOf(memory);
  if (process.env.TMPDIR || !facts || !holdsTests(facts)) return;
  process.env.TMPDIR = memory;
};
