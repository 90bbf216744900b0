import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import { seeded } from '@keyan/kernel/specimen/source.ts';
import {
  isTold,
  partNames,
  readProgress,
  writeProgress,
} from '@keyan/product/demo/progress.server.ts';
import { afterAll, expect, test } from 'vitest';
import { readEnv } from './env.ts';
import { openParts, type Parts } from './parts.ts';
import { seedDemo } from './seed.ts';
import { openTestDemo } from './testing/demo.ts';

/** So many starts are broken off, one after another, in the same folder. */
const starts = 20;
/** Transactions of a whole telling, in the order of magnitude. */
const whole = 4000;

const folder = mkdtempSync(join(tmpdir(), 'keyan-broken-'));
let database: TestDatabase;
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** A process: its parts are opened and closed around the work. */
const inProcess = async <T>(work: (parts: Parts) => Promise<T>): Promise<T> => {
  const parts = await openParts(
    readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }, folder),
    database,
  );
  try {
    return await work(parts);
  } finally {
    await parts.close();
  }
};

class Stopped extends Error {}

/** The parts of a process that is stopped before its n-th transaction: none comes to its database after that. */
const stoppedAt = (parts: Parts, moment: number): Parts => {
  let begun = 0;
  const { database: real } = parts.engine;
  const stopping = new Proxy(real, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      const method = value.bind(target) as (...given: unknown[]) => unknown;
      if (name !== 'transaction') return method;
      return (...given: unknown[]) => {
        begun += 1;
        return begun >= moment ? Promise.reject(new Stopped()) : method(...given);
      };
    },
  });
  return { ...parts, engine: { ...parts.engine, database: stopping } };
};

/** How many records of each kind there are, and how many approvals, messages and files. */
const census = async (
  database: TestDatabase,
  parts: Parts,
): Promise<Readonly<Record<string, number>>> => {
  const tables = [...parts.engine.resources.values()].map(({ table }) => table);
  const counted: Record<string, number> = {};
  for (const table of [...tables, 'message', 'attachment', 'history']) {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from ${table} where tenant_id = '000000'`,
    );
    counted[table] = row?.n ?? 0;
  }
  return counted;
};

test('stopped at twenty moments, the next start tells the whole demo', {
  timeout: 1_200_000,
}, async () => {
  database = await testDatabase();
  const random = seeded(20261128);
  for (let start = 0; start < starts; start += 1) {
    // Most of them early, since each start begins anew; the last in the middle of papers, money and specimens.
    const early = 2 + Math.floor(whole * (random.int(0, 999_999) / 1e6) ** 12);
    const moment = start === starts - 1 ? 1000 : early;
    await inProcess(async (parts) => {
      await expect(
        seedDemo(stoppedAt(parts, moment), database.ownerUrl, () => undefined),
        `stopped at ${moment}`,
      ).rejects.toThrow();
    });
  }
  const said: string[] = [];
  const found = await inProcess(async (parts) => {
    await seedDemo(parts, database.ownerUrl, (line) => said.push(line));
    expect(await isTold(parts.engine)).toBe(true);
    return census(database, parts);
  });
  expect(said[0]).toContain('told anew');
  // Nothing is there twice, and nothing is missing, beside a demo that was told at once.
  const other = await openTestDemo();
  const expected = await census(other.database, other.parts);
  await other.close();
  // Counts of rows that are written concurrently may differ slightly, and so may those of messages and versions.
  const differing = Object.entries(expected).filter(
    ([table, count]) => Math.abs(count - (found[table] ?? 0)) > Math.max(1, count / 100),
  );
  expect(differing).toEqual([]);
});

test('a demo that people use gets what a newer version brings, once, whatever becomes of it', async () => {
  await inProcess(async (parts) => {
    const { engine } = parts;
    const progress = await readProgress(engine);
    if (!progress) throw new Error('nothing was told');
    const before = await census(database, parts);
    // As an earlier version left it that had no posts and no money.
    await writeProgress(engine, {
      ...progress,
      parts: partNames.filter((name) => name !== 'posts' && name !== 'funds'),
    });
    const said: string[] = [];
    expect(await seedDemo(parts, database.ownerUrl, (line) => said.push(line))).toBe(true);
    expect(await seedDemo(parts, database.ownerUrl, () => undefined)).toBe(false);
    expect(said).toEqual([]);
    expect(await census(database, parts)).toEqual(before);
  });
});
