import type { RowLike } from '@keyan/kernel/values/row.ts';
import type { RecordComparison } from '@keyan/product/achievement/quality/quality.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { attached, faultOf, handle, ok, path, read } from '../support/filing.ts';
import { author, external, openDesk, quality, register } from '../support/quality.ts';

/** Records that may be one: the findings of the quality desk, and decisions about them. */
const desk = await openDesk();
const {
  app,
  teacher,
  other,
  office,
  admin,
  secretary,
  check,
  approve,
  found,
  settled,
  twins,
  merge,
} = desk;
afterAll(() => desk.app.close());

describe('suspected duplicates', () => {
  test('are found with points and reasons, and compared field by field', async () => {
    const [one, two] = await twins('江汉平原湿地碳汇的遥感反演');
    const [pair, ...more] = await found('duplicate', '江汉平原湿地');
    expect(more).toEqual([]);
    expect([pair?.record.id, pair?.other?.id].toSorted()).toEqual([one.id, two.id].toSorted());
    expect(pair).toMatchObject({ resource: 'papersapp', reasons: ['similar', 'year'] });
    expect(pair?.score).toBeGreaterThanOrEqual(70);

    const compared = (await ok(
      office.get(quality('compare'), {
        resource: 'papersapp',
        one: String(one.id),
        other: String(two.id),
      }),
    )) as unknown as RecordComparison;
    const field = (name: string) => compared.fields.find((line) => line.name === name);
    expect(field('artName')).toMatchObject({
      differs: true,
      one: ['江汉平原湿地碳汇的遥感反演研究'],
      other: ['江汉平原湿地碳汇的遥感反演方法研究'],
    });
    expect(field('publishDate')).toMatchObject({ differs: false, isFixed: false });
    expect(field('paperNum')).toMatchObject({ isFixed: true });
    expect(field('authors')?.one[0]).toContain('林晓岚');
    expect(compared.one).toMatchObject({ registrant: '林晓岚', hindrance: '' });
    expect(compared.one.files).toHaveLength(1);
  });

  test('a merge keeps confirmations and files, moves claims, and says so in both histories', async () => {
    const doi = '10.5555/merge.1';
    const thesis = await ok(
      office.post(path('collectionThesis/submit'), {
        title: '稻田甲烷排放通量的机器学习估算方法研究',
        authorsText: '孟怀谦; 林晓岚',
        addresses: '[孟怀谦] 大学 000000',
        source: '虚构学报',
        publishYear: 2025,
        indexType: '01',
        accessionNum: 'WOS:000099',
        doi,
      }),
    );
    await ok(office.post(path('collectionThesis/release'), { ids: thesis.id }));
    const [keep, drop] = await twins(
      '稻田甲烷排放通量的机器学习估算',
      { authors: [author(teacher, 1, 60), author(other, 2, 40)] },
      {
        doi,
        volume: '7',
        authors: [
          author(other, 1, 60),
          author(teacher, 2, 30),
          external('外校甲', '某大学', 3, 10),
        ],
      },
    );
    await ok(other.post(path('papers/confirm'), { id: keep.id, status: '1' }));
    const claim = await ok(
      other.post(path('papersClaim/submit'), {
        thesisId: thesis.id,
        authorSort: 1,
        authorType: '01',
        schoolSign: '1',
        publishDate: '2025-06-01',
        discipline: '18044',
      }),
    );
    await ok(handle(secretary, claim, { flag: 'ok' }));
    const { version } = await read(office, 'papersClaim', claim);
    const grade = { journalLevel: 'B1', publishScope: '2', version };
    await ok(handle(office, claim, { flag: 'ok', form: grade }));
    expect((await read(office, 'papersClaim', claim)).paperId).toBe(drop.id);

    const [now, gone] = [await read(office, 'papers', keep), await read(office, 'papers', drop)];
    await ok(merge(office, now, gone, { choices: { doi: 'other', authors: 'both' } }));

    const merged = await read(office, 'papers', keep);
    expect(merged).toMatchObject({ doi, volume: '3', auditStatus: '2' });
    expect(merged.authors).toMatchObject([
      { userId: teacher.id, sort: 1, contributionRate: '60.00', confirmStatus: '1' },
      { userId: other.id, sort: 2, contributionRate: '40.00', confirmStatus: '1' },
      { name: '外校甲', sort: 3, contributionRate: '0.00' },
    ]);
    expect((await read(office, 'papers', drop)).auditStatus).toBe('6');
    expect((await read(office, 'papersClaim', claim)).paperId).toBe(keep.id);
    const history = async (record: RowLike) =>
      JSON.stringify(await ok(office.get(path('papers/history'), { id: String(record.id) })));
    expect(await history(keep)).toContain(`合并自 ${drop.paperNum}`);
    expect(await history(drop)).toContain(`合并到 ${keep.paperNum}`);
    const [ended] = await app.database.query<{ note_en: string }>(
      `select note_en from history
        where business_id = ${String(drop.id)} and action = 'abolish' order by id desc limit 1`,
    );
    expect(ended?.note_en).toContain(`Merged into ${keep.paperNum}`);
    expect(await found('duplicate', '稻田甲烷排放通量')).toEqual([]);
    expect(await settled('稻田甲烷排放通量')).toMatchObject([
      { topic: 'merged', other: { id: keep.id }, by: '秦婉清' },
    ]);
    const into = await ok(
      other.get(quality('merged'), { resource: 'papersapp', id: String(drop.id) }),
    );
    expect(into).toEqual({ resource: 'papersapp', id: keep.id, title: keep.artName });
    const stranger = await app.as('teacher320');
    const asked = { resource: 'papersapp', id: String(drop.id) };
    expect((await stranger.get(quality('merged'), asked)).status).toBe(404);
    const messages = await ok(other.get('kh-edu-research/message/list', { size: '100' }));
    expect(JSON.stringify(messages.records)).toContain('重复的论文已合并');
  });

  test('files that only the other one has come along, equal ones once', async () => {
    const extra = await attached(other, '13', '14');
    const [keep, drop] = await twins('长江中游航道泥沙输移的数值模拟', {}, extra);
    await ok(merge(office, keep, drop));
    const { attachments } = await read(office, 'papers', keep);
    expect((attachments as RowLike[]).map(({ catalog }) => catalog).toSorted()).toEqual([
      '13',
      '14',
    ]);
  });

  test('of two who merge at once one wins, and the other learns who it was', async () => {
    const [keep, drop] = await twins('硅基光子芯片的封装工艺');
    const answers = await Promise.all([merge(office, keep, drop), merge(admin, drop, keep)]);
    const [won, lost] = answers.toSorted((one, two) => one.status - two.status);
    expect([won?.status, lost?.status]).toEqual([200, 400]);
    expect(lost && faultOf(lost)).toMatch(/该记录已由【(秦婉清|陆景行)】合并/);
    const states = await Promise.all([keep, drop].map((one) => read(office, 'papers', one)));
    expect(states.map(({ auditStatus }) => auditStatus).toSorted()).toEqual(['2', '6']);
  });

  test('what is in approval is found, and not merged', async () => {
    const first = await approve(await register(teacher, '高温合金叶片的疲劳寿命预测研究'));
    const second = await register(other, '高温合金叶片的疲劳寿命预测方法研究');
    await check();
    expect(await found('duplicate', '高温合金叶片')).toHaveLength(1);
    const refused = await merge(office, first, second);
    expect(refused.status).toBe(400);
    expect(refused.msg).toContain('正在审批中');
    expect(await read(office, 'papers', second)).toMatchObject({ auditStatus: '1' });
  });

  test('the process of one that was returned ends by the merge, which its log says in both languages', async () => {
    const keep = await approve(await register(teacher, '城市内涝风险的情景模拟研究'));
    const sent = await register(other, '城市内涝风险的情景模拟方法研究');
    await ok(handle(secretary, sent, { flag: 'back', comment: '与已登记的论文重复' }));
    await check();
    await ok(merge(office, keep, await read(office, 'papers', sent)));
    const [ended] = await app.database.query<{ reason: readonly string[] }>(
      `select l.reason from wf_log l join wf_instance i on i.id = l.instance_id
        where i.business_id = ${String(sent.id)} order by l.revision desc, l.line desc limit 1`,
    );
    expect(ended?.reason).toEqual([
      expect.stringContaining(`合并到 ${keep.paperNum}`),
      expect.stringContaining(`Merged into ${keep.paperNum}`),
    ]);
  });

  test('a stale version, no reason and one record with itself are refused', async () => {
    const [keep, drop] = await twins('城市内涝的情景推演与预警');
    const stale = { ...keep, version: Number(keep.version) - 1 };
    expect((await merge(office, stale, drop)).status).toBe(409);
    expect((await merge(office, keep, drop, { reason: ' ' })).errors).toMatchObject([
      { path: 'reason' },
    ]);
    expect((await merge(office, keep, keep)).status).toBe(404);
  });

  test('“these differ” is kept, until one of them changes in what is compared', async () => {
    const [one, two] = await twins('汉代简牍的释文与断代');
    const asked = { resource: 'papersapp', one: two.id, other: one.id };
    expect((await office.post(quality('differ'), { ...asked, reason: '' })).status).toBe(400);
    await ok(office.post(quality('differ'), { ...asked, reason: '上下两篇' }));
    await check();
    expect(await found('duplicate', '汉代简牍')).toEqual([]);
    expect(await settled('汉代简牍')).toMatchObject([
      { topic: 'duplicate', by: '秦婉清', reason: '上下两篇' },
    ]);

    const edit = async (more: RowLike) => {
      await ok(office.post(path('papers/backDraft'), { ids: one.id, reason: '更正' }));
      const row = await read(teacher, 'papers', one);
      await approve(await ok(teacher.post(path('papers/submit'), { ...row, ...more })));
      await check();
    };
    await edit({ remarks: '无关的修改' });
    expect(await found('duplicate', '汉代简牍')).toEqual([]);
    await edit({ artName: '汉代简牍的释文与断代方法的研究' });
    expect(await found('duplicate', '汉代简牍')).toHaveLength(1);
  });
});

