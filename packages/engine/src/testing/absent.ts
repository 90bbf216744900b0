import { sql } from 'kysely';
import type { Files } from '../files/port.ts';
import type { Jobs } from '../jobs/port.ts';

/** The file store of a world whose records hold no files. */
export const noFiles: Files = {
  of: async () => new Map(),
  column: () => sql`'[]'::json`,
  fromColumn: () => [],
  bind: async () => [],
  share: async () => [],
  missing: async () => [],
  meantFor: async () => [],
  printed: async () => new Set(),
  forgetMeant: () => undefined,
  give: async () => undefined,
  withdraw: async () => undefined,
  givenWith: async () => new Map(),
};

/** The jobs of a world in which nothing is queued. */
export const noJobs: Jobs = {
  queue: () => undefined,
  send: async () => undefined,
  stop: async () => undefined,
};
