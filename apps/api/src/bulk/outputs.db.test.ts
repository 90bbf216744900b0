import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { dictionariesAsDefined } from '@keyan/kernel/values/dictionary.ts';
import { serverApplication } from '@keyan/product/index.server.ts';
import type { Scholar } from '@keyan/product/scholar/scholar.ts';
import { scholarCalls } from '@keyan/product/scholar/scholar.ts';
import { afterAll, expect, test } from 'vitest';
import { openTestDemo } from '../testing/demo.ts';
import { perThousand, seedOutputs } from './outputs.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { engine } = parts;
const wanted = 500;

const countIn = async ({ table }: Resource): Promise<number> =>
  Number((await database.query<{ n: string }>(`select count(*) as n from ${table}`))[0]?.n);

test('outputs of all kinds come in their proportion, with their writers as authors, and are found', async () => {
  expect(Object.values(perThousand).reduce((sum, share) => sum + share, 0)).toBe(1000);
  const kinds = Object.keys(perThousand).map((key) => engine.resources.get(key) as Resource);
  const before = await Promise.all(kinds.map(countIn));
  await seedOutputs(database.ownerUrl, wanted, engine.ids.next(), engine.resources, () => {});
  for (const [at, kind] of kinds.entries()) {
    const added = Math.round((wanted * (perThousand[kind.key] ?? 0)) / 1000);
    expect([kind.key, await countIn(kind)]).toEqual([kind.key, (before[at] ?? 0) + added]);
  }
  const [copy] = await database.query<{ writer: string; id: string; title: string }>(
    `select p.create_user::text as writer, p.id::text, p.patent_name as title
       from patent p join patent_authors a on a.parent_id = p.id and a.sort_order = 0
      where a.user_id = p.create_user order by p.id desc limit 1`,
  );
  const page = serverApplication.endpoints.find(({ path }) => path === `${scholarCalls}/detail`);
  const shown = (await page?.run(
    { id: copy?.writer } as never,
    {
      engine,
      actor: actor('rd_achieve'),
      language: 'zh',
      dictionaries: dictionariesAsDefined,
    } as never,
  )) as Scholar;
  expect(shown.outputs.map(({ id }) => id)).toContain(copy?.id);
  const found = await engine
    .as(actor('rd_achieve'))
    .search([engine.resources.get('patentapp') as Resource], copy?.title ?? '', 5);
  expect(found.flatMap(({ records }) => records.map(({ id }) => id))).toContain(copy?.id);
  expect(
    await database.query(`select 1 from pg_indexes where indexname = 'search_entry_terms'`),
  ).toHaveLength(1);
});
