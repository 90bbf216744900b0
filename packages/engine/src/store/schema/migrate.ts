import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseAddress, driverAddress } from '../connection/database.ts';

/** Reviewed change of the schema: a file `0010_name.sql`, applied once, never edited afterwards. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /**
   * SHA-256 of the text with `
   * ` line ends, so that a Windows checkout counts as the same file.
   */
  readonly checksum: string;
}

/** Error: database and migration files disagree; nothing of the refused change was applied. */
export class MigrationRefused extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MigrationRefused';
  }
}

const fileName = /^\d{4}_[a-z0-9_]+\.sql$/;

/**
 * Reads the migrations of a folder in name order.
 * @throws MigrationRefused if the name of a file gives it no clear position.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    if (!fileName.test(name)) {
      throw new MigrationRefused(
        `Migration file "${name}" is not named like 0010_what_it_does.sql.`,
      );
    }
  }
  return Promise.all(
    names.map(async (name) => {
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/** Key of the advisory lock for migrations; no other lock in this database may use it. */
const migrationLock = 7_203_501_906;

/**
 * Applies the given migrations to the database: each in a separate transaction, in order, with its checksum recorded. A
 * migration reads and writes the rows of every tenant in the tables that it names. Processes that start together wait
 * for one another, so each file runs once.
 * @param owner connection of the role that owns the schema.
 * @returns the names of the migrations applied now.
 * @throws MigrationRefused if an applied file was changed or is missing (the database is then newer than this program),
 *   or if a file fails; the text names the file.
 */
export async function migrate(
  owner: DatabaseAddress,
  migrations: readonly Migration[],
  onApplied: (name: string, milliseconds: number) => void = () => undefined,
): Promise<string[]> {
  const client = new pg.Client({ ...driverAddress(owner), application_name: 'keyan-migrate' });
  // A running query fails with the connection; without a listener the process would end too.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await client.query(`
      create table if not exists schema_migration (
        name text primary key,
        checksum text not null,
        applied_at timestamptz not null default now()
      )`);
    const { rows } = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from schema_migration',
    );
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    refuseDisagreement(applied, migrations);

    const pending = migrations.filter((migration) => !applied.has(migration.name));
    for (const migration of pending) {
      const started = performance.now();
      await apply(client, migration);
      onApplied(migration.name, Math.round(performance.now() - started));
    }
    return pending.map((migration) => migration.name);
  } finally {
    // The end of the connection releases the lock.
    await client.end();
  }
}

function refuseDisagreement(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration.checksum]));
  for (const [name, checksum] of applied) {
    const current = known.get(name);
    if (current === undefined) {
      throw new MigrationRefused(
        `The database has migration "${name}", which this program does not know: it was made by a newer version. Start that version, or restore a backup of before the upgrade.`,
      );
    }
    if (current !== checksum) {
      throw new MigrationRefused(
        `Migration "${name}" was changed after it had been applied. Restore the file and write a new migration instead.`,
      );
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    const lifted = await liftWall(client, migration);
    await client.query(migration.sql);
    await restoreWall(client, lifted);
    await client.query('insert into schema_migration (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    const place = positionOf(error, migration.sql);
    const message = error instanceof Error ? error.message : String(error);
    throw new MigrationRefused(`Migration "${migration.name}" failed${place}: ${message}`, error);
  }
}

/** SQL that selects those of the tables whose policy also binds their owner. */
const forcedAmong = `
  select relname as name from pg_class
   where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relforcerowsecurity
     and relname = any($1)`;

/**
 * Lets the owner of the schema see the rows of every tenant in the tables that a migration names: an owner without
 * superuser rights sees none while the policy is forced, and an update would change nothing. Other roles stay behind
 * the policy, and a rollback undoes the change.
 * @returns the tables whose policy must be forced again.
 */
async function liftWall(client: pg.Client, { sql }: Migration): Promise<readonly string[]> {
  const words = [...new Set(sql.match(/[a-z_][a-z0-9_]*/g) ?? [])];
  const { rows } = await client.query<{ name: string }>(forcedAmong, [words]);
  const names = rows.map(({ name }) => name);
  await alterAll(client, names, 'no force');
  return names;
}

/** Forces the policies again that `liftWall` lifted, of tables that still exist. */
async function restoreWall(client: pg.Client, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  // Deferred checks of changed rows run first: PostgreSQL does not alter a table with pending checks.
  await client.query('set constraints all immediate');
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and relname = any($1)`,
    [names],
  );
  await alterAll(
    client,
    rows.map(({ name }) => name),
    'force',
  );
}

async function alterAll(
  client: pg.Client,
  names: readonly string[],
  force: 'force' | 'no force',
): Promise<void> {
  const changes = names.map((name) => `alter table ${name} ${force} row level security`);
  if (changes.length > 0) await client.query(changes.join(';'));
}

/** Returns the position of an error, such as ` at line 12`, if the server sent the character position. */
function positionOf(error: unknown, sql: string): string {
  const position = Number((error as { position?: string }).position);
  return Number.isFinite(position) && position > 0
    ? ` at line ${sql.slice(0, position).split('\n').length}`
    : '';
}
