import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type TestDatabase,
  templateDatabase,
  testDatabase,
} from '@keyan/engine/testing/database.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { seededRandom } from '@keyan/kernel/specimen/source.ts';
import { demoPeople } from '@keyan/product/demo/people.server.ts';
import { actorOf } from '@keyan/product/demo/world.server.ts';
import { readEnv } from '../env.ts';
import { openParts, type Parts } from '../parts.ts';
import { seedDemo } from '../seed.ts';
import { demoTemplate } from './kept-demo.ts';

/** Demo university for tests, on a database of its own, a copy of the one that was told once. */
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

/** A process: its parts are opened and closed around the work. */
const inProcess = async <T>(
  folder: string,
  database: TestDatabase,
  work: (parts: Parts) => Promise<T>,
): Promise<T> => {
  const parts = await partsIn(folder, database);
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
};

class Stopped extends Error {}

/**
 * The parts of a process that is stopped before its n-th transaction, within a chapter or between two: none comes to its
 * database after that.
 */
const stoppedAt = (parts: Parts, moment: number): Parts => {
  let begun = 0;
  const { database: real } = parts.engine;
  const stopping = new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (name !== 'transaction' && name !== 'enclosing') return method;
      return (...given: unknown[]) => {
        begun += 1;
        return begun >= moment ? Promise.reject(new Stopped()) : method(...given);
      };
    },
  });
  return { ...parts, engine: { ...parts.engine, database: stopping } };
};

/** Transactions of a whole telling, in the order of magnitude. */
const whole = 6000;

/**
 * Tells the demo by two starts at once that follow others which were broken off at random moments, in the same
 * folder.
 * @param starts this many are broken off
 * @throws Error where a start that was stopped ended as if it had told everything, or both of the last told it
 */
const tellAfter = async (starts: number, database: TestDatabase, folder: string): Promise<void> => {
  const random = seededRandom(20261128);
  for (let start = 0; start < starts; start += 1) {
    // Each goes on where the one before was stopped; half of the story is left to the last.
    const moment = random.int(1, Math.ceil(whole / starts));
    const ended = await inProcess(folder, database, (parts) =>
      seedDemo(stoppedAt(parts, moment), database.ownerUrl, () => undefined).then(
        () => true,
        () => false,
      ),
    );
    if (ended) throw new Error(`a start that was stopped at transaction ${moment} told everything`);
  }
  // Two processes that start at once on one database: one tells, the other waits for it.
  const told = await Promise.all(
    [0, 1].map(() =>
      inProcess(folder, database, (parts) => seedDemo(parts, database.ownerUrl, () => undefined)),
    ),
  );
  if (told.filter(Boolean).length !== 1) throw new Error('two starts at once told the demo twice');
};

/** `npm run test:all` breaks off twenty starts. */
const brokenStarts = process.env.TEST_ALL === '1' ? 20 : 5;

/** Tells the story, which takes a minute: every test of the demo sees one that was broken off before. */
const fill = (database: TestDatabase, folder: string): Promise<void> =>
  tellAfter(brokenStarts, database, folder);

/** The demo, told by one start. */
export const seedDemoAtOnce = async (database: TestDatabase, folder: string): Promise<Parts> => {
  const parts = await partsIn(folder, database);
  await seedDemo(parts, database.ownerUrl, () => undefined);
  return parts;
};

/** The demo that was told once in this run: the database to copy and the folder of its files. */
export const seededDemo = (): ReturnType<typeof templateDatabase> =>
  templateDatabase(demoTemplate, fill);

export const openTestDemo = async (): Promise<TestDemo> => {
  const told = await seededDemo();
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
