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

/** Demo university for tests, on a copy of the database that one run has written. */
export interface TestDemo {
  readonly database: TestDatabase;
  readonly parts: Parts;
  /** Ids of departments by code. */
  readonly departments: ReadonlyMap<string, string>;
  /** Returns the actor of a person, by account. */
  actor(account: string): Actor;
  close(): Promise<void>;
}

const partsIn = (folder: string, database: TestDatabase): Promise<Parts> =>
  openParts(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, folder), database);

/** Runs the work with the services of a process, which are opened before and closed after. */
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
 * Wraps services so that the process stops before its n-th transaction, within or between chapters:
 * later transactions fail.
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

/** Approximate number of transactions of writing the whole demo. */
const whole = 6000;

/**
 * Writes the demo by two simultaneous starts, after earlier starts that were stopped at random
 * moments in one folder.
 * @param starts number of stopped starts
 * @throws Error if a stopped start returned as if complete, or both of the last two report having
 * written the demo
 */
const writeAfterStops = async (
  starts: number,
  database: TestDatabase,
  folder: string,
): Promise<void> => {
  const random = seededRandom(20261128);
  for (let start = 0; start < starts; start += 1) {
    // Each start continues after the previous one; half of the demo remains for the last.
    const moment = random.int(1, Math.ceil(whole / starts));
    const ended = await inProcess(folder, database, (parts) =>
      seedDemo(stoppedAt(parts, moment), database.ownerUrl, () => undefined).then(
        () => true,
        () => false,
      ),
    );
    if (ended)
      throw new Error(`a start that was stopped at transaction ${moment} wrote everything`);
  }
  // Two processes start on one database: one writes, the other waits for it.
  const written = await Promise.all(
    [0, 1].map(() =>
      inProcess(folder, database, (parts) => seedDemo(parts, database.ownerUrl, () => undefined)),
    ),
  );
  if (written.filter(Boolean).length !== 1)
    throw new Error('two starts at once wrote the demo twice');
};

/** `npm run test:all` stops twenty starts. */
const brokenStarts = process.env.TEST_ALL === '1' ? 20 : 5;

/**
 * Writes the demo, which takes a minute, over several stopped starts: every test of the demo sees
 * the result.
 */
const fill = (database: TestDatabase, folder: string): Promise<void> =>
  writeAfterStops(brokenStarts, database, folder);

/** Writes the demo in a single start. */
export const seedDemoAtOnce = async (database: TestDatabase, folder: string): Promise<Parts> => {
  const parts = await partsIn(folder, database);
  await seedDemo(parts, database.ownerUrl, () => undefined);
  return parts;
};

/** Database template and files folder of the demo that this test run has written. */
export const seededDemo = (): ReturnType<typeof templateDatabase> =>
  templateDatabase(demoTemplate, fill);

export const openTestDemo = async (): Promise<TestDemo> => {
  const written = await seededDemo();
  const database = await testDatabase(written);
  const folder = mkdtempSync(join(tmpdir(), 'keyan-demo-'));
  cpSync(written.folder, folder, { recursive: true });
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
