import { setTimeout as sleep } from 'node:timers/promises';
import type { Env } from '../env.ts';
import type { OpenDatabase } from '../postgres/database.ts';
import { withClient } from '../postgres/roles.ts';
import { keepContent } from './content.ts';
import { packLog } from './log.ts';

/** Milliseconds between two runs of archiving. */
const archivingInterval = 60_000;

interface Log {
  error(details: object, text: string): void;
}

/** Progress of an archive as of the last run of archiving. */
export interface ArchiveState {
  /** Time at which a segment of the log was last archived; null when none ever was. */
  readonly lastArchived: Date | null;
  /**
   * Number of failed attempts of the database server and of failed runs of archiving since the
   * server started.
   */
  readonly failures: number;
  /** Moment of the oldest change that the archive may lack. */
  readonly completeUntil: Date;
}

interface Archiver {
  readonly folder: string;
  readonly lastArchived: Date | null;
  readonly failures: number;
  /** Segment that the last attempt failed to write; null when it succeeded. */
  readonly failed: string | null;
  /** Time since which the oldest finished segment has not been archived; null when all are. */
  readonly waitingSince: Date | null;
}

/**
 * Reads from `pg_stat_archiver` and the settings where the server archives its log, and how far it
 * is.
 */
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

/** Watch over an archive: runs archiving on demand and reports its state. */
export interface ArchiveWatch {
  /**
   * Copies uploaded files and compresses the log; a failure is logged, and the next call tries
   * again.
   */
  look(): Promise<void>;
  readonly state: ArchiveState;
}

const earliest = (one: Date, other: Date | null): Date => (other && other < one ? other : one);

/**
 * Makes the watch over the configured archive.
 * @returns undefined if `ARCHIVE_DIR` is unset or the database is not the embedded one.
 */
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
 * Runs archiving once a minute while the server runs.
 *
 * @returns function that stops the watch after a last run
 */
export function keepArchive(watch: ArchiveWatch): () => Promise<void> {
  const stop = new AbortController();
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await watch.look();
      await sleep(archivingInterval, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await watch.look();
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