/** An approved book; what a test is about stands in `more`. */
const approvedBook = async (title: string, isbn: string, more: RowLike = {}): Promise<RowLike> => {
  const book = await ok(
    teacher.post(path('bookreg/submit'), {
      bookName: title,
      bookType: '01',
      isbn,
      pressName: '科学出版社',
      pressLevel: '01',
      publishPlace: '北京',
      publishDate: '2025-05-01',
      edition: '第1版',
      language: '01',
      totalWords: '30.00',
      discipline: '18044',
      moeDiscipline: '0812',
      authors: [author(teacher, 1, 100, { authorType: '02', wordCount: '30.00' })],
      ...(await attached(teacher, '14')),
      ...more,
    }),
  );
  // The word of the wire for the review of books, and that of every kind.
  await ok(secretary.post(path('bookreg/subApprovals'), { ids: [book.id], flag: 'ok' }));
  await ok(handle(office, book, { flag: 'ok' }));
  return read(office, 'bookreg', book);
};

describe('records of two kinds that may be one', () => {
  const asked = (one: RowLike, other: RowLike) => ({
    resource: 'bookapp',
    one: one.id,
    otherResource: 'papersapp',
    other: other.id,
  });

  test('a book that was registered as a paper, too, is found, compared and merged', async () => {
    const title = '长江湿地生态学导论';
    const paper = await approve(
      await register(teacher, title, {
        discipline: '18014',
        authors: [author(teacher, 1, 70), author(other, 2, 30)],
      }),
    );
    await ok(other.post(path('papers/confirm'), { id: paper.id, status: '1' }));
    const book = await approvedBook(title, '978-7-115-54608-1');
    await check();
    const [pair, ...more] = await found('duplicate', title);
    expect(more).toEqual([]);
    expect(pair).toMatchObject({ resource: 'papersapp', otherResource: 'bookapp' });
    expect(pair?.reasons).toEqual(['title', 'people', 'year', 'otherKind']);
    for (const kind of ['papersapp', 'bookapp']) {
      const page = await ok(office.get(quality('list'), { topic: 'duplicate', text: title, kind }));
      expect(page.total, kind).toBe(1);
    }

    const compared = (await ok(
      office.get(quality('compare'), asked(book, paper) as Record<string, string>),
    )) as unknown as RecordComparison;
    const field = (name: string) => compared.fields.find((line) => line.name === name);
    expect([compared.one.kind, compared.other.kind]).toEqual(['著作', '论文']);
    expect(field('bookName')).toMatchObject({ otherName: 'artName', differs: false });
    expect(field('discipline')).toMatchObject({ differs: true, isFixed: false });
    expect(field('isbn')).toMatchObject({ other: [], isFixed: true });

    const now = await read(office, 'papers', paper);
    await ok(
      office.post(quality('merge'), {
        resource: 'bookapp',
        keep: book.id,
        keepVersion: book.version,
        dropResource: 'papersapp',
        drop: paper.id,
        dropVersion: now.version,
        choices: { discipline: 'other', authors: 'both' },
        reason: '同一本书登记成了论文',
      }),
    );
    const merged = await read(office, 'bookreg', book);
    expect(merged).toMatchObject({ discipline: '18014', auditStatus: '2' });
    expect(merged.authors).toMatchObject([
      { userId: teacher.id, contributionRate: '100.00', wordCount: '30.00' },
      { userId: other.id, sort: 2, authorType: '03', contributionRate: '0.00' },
    ]);
    const catalogs = (merged.attachments as RowLike[]).map(({ catalog }) => catalog);
    expect(catalogs.toSorted()).toEqual(['14', '99']);
    expect((await read(office, 'papers', paper)).auditStatus).toBe('6');
    expect(await found('duplicate', title)).toEqual([]);
    const into = await ok(
      teacher.get(quality('merged'), { resource: 'papersapp', id: String(paper.id) }),
    );
    expect(into).toEqual({ resource: 'bookapp', id: book.id, title });
    expect(await settled(title)).toMatchObject([{ topic: 'merged', otherResource: 'bookapp' }]);
  });

  test('a paper that a claim names does not go into a book; the claim says which to keep', async () => {
    const title = '稻田甲烷排放通量的机器学习估算研究';
    // Paper of the merge above, which took over a claim.
    const page = await ok(office.get(path('papers/list'), { view: 'lib', artName: title }));
    const [paper] = page.records as RowLike[];
    const book = await approvedBook(title, '978-7-04-050694-5');
    const refused = await office.post(quality('merge'), {
      resource: 'bookapp',
      keep: book.id,
      keepVersion: book.version,
      dropResource: 'papersapp',
      drop: paper?.id,
      dropVersion: paper?.version,
      reason: '其实是一本书',
    });
    expect(refused.status).toBe(400);
    expect(refused.msg).toContain('有【论文认领】引用它');
    expect((await read(office, 'papers', paper as RowLike)).auditStatus).toBe('2');
  });

  test('“these differ” is kept; another author, or a kind that is no writing, is none', async () => {
    const title = '乡村振兴的财政支持机制';
    const paper = await approve(await register(teacher, title));
    const book = await approvedBook(title, '978-7-302-51123-6');
    await approve(await register(other, `${title}导论`));
    await check();
    const pairs = await found('duplicate', title);
    expect(pairs.filter(({ otherKind, kind }) => otherKind !== kind)).toHaveLength(1);
    await ok(office.post(quality('differ'), { ...asked(book, paper), reason: '书与文各一' }));
    await check();
    const left = await found('duplicate', title);
    expect(left.filter(({ otherKind, kind }) => otherKind !== kind)).toEqual([]);
    expect(await settled(title)).toMatchObject([{ topic: 'duplicate', reason: '书与文各一' }]);
    const wrong = { ...asked(book, paper), otherResource: 'patentapp' };
    expect((await office.post(quality('differ'), { ...wrong, reason: '不同' })).status).toBe(404);
  });
});
