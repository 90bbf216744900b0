import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { actorOf } from '@keyan/product/demo/world.server.ts';
import { readEnv } from '../env.ts';
import { openParts, type Parts } from '../parts.ts';
import { seedDemo } from '../seed.ts';

/** For tests: the demo university on a database of its own. */
export interface TestDemo {
  readonly database: TestDatabase;
  readonly parts: Parts;
  /** Ids by code. */
  readonly departments: ReadonlyMap<string, string>;
  /** A person of the university, by account. */
  actor(account: string): Actor;
  close(): Promise<void>;
}

export const openTestDemo = async (): Promise<TestDemo> => {
  const database = await testDatabase();
  const folder = mkdtempSync(join(tmpdir(), 'keyan-demo-'));
  const parts = await openParts(
    readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, folder),
    database,
  );
  await seedDemo(parts, () => undefined);
  const idsIn = async (sql: string): Promise<ReadonlyMap<string, string>> => {
    const rows = await database.query<{ name: string; id: string }>(sql);
    return new Map(rows.map(({ name, id }) => [name, id]));
  };
  const users = await idsIn('select account as name, id::text from users');
  const departments = await idsIn('select dept_code as name, id::text from dept');
  const people = new Map(demoPeople().map((person) => [person.account, person]));
  return {
    database,
    parts,
    departments,
    actor(account) {
      const person = people.get(account);
      if (!person) throw new Error(`nobody is called ${account}`);
      return actorOf(person, { users, departments });
    },
    async close() {
      await parts.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
