import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../env.ts';
import type { OpenDatabase } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';
import { keepContent } from './content.ts';
import { packLog } from './log.ts';

/** Milliseconds between two looks at what is to be archived. */
const period = 60_000;

interface Log {
  error(details: object, text: string): void;
}

/** Progress of an archive as of the last look. */
export interface ArchiveState {
  /** When the archive took a segment of the log last; null when it never did. */
  readonly lastArchived: Date | null;
  /** Failed attempts of the database server, and looks that failed, since the server started. */
  readonly failures: number;
  /** Moment of the oldest change that the archive may lack. */
  readonly completeUntil: Date;
}

interface Archiver {
  readonly folder: string;
  readonly lastArchived: Date | null;
  readonly failures: number;
  /** Segment that the last attempt could not write; null when it could. */
  readonly failed: string | null;
  /** Since when the oldest finished segment waits; null when none does. */
  readonly waitingSince: Date | null;
}

/** Asks the server where it puts its log, and how far it is. */
const readArchiver = (adminUrl: string): Promise<Archiver> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<Archiver>(
      `select current_setting('basic_archive.archive_directory') as folder,
              last_archived_time as "lastArchived",
              failed_count::int as failures,
              case when last_failed_time > coalesce(last_archived_time, '-infinity')
                   then last_failed_wal end as failed,
              (select min(modification) from pg_ls_archive_statusdir()
                where name like '%.ready') as "waitingSince"
         from pg_stat_archiver`,
    );
    const [found] = rows;
    if (!found) throw new Error('the server has no archiver');
    return found;
  });

/** An archive that is looked after. */
export interface ArchiveWatch {
  /** Copies uploaded files and packs the log; a failure is logged, and the next look tries again. */
  look(): Promise<void>;
  readonly state: ArchiveState;
}

const earliest = (one: Date, other: Date | null): Date => (other && other < one ? other : one);

/** @returns undefined where the environment names no archive, or the database is not embedded. */
export function watchArchive(env: Env, database: OpenDatabase, log: Log): ArchiveWatch | undefined {
  const { archiveDir: archive, files } = env;
  const { adminUrl } = database;
  if (archive === undefined || adminUrl === undefined) return undefined;
  let lastGood = new Date();
  let failedLooks = 0;
  let archiver: Archiver | undefined;
  const look = async (): Promise<void> => {
    const began = new Date();
    try {
      if (files.kind === 'disk') await keepContent(files.folder, archive);
      archiver = await readArchiver(adminUrl);
      const { failed, folder } = archiver;
      if (failed) throw new Error(`the server could not write ${failed} into ${folder}`);
      await packLog(folder);
      lastGood = began;
    } catch (error) {
      failedLooks += 1;
      log.error({ err: error, archive }, 'archiving failed');
    }
  };
  return {
    look,
    get state(): ArchiveState {
      return {
        lastArchived: archiver?.lastArchived ?? null,
        failures: (archiver?.failures ?? 0) + failedLooks,
        completeUntil: earliest(lastGood, archiver?.waitingSince ?? null),
      };
    },
  };
}

/**
 * Keeps an archive complete while the server runs: a look once a minute.
 *
 * @returns ends it, after a last look
 */
export function keepArchive(watch: ArchiveWatch): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await watch.look();
      await sleep(period, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await watch.look();
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
