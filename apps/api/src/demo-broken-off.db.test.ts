import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import {
  chaptersLeftOut,
  continueRecord,
  readWrittenChapters,
  writeChapter,
  writeChapters,
} from '@keyan/product/demo/chapters.server.ts';
import {
  demoPercentage,
  isDemoComplete,
  partNames,
  readProgress,
  writeProgress,
} from '@keyan/product/demo/progress.server.ts';
import { param } from '@keyan/product/system/parameters/param.ts';
import { afterAll, describe, expect, test } from 'vitest';
import type { Parts } from './parts.ts';
import { removeDemo, seedDemo } from './seed.ts';
import { openTestDemo, seedDemoAtOnce } from './testing/demo.ts';

/** The demo of the tests is written by a start that follows others which were broken off (`testing/demo.ts`). */
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

test('after starts that were stopped at random moments the next one writes the whole demo', async () => {
  expect(await isDemoComplete(parts.engine)).toBe(true);
  expect((await readProgress(parts.engine))?.parts?.toSorted()).toEqual(partNames.toSorted());
  expect(await chaptersLeftOut(parts.engine)).toEqual([]);
  expect(await demoPercentage(parts.engine)).toBeNull();
});

describe('a chapter', () => {
  const { engine } = parts;
  const now = new Date('2026-11-30T08:00:00Z');
  const context = { parts: { ...parts, clock: { now } }, now };
  const never = new AbortController().signal;
  const office = engine.asSystem('演示数据', '000000');
  const chapter = (keyword: string) => ({ name: keyword, write: () => note(keyword) });
  const note = async (paramKey: string): Promise<void> => {
    await office.save(untypedResource(param), { paramName: paramKey, paramKey, paramValue: '1' });
  };
  const noted = async () =>
    (
      await database.query<{ key: string }>(
        `select param_key as key from param where param_key like 'chapter.%' order by 1`,
      )
    ).map(({ key }) => key);

  test('that does not fit what people did is left out as a whole, and the others are written, once', async () => {
    const heard: (string | null)[] = [];
    const chapters = [
      chapter('chapter.a'),
      {
        name: 'chapter.b',
        write: async () => {
          await note('chapter.b');
          throw new Error('the record is gone');
        },
      },
      chapter('chapter.c'),
    ];
    const hear = async (_name: string, leftOut: string | null) => {
      heard.push(leftOut);
    };
    await writeChapters(context, chapters, never, hear);
    await writeChapters(context, chapters, never, hear);
    expect(heard).toEqual([null, 'Error: the record is gone', null]);
    expect(await noted()).toEqual(['chapter.a', 'chapter.c']);
    expect((await readWrittenChapters(engine)).has('chapter.b')).toBe(true);
    expect(await chaptersLeftOut(engine)).toEqual([
      { name: 'chapter.b', reason: 'Error: the record is gone' },
    ]);
  });

  test('that is broken off in its middle leaves nothing, and the next start writes it', async () => {
    const stop = new AbortController();
    const brokenOff = writeChapter(
      context,
      {
        name: 'chapter.d',
        write: async () => {
          await note('chapter.d');
          stop.abort(new Error('stopped'));
          await note('chapter.e');
        },
      },
      stop.signal,
    );
    await expect(brokenOff).rejects.toThrow('stopped');
    expect(await noted()).not.toContain('chapter.d');
    await writeChapter(context, chapter('chapter.d'), never);
    expect(await noted()).toEqual(['chapter.a', 'chapter.c', 'chapter.d']);
  });

  test('goes on when a record of an earlier one is gone, and notes what is left out', async () => {
    const write = async () => {
      await continueRecord(context.parts, '1', async () => {
        await note('chapter.g');
        throw new Error('the record is gone');
      });
      await note('chapter.h');
    };
    await writeChapter(context, { name: 'chapter.h', write }, never);
    expect(await noted()).toEqual(['chapter.a', 'chapter.c', 'chapter.d', 'chapter.h']);
    expect(await chaptersLeftOut(engine)).toContainEqual({
      name: 'record 1',
      reason: 'Error: the record is gone',
    });
  });

  test('is written once by two that write it at once', async () => {
    await Promise.allSettled([1, 2].map(() => writeChapter(context, chapter('chapter.f'), never)));
    expect((await noted()).filter((key) => key === 'chapter.f')).toEqual(['chapter.f']);
  });
});

/** Writing the demo again takes a minute: only `npm run test:all` compares with one that was written at once. */
test.runIf(process.env.TEST_ALL === '1')(
  'nothing of it is there twice, and nothing is missing, beside a demo that was written at once',
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keyan-written-at-once-'));
    const other = await testDatabase();
    const uninterrupted = await seedDemoAtOnce(other, folder);
    const [found, expected] = [await census(database, parts), await census(other, uninterrupted)];
    await uninterrupted.close();
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
  if (!progress) throw new Error('nothing was written');
  const before = await census(database, parts);
  // As an earlier version left it that had no posts and no money.
  await writeProgress(engine, {
    ...progress,
    parts: partNames.filter((name) => name !== 'posts' && name !== 'funds'),
  });
  await database.query(`delete from demo_chapter where name like 'posts%' or name like 'funds%'`);
  const said: string[] = [];
  expect(await seedDemo(parts, database.ownerUrl, (line) => said.push(line))).toBe(true);
  expect(await seedDemo(parts, database.ownerUrl, () => undefined)).toBe(false);
  expect(said).toEqual([]);
  expect(await census(database, parts)).toEqual(before);
});

test('a demo that is written again makes its other tenants again: those of before are gone', async () => {
  const tenants = () => database.query<{ id: string }>('select tenant_id as id from tenant');
  expect((await tenants()).length).toBeGreaterThan(1);
  await removeDemo(parts, database.ownerUrl);
  expect(await tenants()).toEqual([{ id: '000000' }]);
  expect(await database.query('select 1 from users limit 1')).toEqual([]);
});
