import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openClient, type TestDatabase, testDatabase } from '../../testing/database.ts';
import { type Migration, migrate } from './migrate.ts';

const migration = (name: string, sql: string): Migration => ({
  name,
  sql,
  checksum: createHash('sha256').update(sql).digest('hex'),
});

const first = migration('0001_first.sql', 'create table first (id int primary key);');
const second = migration('0002_second.sql', 'create table second (id int references first);');

describe('migrate', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  const tables = async (): Promise<string[]> =>
    (
      await database.query<{ name: string }>(
        `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
      )
    ).map((row) => row.name);

  it('runs each file once when several processes start together', async () => {
    const done = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, [first])));
    expect(done.flat()).toEqual([first.name]);
    expect(await tables()).toEqual(['first', 'schema_migration']);
  });

  it('applies nothing of a file that fails, and names the file and the line', async () => {
    const broken = migration(
      '0002_broken.sql',
      'create table half (id int);\nselect nothing_here;',
    );
    await expect(migrate(database.ownerUrl, [first, broken])).rejects.toThrow(
      /0002_broken\.sql" failed at line 2: column "nothing_here" does not exist/,
    );
    expect(await tables()).toEqual(['first', 'schema_migration']);
  });

  it('goes on from where it stands', async () => {
    expect(await migrate(database.ownerUrl, [first, second])).toEqual([second.name]);
    expect(await migrate(database.ownerUrl, [first, second])).toEqual([]);
  });

  it('refuses a file that was changed after it had been applied', async () => {
    const changed = migration(first.name, `${first.sql} -- better`);
    await expect(migrate(database.ownerUrl, [changed, second])).rejects.toThrow(
      /0001_first\.sql" was changed after/,
    );
  });

  it('reaches the rows of every tenant, and lets the owner see none afterwards', async () => {
    const older = await testDatabase({ empty: true });
    const walled = migration(
      '0001_walled.sql',
      `create table walled (tenant_id text, parent_id int, note text);
       alter table walled enable row level security;
       alter table walled force row level security;
       create policy tenant on walled using (tenant_id = current_setting('app.tenant', true));`,
    );
    await migrate(older.ownerUrl, [walled]);
    await older.query(`insert into walled values ('100001', 1, null), ('100002', 2, null)`);
    const change = migration('0002_change.sql', `update walled set note = 'carried along';`);
    await migrate(older.ownerUrl, [walled, change]);
    expect(await older.query('select distinct note from walled')).toEqual([
      { note: 'carried along' },
    ]);
    const owner = await openClient(older.ownerUrl);
    expect((await owner.query('select note from walled')).rows).toEqual([]);
    await owner.end();
    await older.drop();
  });

  it('refuses a database of a newer version', async () => {
    await expect(migrate(database.ownerUrl, [first])).rejects.toThrow(
      /"0002_second\.sql", which this program does not know/,
    );
  });
});
