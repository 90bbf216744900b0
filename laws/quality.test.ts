import type { Engine } from '@keyan/engine/engine.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { checkQuality } from '@keyan/product/achievement/quality/check.server.ts';
import type {
  Comparison,
  Counts,
  DecisionRow,
  FindingRow,
  JournalRow,
  Topic,
} from '@keyan/product/achievement/quality/quality.ts';
import { Parameters, readCondition } from '@keyan/product/achievement/quality/reach.server.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { attached, faultOf, handle, ok, path, read } from './support/filing.ts';

/** The quality desk: what it finds, what is decided there, and who may. */
let app: LawApplication;
let teacher: Client;
let other: Client;
let office: Client;
let admin: Client;
let secretary: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, other, office, admin, secretary] = (await Promise.all(
    ['teacher', 'teacher2', 'rd_achieve', 'rd_admin', 'dept_secretary'].map((account) =>
      app.as(account),
    ),
  )) as [Client, Client, Client, Client, Client];
});
afterAll(() => app.close());

const check = (): Promise<unknown> =>
  checkQuality.run(
    { tenantId: home, data: {}, signal: new AbortController().signal },
    app.parts.engine as Engine,
  );

const author = (who: Client, sort: number, rate: number, more: RowLike = {}): RowLike => ({
  sort,
  personType: '01',
  userId: who.id,
  name: '作者',
  unit: '计算机学院',
  authorType: sort === 1 ? '01' : '06',
  contributionRate: String(rate),
  ...more,
});

const external = (name: string, unit: string, sort: number, rate: number): RowLike => ({
  sort,
  personType: '03',
  name,
  unit,
  authorType: '06',
  contributionRate: String(rate),
});

let serial = 0;
/** A submitted paper; what a test is about stands in `more`. */
const register = async (who: Client, title: string, more: RowLike = {}): Promise<RowLike> => {
  serial += 1;
  return ok(
    who.post(path('papers/submit'), {
      artName: title,
      paperType: '01',
      journalName: `无此刊物${serial}`,
      issn: '1000-0003',
      volume: '3',
      publishDate: '2025-06-01',
      publishScope: '2',
      journalLevel: 'B1',
      indexTypes: ['99'],
      discipline: '18044',
      moeDiscipline: '0812',
      authors: [author(who, 1, 100)],
      ...(await attached(who, '13')),
      ...more,
    }),
  );
};

const approve = async (record: RowLike): Promise<RowLike> => {
  for (const handler of [secretary, office]) await ok(handle(handler, record, { flag: 'ok' }));
  return read(office, 'papers', record);
};

const quality = (call: string): string => path(`quality/${call}`);

const found = async <Row = FindingRow>(
  topic: Topic,
  text: string,
  who: Client = office,
): Promise<readonly Row[]> => {
  const page = await ok(who.get(quality('list'), { topic, text, size: '100' }));
  return page.records as Row[];
};

const settled = async (text: string): Promise<readonly DecisionRow[]> =>
  (await ok(office.get(quality('list'), { topic: 'settled', text, size: '100' })))
    .records as DecisionRow[];

/** Two approved papers of one year whose titles differ by two letters. */
const twins = async (title: string, one: RowLike = {}, two: RowLike = {}) => {
  const first = await approve(await register(teacher, `${title}研究`, one));
  const second = await approve(await register(other, `${title}方法研究`, two));
  await check();
  return [first, second] as const;
};

const mergeOf = (keep: RowLike, drop: RowLike, more: RowLike = {}): RowLike => ({
  resource: 'papersapp',
  keep: keep.id,
  keepVersion: keep.version,
  drop: drop.id,
  dropVersion: drop.version,
  reason: '同一篇论文登记了两次',
  ...more,
});

const merge = (who: Client, keep: RowLike, drop: RowLike, more: RowLike = {}): Promise<Answer> =>
  who.post(quality('merge'), mergeOf(keep, drop, more));

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
    )) as unknown as Comparison;
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
    )) as unknown as Comparison;
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
      note_en: 'The author 沈知远 (外地大学) is nobody of ours: 同名',
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
        accessionNum: `EI${title.length}${serial}`,
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
    )) as unknown as Comparison;
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

