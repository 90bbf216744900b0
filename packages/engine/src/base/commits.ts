import { AsyncLocalStorage } from 'node:async_hooks';

const unwaited = new AsyncLocalStorage<true>();

/**
 * Work that can be done again: its commits do not wait for the disk. A crash of the machine may lose the last of
 * them, the newest first, and never a part of one.
 */
export const withoutDiskWait = <T>(work: () => T): T => unwaited.run(true, work);

/** Settings of a transaction of this work, beside those of all transactions; empty where it waits for the disk. */
export const commitSettings = (): string =>
  unwaited.getStore() ? '; set local synchronous_commit = off' : '';
