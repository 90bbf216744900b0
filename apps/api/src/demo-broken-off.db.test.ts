import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import {
  isDemoComplete,
  partNames,
  readProgress,
  writeProgress,
} from '@keyan/product/demo/progress.server.ts';
import { afterAll, expect, test } from 'vitest';
import type { Parts } from './parts.ts';
import { removeDemo, seedDemo } from './seed.ts';
import { openTestDemo, seedDemoAtOnce } from './testing/demo.ts';

/** The demo of the tests is told by a start that follows others which were broken off (`testing/demo.ts`). */
const { database, parts, close } = await openTestDemo();
afterAll(() => close());

/** How many records of each kind there are, and how many approvals, messages and files. */
const census = async (
  from: TestDatabase,
  { engine }: Parts,
): Promise<Readonly<Record<string, number>>> => {
  const tables = [...engine.resources.values()].map(({ table }) => table);
  const counted: Record<string, number> = {};
  for (const table of [...tables, 'message', 'attachment', 'history']) {
    const [row] = await from.query<{ n: number }>(
      `select count(*)::int as n from ${table} where tenant_id = '000000'`,
    );
    counted[table] = row?.n ?? 0;
  }
  return counted;
};

test('after starts that were stopped at random moments the next one tells the whole demo', async () => {
  expect(await isDemoComplete(parts.engine)).toBe(true);
  expect((await readProgress(parts.engine))?.parts?.toSorted()).toEqual(partNames.toSorted());
});

/** A second telling takes a minute: `npm run test:all` compares with one that was told at once. */
test.runIf(process.env.TEST_ALL === '1')(
  'nothing of it is there twice, and nothing is missing, beside a demo that was told at once',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyan-told-at-once-'));
    const other = await testDatabase();
    const told = await seedDemoAtOnce(other, folder);
    const [found, expected] = [await census(database, parts), await census(other, told)];
    await told.close();
    await other.drop();
    rmSync(folder, { recursive: true, force: true });
    // Counts of rows that are written concurrently may differ slightly, and so may those of messages and versions.
    const differing = Object.entries(expected).filter(
      ([table, count]) => Math.abs(count - (found[table] ?? 0)) > Math.max(1, count / 100),
    );
    expect(differing).toEqual([]);
  },
);

test('a demo that people use gets what a newer version brings, once, whatever becomes of it', async () => {
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

test('a demo that is told anew makes its other tenants again: those of before are gone', async () => {
  const tenants = () => database.query<{ id: string }>('select tenant_id as id from tenant');
  expect((await tenants()).length).toBeGreaterThan(1);
  await removeDemo(parts, database.ownerUrl);
  expect(await tenants()).toEqual([{ id: '000000' }]);
  expect(await database.query('select 1 from users limit 1')).toEqual([]);
});