describe('journals that are not in the catalogue', () => {
  test('stand by their text with what they may be, and are set for all records at once', async () => {
    const name = '江汉湖泊科学';
    const journal = await ok(
      office.post(path('journal/submit'), {
        journalName: '江汉湖泊科学学报',
        year: 2025,
        publishScope: '2',
        journalLevel: 'A2',
        status: '1',
      }),
    );
    const papers: RowLike[] = [];
    for (const title of ['洪湖水质的长期变化', '梁子湖沉水植物的恢复过程']) {
      papers.push(await approve(await register(teacher, title, { journalName: name, issn: '' })));
    }
    await check();
    const [row, ...more] = await found<JournalRow>('journal', name);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ name, records: 2, suggestions: [{ id: journal.id }] });

    const asked = { resource: 'papersapp', name, journalId: journal.id };
    const answer = await ok(office.post(quality('journal'), asked));
    expect(answer.done).toHaveLength(2);
    expect(await found('journal', name)).toEqual([]);
    for (const paper of papers) {
      expect(await read(office, 'papers', paper)).toMatchObject({
        journalId: journal.id,
        journalLevel: 'A2',
      });
    }
  });

  test('leave the list when their edition comes', async () => {
    const name = '虚构地学进展';
    await approve(await register(teacher, '岩溶塌陷的孕灾机理', { journalName: name, issn: '' }));
    await check();
    expect(await found('journal', name)).toHaveLength(1);
    await ok(
      office.post(path('journal/submit'), {
        journalName: name,
        year: 2025,
        publishScope: '2',
        journalLevel: 'B1',
        status: '1',
      }),
    );
    await check();
    expect(await found('journal', name)).toEqual([]);
    // Whoever chooses among editions is offered the newest first.
    await ok(
      office.post(path('journal/submit'), {
        journalName: name,
        year: 2026,
        publishScope: '2',
        journalLevel: 'B1',
        status: '1',
      }),
    );
    const offered = await ok(
      teacher.get(path('papers/choices'), { field: 'journalId', search: name }),
    );
    const notes = (offered as unknown as readonly RowLike[]).map(({ note }) => note);
    expect(notes).toEqual([expect.stringContaining('2026'), expect.stringContaining('2025')]);
  });
});

describe('records that the report would refuse', () => {
  test('say the field, and leave the list as soon as it is put right', async () => {
    const paper = await approve(
      await register(teacher, '低空经济的空域管理', { moeDiscipline: '', statYear: 2024 }),
    );
    await check();
    const rows = await found('report', '低空经济');
    expect(rows.map(({ subject }) => subject).toSorted()).toEqual(['moeDiscipline', 'statYear']);
    expect(rows.find(({ subject }) => subject === 'moeDiscipline')?.text).toContain('缺【');

    const correct = async (values: RowLike) => {
      const { version } = await read(office, 'papers', paper);
      return office.post(quality('correct'), {
        resource: 'papersapp',
        id: paper.id,
        version,
        values,
      });
    };
    expect((await correct({ moeDiscipline: 'nowhere' })).errors).toMatchObject([
      { path: 'moeDiscipline' },
    ]);
    // Values that the report does not refuse stay as their writer left them.
    await ok(correct({ moeDiscipline: '0812', statYear: 2025, artName: '别的题目' }));
    expect(await found('report', '低空经济')).toEqual([]);
    expect(await read(office, 'papers', paper)).toMatchObject({
      artName: '低空经济的空域管理',
      moeDiscipline: '0812',
      statYear: 2025,
    });
  });

  test('leave the list at once when their writer puts them right', async () => {
    const paper = await approve(await register(teacher, '科研诚信的制度建设', { statYear: 2024 }));
    await check();
    expect(await found('report', '科研诚信')).toHaveLength(1);
    await ok(office.post(path('papers/backDraft'), { ids: paper.id, reason: '更正' }));
    // The job does not run again: a page judges anew what it shows.
    expect(await found('report', '科研诚信')).toEqual([]);
  });
});

