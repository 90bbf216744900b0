import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { collectEndpoints } from '@keyan/product/achievement/collection/collect.server.ts';
import type { CollectOutcome } from '@keyan/product/achievement/collection/collect.ts';
import { thesis } from '@keyan/product/achievement/collection/thesis.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { engine } = parts;
const office = actor('rd_achieve');
const teacher = actor('teacher');

const [collect] = collectEndpoints;
const send = (who: Actor, input: object) =>
  collect?.run(
    input as never,
    { engine, actor: who, language: 'zh' } as never,
  ) as Promise<CollectOutcome>;

/** A file of Web of Science with two papers, the second twice, one without a year, and a book. */
const record = (tags: Readonly<Record<string, string>>) =>
  ['PT J', ...Object.entries(tags).map(([tag, value]) => `${tag} ${value}`), 'ER', ''].join('\n');
const second = {
  AU: 'Nobody, N',
  TI: 'A study of rivers nobody knows',
  SO: 'INVENTED RIVERS',
  PY: '2025',
  UT: 'WOS:000999999900002',
};
const file = [
  'FN Clarivate Analytics Web of Science\nVR 1.0',
  record({
    AU: teacher.name,
    TI: 'A method for the segmentation of invented images',
    SO: 'INVENTED IMAGING',
    C1: `[${teacher.name}] Jiangling Univ, Jiangling, Peoples R China.`,
    PY: '2025',
    DI: '10.5555/inv.2025.77',
    UT: 'WOS:000999999900001',
    WE: 'Science Citation Index Expanded (SCI-EXPANDED)',
  }),
  record(second),
  record(second),
  record({
    AU: 'Nobody, N',
    TI: 'Without a year',
    SO: 'INVENTED RIVERS',
    UT: 'WOS:000999999900003',
  }),
  record({ AU: 'Nobody, N', TI: 'A book', PY: '2025' }).replace('PT J', 'PT B'),
  'EF',
].join('\n');

const stored = async (): Promise<readonly string[]> =>
  (
    await database.query<{ title: string }>(
      `select title from collection_thesis where batch_no = 'T1' and is_deleted = 0 order by id`,
    )
  ).map(({ title }) => title);

describe('a file of records', () => {
  const given = { text: file, indexType: '05', batchNo: 'T1' };
  test('is judged record by record before anything is stored', async () => {
    const { total, counts, lines } = await send(office, given);
    expect(total).toBe(5);
    expect(lines.map(({ state }) => state)).toEqual([
      'new',
      'new',
      'duplicate',
      'faulty',
      'elsewhere',
    ]);
    expect(counts).toEqual({ new: 2, saved: 0, duplicate: 1, elsewhere: 1, faulty: 1 });
    expect(lines[0]?.matches).toContain(teacher.name);
    expect(lines[3]?.message).toContain('发表年');
    expect(lines[4]?.message).toContain('图书');
    expect(await stored()).toEqual([]);
  });

  test('once confirmed what is new is there, and a second time nothing is new', async () => {
    expect((await send(office, { ...given, confirm: true })).counts.saved).toBe(2);
    expect(await stored()).toHaveLength(2);
    const again = await send(office, { ...given, confirm: true });
    expect(again.counts).toEqual({ new: 0, saved: 0, duplicate: 3, elsewhere: 1, faulty: 1 });
    expect(await stored()).toHaveLength(2);
  });
});

const find = async (title: string): Promise<string> => {
  const [row] = await database.query<{ id: string }>(
    `select id::text from collection_thesis where title = '${title}' and is_deleted = 0`,
  );
  return row?.id ?? '';
};

describe('a record of the collection', () => {
  test('knows whom it may belong to, and tells them when it is released (R-507)', async () => {
    const id = await find('A method for the segmentation of invented images');
    const { row } = await engine.as(office).read(thesis, id);
    expect(row).toMatchObject({ indexType: '01', status: '0', claimStatus: '0' });
    const line = row.matches?.find(({ userId }) => userId === teacher.id);
    expect(line).toMatchObject({
      score: 65,
      reasons: ['name', 'institution'],
      sort: 1,
      answer: null,
    });
    await engine.as(office).perform(thesis, 'release', id);
    const told = await database.query(
      `select 1 from message where biz_id = ${id} and receiver_id = ${teacher.id}`,
    );
    expect(told).toHaveLength(1);
  });

  test('is not edited while it is released, and stays where somebody has claimed it', async () => {
    const id = await find('A method for the segmentation of invented images');
    await database.query(`update collection_thesis set claim_status = '1' where id = ${id}`);
    await expect(engine.as(office).perform(thesis, 'withdraw', id)).rejects.toBeInstanceOf(Refused);
    await database.query(`update collection_thesis set claim_status = '0' where id = ${id}`);
    await engine.as(office).perform(thesis, 'withdraw', id);
    await engine.as(office).perform(thesis, 'release', id);
  });
});
