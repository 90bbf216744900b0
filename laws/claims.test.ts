import { openClient } from '@keyan/engine/testing/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { markRetracted } from '@keyan/product/achievement/collection/retraction.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from './support/application.ts';
import type { Answer, Client } from './support/client.ts';
import { handle, ok, path, read } from './support/filing.ts';

/** Collected papers from their release to the library, as people's calls bring it about. */
let app: LawApplication;
let teacher: Client;
let other: Client;
let office: Client;
let secretary: Client;
beforeAll(async () => {
  app = await startApplication();
  [teacher, other, office, secretary] = (await Promise.all(
    ['teacher', 'teacher2', 'rd_achieve', 'dept_secretary'].map((account) => app.as(account)),
  )) as [Client, Client, Client, Client];
});
afterAll(() => app.close());

let serial = 0;
/** A collected record whose first two authors are the two teachers, released. */
const collect = async (title: string, more: RowLike = {}): Promise<RowLike> => {
  serial += 1;
  const names = ['林晓岚', '孟怀谦'];
  const record = await ok(
    office.post(path('collectionThesis/submit'), {
      title,
      authorsText: [...names, '外校作者'].join('; '),
      addresses: `[${names.join('; ')}] 大学 000000`,
      source: '虚构学报',
      publishYear: 2025,
      indexType: '01',
      accessionNum: `WOS:0000${serial}`,
      doi: `10.5555/claim.${serial}`,
      ...more,
    }),
  );
  await ok(office.post(path('collectionThesis/release'), { ids: record.id }));
  return record;
};

const claimOf = (who: Client, record: RowLike, more: RowLike = {}): Promise<Answer> =>
  who.post(path('papersClaim/submit'), {
    thesisId: record.id,
    authorSort: 1,
    authorType: '01',
    schoolSign: '1',
    publishDate: '2025-06-01',
    discipline: '18044',
    ...more,
  });

const asked = async (who: Client): Promise<readonly unknown[]> => {
  const page = await ok(
    who.get(path('collectionThesis/list'), { view: 'claim', size: '100', current: '1' }),
  );
  return (page.records as RowLike[]).map(({ id }) => id);
};

const grade = { journalLevel: 'B1', publishScope: '2' };

/** The secretary and the office agree. */
const approve = async (claim: RowLike): Promise<Answer> => {
  await ok(handle(secretary, claim, { flag: 'ok' }));
  const { version } = await read(office, 'papersClaim', claim);
  return handle(office, claim, { flag: 'ok', form: { ...grade, version } });
};

test('a released record asks those whom it fits, until they answer', async () => {
  const record = await collect('江汉平原湿地碳汇研究');
  expect(await asked(teacher)).toContain(record.id);
  const home = await ok(teacher.get('kh-edu-research/wel/index/v1/queryMyInfo'));
  expect(home).toMatchObject({ claimCount: 1, claimable: [{ id: record.id, score: 65, sort: 1 }] });

  await ok(teacher.post(path('collectionThesis/answer'), { id: record.id }));
  expect(await asked(teacher)).not.toContain(record.id);
  expect(await asked(other)).toContain(record.id);
  await ok(teacher.post(path('collectionThesis/answer'), { id: record.id, mine: true }));
  expect(await asked(teacher)).toContain(record.id);
  const stranger = await app.as('teacher320');
  expect((await stranger.post(path('collectionThesis/answer'), { id: record.id })).status).toBe(
    404,
  );
});

test('who was asked is read by the office alone, and each reads their own line, on the wire and in lists', async () => {
  const record = await collect('洪湖水生植被遥感监测');
  const stranger = await app.as('teacher320');
  const told = ({ matches, matchUsers, asked: waiting }: RowLike) => ({
    matches: ((matches ?? []) as readonly unknown[]).length,
    asked: ((waiting ?? []) as readonly unknown[]).length,
    matchUsers: String(matchUsers ?? '') !== '',
  });
  const readings = async (who: Client) => {
    const { records } = await ok(
      who.get(path('collectionThesis/list'), {
        fields: 'title,matches,matchUsers,asked',
        size: '100',
      }),
    );
    const listed = (records as readonly RowLike[]).find(({ id }) => id === record.id) ?? {};
    return [told(await read(who, 'collectionThesis', record)), told(listed)];
  };
  const whole = { matches: 2, asked: 2, matchUsers: true };
  expect(await readings(office)).toEqual([whole, whole]);
  const own = { matches: 1, asked: 1, matchUsers: false };
  expect(await readings(teacher)).toEqual([own, own]);
  const [line] = (await read(teacher, 'collectionThesis', record)).matches as readonly RowLike[];
  expect(line?.userId).toBe(teacher.id);
  const nothing = { matches: 0, asked: 0, matchUsers: false };
  expect(await readings(stranger)).toEqual([nothing, nothing]);
  for (const call of ['history', 'export']) {
    const asking = { id: String(record.id), ids: String(record.id) };
    expect((await stranger.get(path(`collectionThesis/${call}`), asking)).status).toBe(403);
  }
});

