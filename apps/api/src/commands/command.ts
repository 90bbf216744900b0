import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/schema/migrate.ts';
import { type Env, readEnv } from '../env.ts';
import { describeError } from '../failure.ts';
import { assertDatabaseFit, type OpenDatabase, openDatabase } from '../postgres/database.ts';
import { bulkSettings } from '../postgres/settings.ts';

/** Root folder of the project; relative paths in the configuration are resolved against it. */
export const projectRoot = join(import.meta.dirname, '../../../..');

export const printLine = (line: string): void => {
  console.log(line);
};

/** Runs a command to its end: a failure is printed and sets exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`\n${describeError(error)}`);
    process.exitCode = 1;
  }
}

/**
 * Milliseconds from which the duration of a migration is reported: tables are locked during a
 * migration.
 */
const longMigrationMilliseconds = 2000;

/** Opens the configured database, applies all migrations and asserts its safety. */
export async function openMigrated(
  env: Env,
  serving: boolean,
  settings: Readonly<Record<string, string>> = {},
): Promise<OpenDatabase> {
  const database = await openDatabase(env, { serving, say: printLine, settings });
  try {
    const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'));
    const began = performance.now();
    const applied = await migrate(database.ownerUrl, migrations, (name, milliseconds) => {
      if (milliseconds >= longMigrationMilliseconds)
        printLine(`Migration ${name}: ${milliseconds} ms`);
    });
    const last = applied.at(-1);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    if (last)
      printLine(`${applied.length} migrations applied in ${seconds} s, the last is ${last}`);
    await assertDatabaseFit(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

type Work = (database: OpenDatabase, env: Env) => Promise<void>;

/** Runs the work of a command on the database, which a server may be using. */
export const withDatabase = (work: Work): Promise<void> => workOn(work, false);

/**
 * Runs work that writes very many rows: refused while a server runs on the embedded database, and,
 * unless `ARCHIVE_DIR` is set, with settings for bulk writes.
 */
export const withDatabaseAlone = (work: Work): Promise<void> => workOn(work, true);

async function workOn(work: Work, alone: boolean): Promise<void> {
  const env = readEnv(process.env, projectRoot);
  // An archive needs complete records of transactions in the log; the settings for bulk writes omit
  // most.
  const settings = alone && !env.archiveDir ? bulkSettings : {};
  const database = await openMigrated(env, alone, settings);
  try {
    await work(database, env);
  } finally {
    await database.close();
  }
}
