import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type TestDatabase,
  templateDatabase,
  testDatabase,
} from '@keyan/engine/testing/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { actorOf } from '@keyan/product/demo/world.server.ts';
import { readEnv } from '../env.ts';
import { openParts, type Parts } from '../parts.ts';
import { seedDemo } from '../seed.ts';

/** For tests: the demo university on a database of its own, a copy of the one that was told once. */
export interface TestDemo {
  readonly database: TestDatabase;
  readonly parts: Parts;
  /** Ids by code. */
  readonly departments: ReadonlyMap<string, string>;
  /** A person of the university, by account. */
  actor(account: string): Actor;
  close(): Promise<void>;
}

const partsIn = (folder: string, database: TestDatabase): Promise<Parts> =>
  openParts(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, folder), database);

/** Tells the story, which takes half a minute. */
const fill = async (database: TestDatabase, folder: string): Promise<void> => {
  const parts = await partsIn(folder, database);
  try {
    await seedDemo(parts, database.ownerUrl, () => undefined);
  } finally {
    await parts.close();
  }
};

export const openTestDemo = async (): Promise<TestDemo> => {
  const told = await templateDatabase('keyan_demo', fill);
  const database = await testDatabase(told);
  const folder = mkdtempSync(join(tmpdir(), 'keyan-demo-'));
  cpSync(told.folder, folder, { recursive: true });
  const parts = await partsIn(folder, database);
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
