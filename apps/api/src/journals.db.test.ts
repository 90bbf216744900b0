import { inProcessBookMaker } from '@keyan/engine/testing/books.ts';
import { dryRun } from '@keyan/engine/workbooks/dry-run.ts';
import { confirmImport } from '@keyan/engine/workbooks/import.ts';
import { writeTable } from '@keyan/engine/workbooks/workbook.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import { journal } from '@keyan/product/achievement/common/journal.ts';
import type { RegradeOutcome } from '@keyan/product/achievement/common/journal-regrade.ts';
import {
  papersToRegrade,
  regradeEndpoints,
} from '@keyan/product/achievement/paper/journal-regrade.server.ts';
import { paper } from '@keyan/product/achievement/paper/paper.ts';
import { editionFor } from '@keyan/product/achievement/paper/paper-journal.server.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { openTestDemo } from './testing/demo.ts';

const demo = await openTestDemo();
afterAll(() => demo.close());
const { database, parts, actor } = demo;
const { engine } = parts;
const office = actor('rd_achieve');

const [, regrade] = regradeEndpoints;
const confirm = (who: Actor, papers: readonly { id: string; version: number }[]) =>
  regrade?.run({ papers: papers.map(({ id, version }) => ({ id, version })) }, {
    engine,
    actor: who,
    language: 'zh',
  } as never) as Promise<RegradeOutcome>;

/** The edition that grades most approved papers that no score has locked. */
const [most] = await database.query<{ id: string; year: number }>(
  `select j.id::text, j.year from paper p join journal j on j.id = p.journal_id
    where p.audit_status = '2' and p.is_locked is distinct from '1' and j.year = extract(year from p.publish_date)
    group by 1, 2 order by count(*) desc limit 1`,
);
const edition = (await engine.as(office).read(journal, most?.id ?? '')).row;
const asked = { year: edition.year ?? 0, journalId: edition.id };

const gradeOf = async (id: string) => (await engine.as(office).read(paper, id)).row.journalLevel;

describe('an edition of a year', () => {
  test('stands once: a second one of the same journal names the first', async () => {
    const { journalName, issn, publishScope, journalLevel, year } = edition;
    const again = { journalName, issn, publishScope, journalLevel, year };
    const error = await engine
      .as(office)
      .save(journal, again)
      .catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(Invalid);
    expect((error as Invalid).faults).toMatchObject([{ path: 'issn', link: { id: edition.id } }]);
    await engine.as(office).save(journal, { ...again, year: 1999 });
  });
});

test('an edition is found whatever marks a paper has in the name of its journal (R-506)', async () => {
  const { journalName, publishScope, journalLevel, year } = edition;
  const kept = await engine.as(office).save(journal, {
    journalName: '江陵大学学报(自然科学版)',
    publishScope,
    journalLevel,
    year,
    journalNameEn: 'Journal of Jiangling University: Natural Sciences',
  });
  const foundAs = (name: string | null) =>
    engine.database.read(office.tenantId, (session) =>
      editionFor(session, {
        journalId: null,
        issn: null,
        journalName: name,
        publishDate: `${year}-05-01`,
      }),
    );
  for (const name of [
    '江陵大学学报(自然科学版)',
    '《江陵大学学报（自然科学版）》',
    '“江陵大学学报” 自然科学版',
    'Journal of Jiangling University (Natural Sciences)',
    'JOURNAL OF JIANGLING UNIVERSITY-NATURAL SCIENCES',
  ]) {
    expect(await foundAs(name)).toMatchObject({ id: kept.id });
  }
  expect(await foundAs('江陵大学学报(社会科学版)')).toBeNull();
  expect(await foundAs('《》')).toBeNull();
  expect((await foundAs(journalName))?.journalName).toBe(journalName);
});

test('of a picked journal the year decides, whatever ISSN the paper has; of a typed one what is written so (R-506)', async () => {
  const { publishScope, journalLevel } = edition;
  const save = (year: number, issn: string) =>
    engine
      .as(office)
      .save(journal, { journalName: '江陵通报', issn, publishScope, journalLevel, year });
  const [old, renumbered] = ['2096-1235', '2096-4560'];
  const before = await save(2040, old);
  const after = await save(2041, renumbered);
  const foundBy = (journalId: string | null) =>
    engine.database.read(office.tenantId, (session) =>
      editionFor(session, {
        journalId,
        issn: old,
        journalName: null,
        publishDate: '2041-05-01',
      }),
    );
  expect(await foundBy(before.id)).toMatchObject({ id: after.id });
  expect(await foundBy(after.id)).toMatchObject({ id: after.id });
  expect(await foundBy(null)).toMatchObject({ id: before.id });
});

