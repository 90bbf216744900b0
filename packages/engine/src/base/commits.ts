import { AsyncLocalStorage } from 'node:async_hooks';

const refill = new AsyncLocalStorage<true>();

/**
 * Work that fills empty tables and can be done again. Its commits do not wait for the disk: a crash of the machine may
 * lose the last of them, the newest first, and never a part of one. Its statements use indexes: a plan made while a table
 * was empty would read the whole of it until the table is analyzed.
 */
export const withoutDurableCommits = <T>(work: () => T): T => refill.run(true, work);

/** Settings of a transaction of this work, beside those of all transactions; empty for other work. */
export const refillSettings = (): string =>
  refill.getStore() ? '; set local synchronous_commit = off; set local enable_seqscan = off' : '';