test('what is being withdrawn is claimed by nobody: whether it may be chosen is judged under its lock', async () => {
  const record = await collect('江汉平原湖泊沉积物的年代学');
  const withdrawal = await openClient(app.database.ownerUrl);
  await withdrawal.query(`select set_config('app.tenant', '000000', false)`);
  await withdrawal.query('begin');
  await withdrawal.query(
    `update collection_thesis set status = '2', version = version + 1 where tenant_id = '000000' and id = $1`,
    [record.id],
  );
  let answered = false;
  const claiming = claimOf(teacher, record).finally(() => {
    answered = true;
  });
  // It waits for the lock; nothing that it read before counts.
  await expect
    .poll(async () => {
      const waiting = await app.database.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return answered || waiting.length > 0;
    })
    .toBe(true);
  await withdrawal.query('commit');
  await withdrawal.end();
  expect((await claiming).errors).toMatchObject([{ path: 'thesisId' }]);
});

test('of a claim and a withdrawal at once one is refused, round by round', async () => {
  const both: string[] = [];
  for (let round = 0; round < 60; round += 1) {
    const record = await collect(`同时撤回与认领的题录 ${round}`);
    const [claimed, withdrawn] = await Promise.all([
      claimOf(round % 2 === 0 ? teacher : other, record),
      office.post(path('collectionThesis/withdraw'), { ids: record.id }),
    ]);
    const isWithdrawn = (await read(office, 'collectionThesis', record)).status === '2';
    if (claimed.status === 200 && isWithdrawn) both.push(`${round}: ${withdrawn.status}`);
  }
  expect(both).toEqual([]);
});

test('a claim becomes a paper of the library, with its number, authors and source', async () => {
  const record = await collect('面向小样本的图像分割方法');
  const claim = await ok(
    claimOf(teacher, record, {
      otherAuthors: [{ sort: 2, personType: '01', userId: other.id, authorType: '02' }],
    }),
  );
  expect(claim).toMatchObject({ claimStatus: '1', paperNum: expect.stringMatching(/^LW/) });
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '1' });
  expect(await asked(teacher)).not.toContain(record.id);
  const again = await claimOf(teacher, record);
  expect(again.errors).toMatchObject([{ path: 'thesisId' }]);
  const kept = await office.post(path('collectionThesis/withdraw'), { ids: record.id });
  expect(JSON.stringify(kept.data)).toContain('已有人认领');

  await ok(handle(secretary, claim, { flag: 'ok' }));
  const ungraded = await handle(office, claim, { flag: 'ok' });
  expect(ungraded.msg).toContain('期刊级别');
  const { version } = await read(office, 'papersClaim', claim);
  await ok(handle(office, claim, { flag: 'ok', form: { ...grade, version } }));

  const done = await read(teacher, 'papersClaim', claim);
  expect(done).toMatchObject({ claimStatus: '2', auditStatus: '2' });
  const paper = await read(teacher, 'papers', { id: done.paperId });
  expect(paper).toMatchObject({
    auditStatus: '2',
    dataSource: '2',
    paperNum: claim.paperNum,
    artName: '面向小样本的图像分割方法',
    statYear: 2025,
    journalLevel: 'B1',
    indexTypes: ['01'],
    createUser: teacher.id,
    firstAuthor: '林晓岚',
  });
  expect(paper.authors).toMatchObject([
    { sort: 1, userId: teacher.id, name: '林晓岚', confirmStatus: '1', contributionRate: '60.00' },
    { sort: 2, userId: other.id, authorType: '02', confirmStatus: '0' },
    { sort: 3, userId: '', name: '外校作者', personType: '03' },
  ]);
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '2' });
  // The other author is asked to confirm it, and finds it.
  const info = await ok(other.get('kh-edu-research/wel/index/v1/queryMyInfo'));
  expect(info.confirmations).toContainEqual(
    expect.objectContaining({ id: done.paperId, link: expect.stringContaining('/achievement/') }),
  );
});

