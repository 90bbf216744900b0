import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { FindingRow, RecordComparison } from '@keyan/product/achievement/quality/quality.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { ok, path, read } from '../support/filing.ts';
import {
  author,
  external,
  mergeOf,
  nextSerial,
  openDesk,
  quality,
  register,
} from '../support/quality.ts';

/** Authors without a person, and collected records beside registered ones. */
const desk = await openDesk();
const { app, teacher, other, office, check, approve, found, settled } = desk;
afterAll(() => desk.app.close());

describe('authors without a person', () => {
  test('are found with suggestions, and settled: a person, or from outside', async () => {
    const paper = await approve(
      await register(teacher, '数字人文视野下的方志研究', {
        authors: [
          author(teacher, 1, 60),
          external('孟怀谦', '江陵大学计算机学院', 2, 30),
          external('沈知远', '外地大学', 3, 10),
        ],
      }),
    );
    await check();
    const rows = await found('author', '数字人文视野');
    expect(rows.map(({ text }) => text).toSorted()).toEqual(['孟怀谦', '沈知远']);
    const [likely, namesake] = ['孟怀谦', '沈知远'].map((name) =>
      rows.find(({ text }) => text === name),
    ) as [FindingRow, FindingRow];
    expect(likely.suggestions[0]).toMatchObject({ userId: other.id, name: '孟怀谦' });
    expect(likely.suggestions[0]?.reasons).toEqual(expect.arrayContaining(['name', 'department']));
    expect(namesake.suggestions[0]?.score).toBeLessThan(likely.score);

    const at = { resource: 'papersapp', id: paper.id };
    await ok(office.post(quality('author'), { ...at, line: likely.subject, userId: other.id }));
    await ok(office.post(quality('author'), { ...at, line: namesake.subject, reason: '同名' }));
    const [said] = await app.database.query<{ note: string; note_en: string }>(
      `select note, note_en from history
        where business_id = ${String(paper.id)} and action = 'distinct' order by id desc limit 1`,
    );
    expect(said).toEqual({
      note: '作者沈知远（外地大学）不是本校人员：同名',
      note_en: 'The author 沈知远 (外地大学) is not a university member: 同名',
    });
    await check();
    expect(await found('author', '数字人文视野')).toEqual([]);
    const after = await read(office, 'papers', paper);
    expect(after.authors).toMatchObject([
      {},
      { userId: other.id, personType: '01', name: '孟怀谦', confirmStatus: '0' },
      { personType: '03', name: '沈知远' },
    ]);
    expect(await settled('沈知远')).toMatchObject([{ topic: 'author' }]);
  });
});