describe('rights', () => {
  test('without the page nobody learns anything, without a right nobody decides', async () => {
    for (const [call, query] of [
      ['counts', {}],
      ['list', { topic: 'duplicate' }],
      ['list', { topic: 'settled' }],
      ['export', { topic: 'report' }],
      ['compare', { resource: 'papersapp', one: '1', other: '2' }],
    ] as const) {
      expect((await teacher.get(quality(call), query)).status, call).toBe(403);
    }
    const [keep, drop] = await twins('古籍数字化的版式识别');
    expect((await merge(teacher, keep, drop)).status).toBe(403);
    const differ = { resource: 'papersapp', one: keep.id, other: drop.id, reason: '不同' };
    expect((await secretary.post(quality('differ'), differ)).status).toBe(403);
  });

  test('a department’s keeper of the page sees its own records, in counts too', async () => {
    await twins('秸秆还田对土壤有机碳的影响');
    const stranger = await app.as('secretary320');
    await app.database.query(
      `insert into role_menu (tenant_id, role_id, menu_id)
       select m.tenant_id, r.id, m.id from menu m join role r on r.tenant_id = m.tenant_id
        where m.code in ('quality', 'quality_merge') and r.role_alias = 'dept_secretary'
       on conflict do nothing`,
    );
    const { identity } = app.parts;
    identity.forget(home, [secretary.id, stranger.id]);
    const keeper = secretary;
    expect((await found('duplicate', '秸秆还田', keeper)).length).toBe(1);
    expect(await found('duplicate', '秸秆还田', stranger)).toEqual([]);
    const counts = (await ok(stranger.get(quality('counts')))) as unknown as Counts & {
      readonly report: number;
    };
    expect(counts).toMatchObject({ duplicate: 0, author: 0, journal: 0 });
    // The report may refuse records that earlier tests filed for the department itself.
    const refused = await ok(stranger.get(quality('list'), { topic: 'report' }));
    const { records, total } = refused as unknown as {
      records: readonly { readonly record: { readonly department: string } }[];
      total: number;
    };
    expect(total).toBe(counts.report);
    expect(new Set(records.map(({ record }) => record.department)).size).toBeLessThan(2);
  });
});

describe('what the desk shows a reader', () => {
  test.each(['teacher', 'teacher2', 'dept_secretary', 'secretary320', 'rd_leader', 'rd_achieve'])(
    'is never more than %s may read',
    async (account) => {
      await check();
      const { engine, identity } = app.parts;
      const { token } = await app.as(account);
      const actor = await identity.authenticate(token ?? '');
      if (!actor) throw new Error(`${account} is not signed in`);
      const given = new Parameters();
      const condition = readCondition(engine, actor, 'q', given);
      const shown = await engine.database.read(home, (session) =>
        session.query<{ id: string; resource: string }>(
          `select record_id::text as id, resource from quality_record q where ${condition}`,
          given.values,
        ),
      );
      for (const [key, rows] of Map.groupBy(shown, ({ resource }) => resource)) {
        const kind = app.resources.find((one) => one.key === key);
        if (!kind) throw new Error(`no kind ${key}`);
        const ids = rows.map(({ id }) => id);
        const where = [{ field: 'id', operator: 'anyOf', value: ids }] as const;
        const query = { where, sort: [], page: 1, size: ids.length };
        const open = await engine.as(actor).ids(kind, query, ids.length);
        expect(open.toSorted(), key).toEqual(ids.toSorted());
      }
      // Whoever sees every department sees all that was submitted.
      if (account === 'rd_achieve') expect(shown.length).toBeGreaterThan(5);
    },
  );
});

test('a topic goes out as a workbook', async () => {
  const book = await office.get(quality('export'), { topic: 'duplicate' });
  expect(book.status).toBe(200);
  expect(book.raw.subarray(0, 2).toString()).toBe('PK');
});