test('two claimants of one place are a dispute, which the office decides', async () => {
  const record = await collect('稻田甲烷排放的遥感反演');
  const first = await ok(claimOf(teacher, record));
  const silent = await claimOf(other, record);
  expect(silent.errors).toMatchObject([{ path: 'reason' }]);
  expect(silent.errors[0]?.message).toContain('林晓岚');
  const second = await ok(claimOf(other, record, { reason: '我是第一作者,见稿件。' }));
  for (const [who, claim] of [
    [teacher, first],
    [other, second],
  ] as const) {
    expect(await read(who, 'papersClaim', claim)).toMatchObject({ claimStatus: '4' });
  }
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '4' });

  await ok(handle(secretary, second, { flag: 'ok' }));
  const { version } = await read(office, 'papersClaim', second);
  const early = await handle(office, second, { flag: 'ok', form: { ...grade, version } });
  expect(early.msg).toContain('请先裁定');

  expect((await secretary.get(path('papersClaim/dispute'), { id: String(second.id) })).status).toBe(
    403,
  );
  const seen = await ok(office.get(path('papersClaim/dispute'), { id: String(second.id) }));
  expect(seen).toMatchObject({ sort: 1, printed: '林晓岚', holder: null });
  expect((seen.views as RowLike[]).map(({ name }) => name)).toEqual(['林晓岚', '孟怀谦']);

  expect((await office.post(path('papersClaim/rule'), { id: second.id })).status).toBe(400);
  const ruling = { id: second.id, opinion: '稿件显示孟怀谦为第一作者' };
  expect((await teacher.post(path('papersClaim/rule'), ruling)).status).toBe(403);
  await ok(office.post(path('papersClaim/rule'), ruling));
  expect(await read(teacher, 'papersClaim', first)).toMatchObject({
    claimStatus: '6',
    auditStatus: '4',
  });
  expect(await read(other, 'papersClaim', second)).toMatchObject({ claimStatus: '1' });
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '1' });
  expect((await office.post(path('papersClaim/rule'), ruling)).msg).toContain('没有排名争议');

  const { version: later } = await read(office, 'papersClaim', second);
  await ok(handle(office, second, { flag: 'ok', form: { ...grade, version: later } }));
  const done = await read(other, 'papersClaim', second);
  expect(await read(other, 'papers', { id: done.paperId })).toMatchObject({
    authors: [{ userId: other.id }, { userId: '' }, { userId: '' }],
  });
});

test('a claim that is taken back settles the dispute', async () => {
  const record = await collect('古籍版本的图像比对');
  const first = await ok(claimOf(teacher, record));
  const second = await ok(claimOf(other, record, { reason: '第一作者是我' }));
  await ok(other.post(path('papersClaim/recall'), { id: second.id }));
  expect(await read(teacher, 'papersClaim', first)).toMatchObject({ claimStatus: '1' });
  expect(await asked(other)).toContain(record.id);
  await ok(teacher.post(path('papersClaim/recall'), { id: first.id }));
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '0' });
});

test('a paper that is registered already gets what the record knows, and no second one is made', async () => {
  const record = await collect('高寒草甸退化的驱动因素');
  const before = await ok(claimOf(teacher, record));
  await ok(approve(before));
  const { paperId } = await read(teacher, 'papersClaim', before);
  const same = await collect('高寒草甸退化的驱动因素', {
    indexType: '09',
    publishYear: 2024,
    // The second database knows no DOI.
    doi: '',
    volume: '12',
    pages: '121904',
  });
  const second = await ok(claimOf(other, same, { authorSort: 2, authorType: '02' }));
  await ok(approve(second));
  const done = await read(other, 'papersClaim', second);
  expect(done.paperId).toBe(paperId);
  const paper = await read(office, 'papers', { id: paperId });
  // A collected record has one field for pages and the number of an article.
  expect(paper).toMatchObject({
    volume: '12',
    pages: '',
    articleNo: '121904',
    indexTypes: ['01', '09'],
  });
  expect(paper.authors).toMatchObject([
    { userId: teacher.id },
    { userId: other.id, name: '孟怀谦', authorType: '02', confirmStatus: '1' },
    { userId: '' },
  ]);
  // Its first place is taken: whoever claims that says why, and the office decides.
  const rival = await app.as('teacher320');
  const refused = await claimOf(rival, same);
  expect(refused.errors).toMatchObject([
    { path: 'reason', message: expect.stringContaining('林晓岚') },
  ]);
});