describe('a collected record and the paper that was registered', () => {
  /** A collected record that nobody has claimed; its printed authors are two of ours. */
  const collect = (title: string, more: RowLike = {}): Promise<RowLike> =>
    ok(
      office.post(path('collectionThesis/submit'), {
        title,
        authorsText: '孟怀谦; 林晓岚',
        addresses: '[孟怀谦; 林晓岚] 大学 000000',
        source: '虚构学报',
        publishYear: 2025,
        indexType: '05',
        accessionNum: `EI${title.length}${nextSerial()}`,
        volume: '12',
        ...more,
      }),
    );
  const pairOf = async (title: string) => {
    await check();
    return found('duplicate', title);
  };
  const mergeInto = (paper: RowLike, thesis: RowLike, more: RowLike = {}) =>
    office.post(quality('merge'), {
      ...mergeOf(paper, thesis),
      dropResource: 'collectionThesis',
      ...more,
    });

  test('are found, compared side by side, and the paper takes the record over', async () => {
    const title = '河湖连通对鱼类洄游的影响';
    const thesis = await collect(title, { doi: '10.5555/collected.1' });
    await ok(office.post(path('collectionThesis/release'), { ids: thesis.id }));
    const paper = await approve(await register(teacher, title));
    const [pair, ...more] = await pairOf(title);
    expect(more).toEqual([]);
    expect(pair).toMatchObject({
      resource: 'collectionThesis',
      record: { status: '', statusName: '已发布', year: 2025, people: '孟怀谦; 林晓岚' },
      otherResource: 'papersapp',
      other: { status: '2' },
      reasons: ['title', 'people', 'year', 'otherKind'],
    });
    const compared = (await ok(
      office.get(quality('compare'), {
        resource: 'papersapp',
        one: String(paper.id),
        otherResource: 'collectionThesis',
        other: String(thesis.id),
      }),
    )) as unknown as RecordComparison;
    expect([compared.one.mayStay, compared.other.mayStay]).toEqual([true, false]);
    const field = (name: string) => compared.fields.find((line) => line.name === name);
    expect(field('journalName')).toMatchObject({ otherName: 'source', other: ['虚构学报'] });
    expect(field('doi')).toMatchObject({ one: [], other: ['10.5555/collected.1'], isFixed: false });
    expect(field('authorNames')).toMatchObject({ otherName: 'authorsText', isFixed: true });

    const before = await read(office, 'collectionThesis', thesis);
    const wrong = await office.post(quality('merge'), {
      ...mergeOf(before, paper),
      resource: 'collectionThesis',
      dropResource: 'papersapp',
    });
    expect([wrong.status, wrong.msg]).toEqual([400, '请保留登记的成果']);
    await ok(mergeInto(paper, before, { choices: { doi: 'other', volume: 'other' } }));
    expect(await read(office, 'papers', paper)).toMatchObject({
      auditStatus: '2',
      doi: '10.5555/collected.1',
      volume: '12',
      indexTypes: ['05'],
      indexRecords: [{ indexType: '05', indexNum: before.accessionNum }],
    });
    const after = await read(office, 'collectionThesis', thesis);
    expect(after).toMatchObject({ claimStatus: '2', paperId: paper.id, status: '1' });
    // Its author is asked no more; a colleague who is no author of the paper still is.
    expect((after.asked as RowLike[]).map(({ userId }) => userId)).not.toContain(teacher.id);
    expect(await pairOf(title)).toEqual([]);
    expect(await settled(title)).toMatchObject([{ topic: 'merged', other: { id: paper.id } }]);

    await ok(office.post(path('collectionThesis/detach'), { ids: thesis.id }));
    expect(await read(office, 'collectionThesis', thesis)).toMatchObject({
      claimStatus: '0',
      paperId: '',
    });
    expect(await pairOf(title)).toHaveLength(1);
  });

  test('“these differ” is kept, and two collected records are never a pair', async () => {
    const title = '楚国漆器胎体的工艺分析';
    const thesis = await collect(title);
    await collect(`${title}与保护`, { accessionNum: 'EI-other', publishYear: 2024 });
    const paper = await approve(await register(teacher, title));
    const pairs = await pairOf(title);
    expect(pairs.filter(({ resource, otherResource }) => resource === otherResource)).toEqual([]);
    const asked = { resource: 'collectionThesis', one: thesis.id, other: paper.id };
    await ok(
      office.post(quality('differ'), { ...asked, otherResource: 'papersapp', reason: '同名异文' }),
    );
    await check();
    const left = await found('duplicate', title);
    expect(left.map(({ record, other }) => [record.id, other?.id])).not.toContainEqual([
      thesis.id,
      paper.id,
    ]);
    expect(await settled(title)).toMatchObject([{ topic: 'duplicate', reason: '同名异文' }]);
  });

  test('is not offered while somebody claims it', async () => {
    const title = '汉江流域水量分配的博弈模型';
    const thesis = await collect(title);
    await ok(office.post(path('collectionThesis/release'), { ids: thesis.id }));
    const paper = await approve(await register(teacher, title));
    expect(await pairOf(title)).toHaveLength(1);
    await ok(
      other.post(path('papersClaim/submit'), {
        thesisId: thesis.id,
        authorSort: 2,
        authorType: '06',
        schoolSign: '1',
        publishDate: '2025-06-01',
        discipline: '18044',
      }),
    );
    const now = await read(office, 'collectionThesis', thesis);
    const refused = await mergeInto(paper, now);
    expect([refused.status, refused.msg]).toEqual([
      400,
      expect.stringContaining('已有人认领，请先办理认领'),
    ]);
    expect(await pairOf(title)).toEqual([]);
  });
});
