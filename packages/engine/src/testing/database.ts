import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';

/** The server that the test run started; addresses with `{database}` where the name goes. */
export interface TestServer {
  readonly admin: string;
  readonly owner: string;
  readonly app: string;
  /** Migrated and without rows: every test database is a copy of it. */
  readonly template: string;
  /** Why there is no migrated template, if there is none. */
  readonly fault: string | null;
  /** Where files may lie that live as long as the run. */
  readonly folder: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: TestServer;
  }
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  readonly name: string;
  /** Address for the role `keyan_app`, which serves requests. */
  readonly appUrl: string;
  /** Address for the owner of the schema. */
  readonly ownerUrl: string;
  /** Address for a superuser, who passes every row-level policy and sees all rows. */
  readonly adminUrl: string;
  /** Runs one statement as superuser. */
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
  /** Ends the connection of `query`. */
  release(): Promise<void>;
  drop(): Promise<void>;
}

/**
 * A fresh database for the calling test file, migrated (or `empty`, for tests of migrations). Works
 * in files of the vitest project `database` only.
 *
 * ```ts
 * const database = await testDatabase();
 * afterAll(() => database.drop());
 * ```
 */
export async function testDatabase(
  options: { readonly empty?: boolean; readonly template?: string } = {},
): Promise<TestDatabase> {
  const server = inject('postgres');
  if (server.fault !== null && !options.empty) throw new Error(server.fault);
  const name = `t_${randomBytes(6).toString('hex')}`;
  const template = options.empty ? 'template1' : (options.template ?? server.template);
  await runOnce(
    at(server.admin, 'postgres'),
    `create database ${name} template ${template} owner keyan_owner`,
  );
  const adminUrl = at(server.admin, name);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  admin.on('error', () => undefined);
  const release = async (): Promise<void> => {
    if (!admin.ending) await admin.end();
  };
  return {
    name,
    appUrl: at(server.app, name),
    ownerUrl: at(server.owner, name),
    adminUrl,
    query: async <R>(sql: string, parameters: readonly unknown[] = []) =>
      (await admin.query(sql, [...parameters])).rows as R[],
    release,
    drop: async () => {
      await release();
      await runOnce(at(server.admin, 'postgres'), `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * A database that is filled once in a run, however many test files and processes ask for it: what takes
 * long to fill is copied from there.
 * @param fill fills a migrated database, and lets go of it
 * @returns the template to copy, and a folder that belongs to it
 */
export async function templateDatabase(
  name: string,
  fill: (database: TestDatabase, folder: string) => Promise<void>,
): Promise<{ readonly template: string; readonly folder: string }> {
  const server = inject('postgres');
  const folder = join(server.folder, name);
  const client = await openClient(at(server.admin, 'postgres'));
  try {
    await client.query('select pg_advisory_lock(hashtextextended($1, 0))', [name]);
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      const database = await testDatabase();
      try {
        // Files of a failed attempt are removed.
        rmSync(folder, { recursive: true, force: true });
        mkdirSync(folder);
        await fill(database, folder);
        await database.release();
        await client.query(`alter database ${database.name} rename to ${name}`);
      } catch (error) {
        await database.drop();
        throw error;
      }
    }
  } finally {
    // The lock ends with it.
    await client.end();
  }
  return { template: name, folder };
}

const at = (url: string, database: string): string => url.replace('{database}', database);

/**
 * A connection of a test's own, for as long as the test holds it. One that the server closes while it
 * is idle is no error; without a listener it would end the whole run.
 */
export async function openClient(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function runOnce(url: string, sql: string): Promise<void> {
  const client = await openClient(url);
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