test('a collected record with the title of a paper and another DOI is another paper (R-502)', async () => {
  const record = await collect('高原湖泊沉积记录');
  const first = await ok(claimOf(teacher, record));
  await ok(approve(first));
  const namesake = await collect('高原湖泊沉积记录', { doi: '10.5555/namesake.1' });
  const second = await ok(claimOf(other, namesake, { authorSort: 2, authorType: '02' }));
  await ok(approve(second));
  const [one, another] = await Promise.all([
    read(teacher, 'papersClaim', first),
    read(other, 'papersClaim', second),
  ]);
  expect(another.paperId).not.toBe(one.paperId);
  const paper = await read(office, 'papers', { id: another.paperId });
  expect(paper).toMatchObject({ auditStatus: '2', differsBy: 'DOI' });
});

test('a record that is withdrawn while somebody claims it says so', async () => {
  const record = await collect('无人认领的一篇');
  const draft = await ok(
    teacher.post(path('papersClaim/save'), { thesisId: record.id, authorSort: 1 }),
  );
  await ok(office.post(path('collectionThesis/withdraw'), { ids: record.id }));
  for (const late of [
    await claimOf(teacher, record, { id: draft.id, version: draft.version }),
    await claimOf(other, record),
  ]) {
    expect(late.errors[0]).toMatchObject({
      path: 'thesisId',
      message: expect.stringContaining('已撤回发布'),
    });
  }
  const told = await app.database.query(
    `select 1 from message where biz_id = ${record.id} and receiver_id = ${teacher.id}
        and title_zh like '%撤回%'`,
  );
  expect(told).toHaveLength(1);
});

test('a record that was closed takes no more claims, and asks nobody any more', async () => {
  const record = await collect('已截止认领的一篇');
  expect(await asked(teacher)).toContain(record.id);
  await teacher.post(path('collectionThesis/close'), { ids: record.id });
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ status: '1' });
  await ok(office.post(path('collectionThesis/close'), { ids: record.id }));
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ status: '3' });
  expect(await asked(teacher)).not.toContain(record.id);
  const late = await claimOf(teacher, record);
  expect(late.errors).toMatchObject([{ path: 'thesisId' }]);
});

