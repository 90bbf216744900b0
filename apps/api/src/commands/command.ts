import { join } from 'node:path';
import { migrate, readMigrations } from '@keyan/engine/store/migrate.ts';
import { type Env, readEnv } from '../env.ts';
import { describeError } from '../failure.ts';
import { assertDatabaseFit, type OpenDatabase, openDatabase } from '../postgres/database.ts';

/** Root folder of the project; relative paths in the configuration count from here. */
export const root = join(import.meta.dirname, '../../../..');

export const say = (line: string): void => {
  console.log(line);
};

/** Runs a command to its end: a failure is printed and makes the exit code 1. */
export async function run(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(`\n${describeError(error)}`);
    process.exitCode = 1;
  }
}

/** The configured database with every migration applied and its safety asserted. */
export async function openMigrated(env: Env, serving: boolean): Promise<OpenDatabase> {
  const database = await openDatabase(env, { serving, say });
  try {
    const migrations = await readMigrations(join(import.meta.dirname, '../../migrations'));
    await migrate(database.ownerUrl, migrations, (name, milliseconds) =>
      say(`Migration ${name} applied in ${milliseconds} ms`),
    );
    await assertDatabaseFit(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Work of a command on the database, beside a running server or without one. */
export async function withDatabase(
  work: (database: OpenDatabase, env: Env) => Promise<void>,
): Promise<void> {
  const env = readEnv(process.env, root);
  const database = await openMigrated(env, false);
  try {
    await work(database, env);
  } finally {
    await database.close();
  }
}
