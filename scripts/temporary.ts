import { accessSync, constants, statfsSync } from 'node:fs';

/** File system in memory of Linux, as POSIX shared memory uses it. */
const memory = '/dev/shm';

/** Number by which `statfs` names tmpfs. */
const tmpfs = 0x01_02_19_94;

const gibibytes = (count: number): number => count * 1024 ** 3;

/** Facts about a file system in memory. Sizes in bytes. */
export interface MemoryFolder {
  readonly type: number;
  readonly free: number;
  /** Memory that programs of this machine may still take. */
  readonly available: number;
}

/**
 * The databases of a run, three copies of the written demo and their logs take less than 4 GiB at once;
 * browser, servers and workers need as much beside them.
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
 * Puts temporary files of this process and those it starts into memory where there is room, unless `TMPDIR`
 * names a folder. A test database is about 4,000 files, copied for each test file: on a disk that takes ten
 * times as long.
 */
export const useMemory = (): void => {
  const facts = factsOf(memory);
  if (process.env.TMPDIR || !facts || !holdsTests(facts)) return;
  process.env.TMPDIR = memory;
};
