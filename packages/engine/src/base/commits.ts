import { AsyncLocalStorage } from 'node:async_hooks';

const refill = new AsyncLocalStorage<true>();

/**
 * Runs work that fills empty tables and can be repeated. Commits do not wait for the disk: a crash of the machine may
 * lose the newest commits, but never part of a commit. Statements use indexes, because a plan made while a table was
 * empty would scan the whole table until it is analysed.
 */
export const withoutDurableCommits = <T>(work: () => T): T => refill.run(true, work);

/** Returns the SQL that sets up a transaction of `withoutDurableCommits`; empty outside such work. */
export const refillSettings = (): string =>
  refill.getStore() ? '; set local synchronous_commit = off; set local enable_seqscan = off' : '';