describe('a corrected edition (R-506)', () => {
  test('changes no paper by itself; those that are confirmed take it over, with history', async () => {
    const before = new Set(
      (await papersToRegrade(engine, office, asked)).papers.map(({ id }) => id),
    );
    const { row } = await engine.as(office).read(journal, edition.id);
    await engine.as(office).save(journal, { ...row, journalLevel: 'T', isWarning: '1' });
    const { papers } = await papersToRegrade(engine, office, asked);
    const open = papers.filter(({ hindrance }) => hindrance === '');
    expect(open.length).toBeGreaterThan(0);
    expect(papers.length).toBeGreaterThanOrEqual(before.size);
    const [first, ...rest] = open;
    if (!first) throw new Error('no paper is touched');
    expect(first).toMatchObject({ isWarning: true });
    expect(first.changes).toContainEqual(
      expect.objectContaining({ field: 'journalLevel', catalogue: 'T' }),
    );
    expect(await gradeOf(first.id)).not.toBe('T');

    const stale = { id: first.id, version: first.version - 1 };
    expect((await confirm(office, [stale])).refused).toMatchObject([{ id: first.id }]);
    expect(await confirm(office, [first])).toEqual({ done: [first.id], refused: [] });
    expect(await gradeOf(first.id)).toBe('T');
    const [last] = await engine.as(office).history(paper, first.id);
    expect(last?.note).toContain(String(edition.year));
    const left = (await papersToRegrade(engine, office, asked)).papers.map(({ id }) => id);
    expect(left).not.toContain(first.id);
    expect(left).toEqual(expect.arrayContaining(rest.map(({ id }) => id)));
  });

  test('leaves alone what is in approval or locked by a score, and says so', async () => {
    const { papers } = await papersToRegrade(engine, office, asked);
    const [one] = papers.filter(({ hindrance }) => hindrance === '');
    if (!one) throw new Error('no paper is left');
    await database.query(`update paper set is_locked = '1' where id = '${one.id}'`);
    const locked = (await papersToRegrade(engine, office, asked)).papers.find(
      ({ id }) => id === one.id,
    );
    expect(locked?.hindrance).toBe('locked');
    const { done, refused } = await confirm(office, [one]);
    expect(done).toEqual([]);
    expect(refused[0]?.message).toContain('锁定');
  });

  test('shows nobody papers that they may not read', async () => {
    const stranger = { ...actor('20090118'), permissions: new Set(['paper', 'journal_regrade']) };
    const { papers } = await papersToRegrade(engine, stranger as Actor, { year: asked.year });
    const own = new Set(
      await engine
        .as(stranger as Actor)
        .ids(paper, { where: [], sort: [], page: 1, size: 500 }, 500),
    );
    expect(papers.every(({ id }) => own.has(id))).toBe(true);
  });
});

describe('a table of a year that is imported again (R-506)', () => {
  const heads = ['期刊名称', 'ISSN', '目录年度', '刊物范围', '校定级别', 'JCR分区', '状态'];
  const table = async (...lines: readonly (readonly string[])[]) =>
    dryRun(
      engine,
      office,
      journal as never,
      { name: '2031.xlsx', content: await writeTable(inProcessBookMaker, '期刊库', heads, lines) },
      'zh',
    );
  const first = ['虚构科学', '', '2031', '国外（境外）学术刊物', 'B1级', 'Q2', '启用'] as const;
  const second = ['虚构工程', '', '2031', '全国性学术刊物', 'C级', '', '启用'] as const;

  test('corrects the editions that differ, lists them, and leaves the others alone', async () => {
    const fresh = await table(first, second);
    expect(fresh).toMatchObject({ total: 2, valid: 2, same: 0, changes: [], errors: [] });
    await confirmImport(engine, office, journal as never, fresh.batchId, false);

    const again = await table(first, second);
    expect(again).toMatchObject({ total: 2, valid: 0, same: 2, changes: [] });
    await expect(
      confirmImport(engine, office, journal as never, again.batchId, false),
    ).rejects.toBeInstanceOf(Refused);

    const corrected = await table(
      [...first.slice(0, 4), 'A2级', '', '启用'],
      second,
      ['虚构艺术', '', '2031', '全国性学术刊物', 'D级（一般）', '', '启用'],
      ['虚构艺术', '', '2031', '全国性学术刊物', 'C级', '', '启用'],
    );
    expect(corrected).toMatchObject({ total: 4, valid: 2, same: 1, errorTotal: 1 });
    // An empty cell says nothing: the zone stays.
    expect(corrected.changes).toEqual([
      {
        row: 2,
        title: '虚构科学',
        fields: [
          {
            field: journal.fields.journalLevel.spec.label,
            before: ['B1级', 'B1'],
            after: ['A2级', 'A2'],
          },
        ],
      },
    ]);
    await confirmImport(engine, office, journal as never, corrected.batchId, true);
    const rows = await database.query(
      `select journal_name as name, journal_level as level, jcr_zone as zone, version from journal
        where year = 2031 and is_deleted = 0 order by id`,
    );
    expect(rows).toEqual([
      { name: '虚构科学', level: 'A2', zone: 'Q2', version: 2 },
      { name: '虚构工程', level: 'C', zone: null, version: 1 },
      { name: '虚构艺术', level: 'D', zone: null, version: 1 },
    ]);
  });
});
