import { randomBytes } from 'node:crypto';
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
}

declare module 'vitest' {
  export interface ProvidedContext {
    readonly postgres: TestServer;
  }
}

/** A database that belongs to one test file. */
export interface TestDatabase {
  readonly name: string;
  /** As `keyan_app`: what the program serves requests with. */
  readonly appUrl: string;
  /** As the owner of the schema. */
  readonly ownerUrl: string;
  /** As superuser, past every row-level policy: to look at what the tables really hold. */
  readonly adminUrl: string;
  /** Runs one statement as superuser. */
  query<R>(sql: string, parameters?: readonly unknown[]): Promise<R[]>;
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
  options: { readonly empty?: boolean } = {},
): Promise<TestDatabase> {
  const server = inject('postgres');
  if (server.fault !== null && !options.empty) throw new Error(server.fault);
  const name = `t_${randomBytes(6).toString('hex')}`;
  const at = (url: string, database: string): string => url.replace('{database}', database);
  const template = options.empty ? 'template1' : server.template;
  await runOnce(
    at(server.admin, 'postgres'),
    `create database ${name} template ${template} owner keyan_owner`,
  );
  const adminUrl = at(server.admin, name);
  const admin = new pg.Pool({ connectionString: adminUrl, max: 1 });
  admin.on('error', () => undefined);
  return {
    name,
    appUrl: at(server.app, name),
    ownerUrl: at(server.owner, name),
    adminUrl,
    query: async <R>(sql: string, parameters: readonly unknown[] = []) =>
      (await admin.query(sql, [...parameters])).rows as R[],
    drop: async () => {
      await admin.end();
      await runOnce(at(server.admin, 'postgres'), `drop database if exists ${name} with (force)`);
    },
  };
}

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