test('of two who claim one place at the same moment both are disputed', async () => {
  const record = await collect('同时认领的一篇');
  const answers = await Promise.all([
    claimOf(teacher, record, { reason: '我是第一作者' }),
    claimOf(other, record, { reason: '第一作者是我' }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const [one, two] = await Promise.all(
    [teacher, other].map((who, index) => read(who, 'papersClaim', answers[index]?.data ?? {})),
  );
  expect([one?.claimStatus, two?.claimStatus]).toEqual(['4', '4']);
});

test('a claim that is voided takes its paper with it, and the record may be claimed again', async () => {
  const record = await collect('退耕还湿的碳汇效应');
  const claim = await ok(claimOf(teacher, record));
  await ok(approve(claim));
  const { paperId } = await read(teacher, 'papersClaim', claim);
  const admin = await app.as('rd_admin');
  await ok(admin.post(path('papersClaim/abolish'), { id: claim.id, reason: '同名作者' }));
  expect(await read(office, 'papersClaim', claim)).toMatchObject({ auditStatus: '6', paperId: '' });
  expect(await read(office, 'papers', { id: paperId })).toMatchObject({ auditStatus: '6' });
  expect(await read(office, 'collectionThesis', record)).toMatchObject({ claimStatus: '0' });
  const again = await ok(claimOf(other, record));
  await ok(approve(again));
  expect((await read(other, 'papersClaim', again)).paperId).not.toBe(paperId);
});

test('a retraction that a source told comes along with the claim, and no day that nobody gave', async () => {
  const record = await collect('浅湖沉积物的碳库');
  const told = { doi: String(record.doi), title: '', year: '', noticeDoi: '10.5555/notice' };
  await markRetracted(app.parts.engine, home, { ...told, date: '', reason: '数据有误' });
  expect(await read(office, 'collectionThesis', record)).toMatchObject({
    isRetracted: '1',
    retractDate: '',
    retractDoi: '10.5555/notice',
  });
  const messages = await ok(office.get(path('message/list'), { size: '1', current: '1' }));
  expect(messages.records).toMatchObject([
    { msgTitle: '该论文已被撤稿，请说明', msgContent: expect.stringContaining('浅湖沉积物的碳库') },
  ]);

  const claim = await ok(claimOf(teacher, record));
  const found = await secretary.get('kh-edu-research/mywork/todo/checks', {
    kind: 'papersappClaim',
    businessId: String(claim.id),
  });
  expect(found.data).toContainEqual(
    expect.objectContaining({ key: 'retracted', level: 'bad', text: '该论文已被撤稿，请说明' }),
  );
  await ok(approve(claim));
  const { paperId } = await read(teacher, 'papersClaim', claim);
  expect(await read(office, 'papers', { id: paperId })).toMatchObject({
    isRetracted: '1',
    retractDate: '',
    retractDoi: '10.5555/notice',
  });
});

test('a registration with which a voided claim was merged gets its values and authors back', async () => {
  const record = await collect('滨海盐沼的固碳速率');
  const first = await ok(claimOf(teacher, record));
  await ok(approve(first));
  const { paperId } = await read(teacher, 'papersClaim', first);
  const same = await collect('滨海盐沼的固碳速率', {
    indexType: '09',
    doi: '',
    volume: '12',
    issue: '3',
    pages: 'e0123456',
  });
  const second = await ok(claimOf(other, same, { authorSort: 2, authorType: '02' }));
  await ok(approve(second));
  const merged = await read(office, 'papers', { id: paperId });
  expect(merged).toMatchObject({ volume: '12', indexTypes: ['01', '09'] });

  const admin = await app.as('rd_admin');
  await ok(admin.post(path('papersClaim/abolish'), { id: second.id, reason: '认领有误' }));
  const back = await read(office, 'papers', { id: paperId });
  expect(back).toMatchObject({ auditStatus: '2', volume: '', articleNo: '', indexTypes: ['01'] });
  expect(back.authors).toMatchObject([
    { sort: 1, userId: teacher.id },
    { sort: 2, userId: '', name: '孟怀谦' },
    { sort: 3, userId: '' },
  ]);
});

test('a paper that another claim stands on stays when the one that made it goes', async () => {
  const record = await collect('人工湿地的脱氮机理');
  const first = await ok(claimOf(teacher, record));
  await ok(approve(first));
  const second = await ok(claimOf(other, record, { authorSort: 2, authorType: '02' }));
  await ok(approve(second));
  const { paperId } = await read(other, 'papersClaim', second);
  const admin = await app.as('rd_admin');
  await ok(admin.post(path('papersClaim/backDraft'), { ids: first.id, id: first.id }));
  const paper = await read(office, 'papers', { id: paperId });
  expect(paper).toMatchObject({ auditStatus: '2' });
  expect(paper.authors).toMatchObject([
    { sort: 1, userId: '', personType: '03' },
    { sort: 2, userId: other.id },
    { sort: 3 },
  ]);
  // Alone at last, it gives the paper up when it goes, too.
  await ok(admin.post(path('papersClaim/abolish'), { id: second.id, reason: '认领有误' }));
  expect(await read(office, 'papers', { id: paperId })).toMatchObject({ auditStatus: '6' });
});

test('tabs of states are those whose records the reader could meet', async () => {
  const tabs = async (who: Client, call: string, view: string): Promise<readonly string[]> => {
    const found = await ok(who.get(path(call), { view, by: 'status', withZero: '1' }));
    return (found as unknown as { keys: string[] }[]).map(({ keys }) => keys[0] ?? '').sort();
  };
  expect(await tabs(teacher, 'collectionThesis/tally', 'claim')).toEqual(['1']);
  expect(await tabs(office, 'collectionThesis/tally', 'all')).toEqual(['0', '1', '2', '3']);
});
