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

/**
 * Asks the server where it puts its log, and whether it could.
 * @returns the folder
 * @throws Error when the last attempt failed: the server keeps its log until one succeeds
 */
const archivedLog = (adminUrl: string): Promise<string> =>
  withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ folder: string; failed: string | null }>(
      `select current_setting('basic_archive.archive_directory') as folder,
              case when last_failed_time > coalesce(last_archived_time, '-infinity')
                   then last_failed_wal end as failed
         from pg_stat_archiver`,
    );
    const [found] = rows;
    if (!found) throw new Error('the server has no archiver');
    if (found.failed) {
      throw new Error(`the server could not write ${found.failed} into ${found.folder}`);
    }
    return found.folder;
  });

/**
 * Keeps an archive complete while the server runs: once a minute uploaded files are copied to it and
 * its log is packed. Failures are logged at each attempt, and the next minute tries again.
 *
 * @returns ends it, after a last look
 */
export function keepArchive(env: Env, database: OpenDatabase, log: Log): () => Promise<void> {
  const { archiveDir: archive } = env;
  const { adminUrl } = database;
  if (archive === undefined || adminUrl === undefined) return async () => undefined;
  const stop = new AbortController();
  const look = async (): Promise<void> => {
    try {
      if (env.files.kind === 'disk') await keepContent(env.files.folder, archive);
      await packLog(await archivedLog(adminUrl));
    } catch (error) {
      log.error({ err: error, archive }, 'archiving failed');
    }
  };
  const run = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      await look();
      await sleep(period, undefined, { signal: stop.signal }).catch(() => undefined);
    }
    await look();
  };
  const running = run();
  return async () => {
    stop.abort();
    await running;
  };
}
