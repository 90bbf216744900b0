import { openClient } from '@keyan/engine/testing/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { listRecordsForArranging } from '@keyan/product/review/arrange-waiting.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { agree, attached, ok, path, read } from '../support/filing.ts';

/** Declarations that experts judge, from the wait of their process to its next step. */
let app: LawApplication;
let office: Client;
let expert: Client;
let other: Client;
let teacher: Client;
let experts: readonly string[];

/** Gives somebody a role beside those of the cast. */
const grant = async (account: string, role: string): Promise<void> => {
  await app.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select u.tenant_id, u.id, r.id from users u join role r on r.tenant_id = u.tenant_id
      where u.tenant_id = '${home}' and u.account = '${account}' and r.role_alias = '${role}'`,
  );
};

const enlist = (who: Client, name: string, more: RowLike = {}): Promise<Answer> =>
  office.post(path('experts/submit'), {
    name,
    expertType: '1',
    userId: who.id,
    unit: '江陵大学',
    ranks: '011',
    disciplines: ['18044'],
    ...more,
  });

beforeAll(async () => {
  app = await startApplication();
  for (const account of ['school_leader', 'dept_leader']) await grant(account, 'expert');
  [office, expert, other, teacher] = (await Promise.all(
    ['rd_achieve', 'expert', 'school_leader', 'teacher'].map((account) => app.as(account)),
  )) as [Client, Client, Client, Client];
  const made = [
    await ok(enlist(expert, '俞望舒')),
    await ok(enlist(other, '邵则成')),
    // Expert from the college whose declarations are judged.
    await ok(enlist(await app.as('dept_leader'), '沈知远')),
  ];
  experts = made.map(({ id }) => String(id));
});
afterAll(() => app.close());

const noticeOf = async (noticeName: string): Promise<RowLike> => {
  const notice = await ok(
    office.post(path('prizeNotice/submit'), {
      noticeName,
      awardName: '省社会科学优秀成果奖',
      awardType: '04',
      awardLevel: '02',
      awardUnit: '省人民政府',
      year: 2026,
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      personLimit: 9,
      needReview: '1',
      content: '<p>请申报</p>',
    }),
  );
  await ok(office.post(path('prizeNotice/release'), { ids: notice.id }));
  return notice;
};

/** A declaration that has come to its review. */
const waiting = async (notice: RowLike, achName: string): Promise<RowLike> => {
  const row = await ok(
    teacher.post(path('prizeDeclaration/submit'), {
      noticeId: notice.id,
      achName,
      applyGrade: '01',
      subject: '18044',
      resultForm: '08',
      content: '成果内容',
      innovation: '创新之处',
      socialEffect: '社会影响',
      authors: [
        {
          sort: 1,
          personType: '01',
          userId: teacher.id,
          name: '林晓岚',
          unit: '计算机学院',
          authorType: '01',
          contributionRate: '100',
        },
      ],
      ...(await attached(teacher, '01')),
    }),
  );
  await agree(row, await app.as('dept_secretary'), await app.as('dept_leader'), office);
  return row;
};

const setUp = (notice: RowLike, more: RowLike = {}): Promise<Answer> =>
  office.post(path('pssz/submit'), {
    setName: `${String(notice.noticeName)}评审`,
    bizKind: '4',
    noticeId: notice.id,
    reviewMode: '1',
    blindMode: '1',
    expertPerItem: 2,
    dropExtreme: '0',
    minWords: 4,
    endTime: '2099-01-01 17:00:00',
    experts: experts.map((expertId) => ({ expertId })),
    ...more,
  });

const act = async (set: RowLike, call: string, more: RowLike = {}): Promise<Answer> => {
  const { version } = await read(office, 'pssz', set);
  return office.post(path(`pssz/${call}`), { id: set.id, ids: set.id, version, ...more });
};

const tasksOf = async (who: Client, set: RowLike, view = 'mine'): Promise<readonly RowLike[]> => {
  const page = await ok(
    who.get(path('reviewTask/list'), { view, setId: String(set.id), size: '50', current: '1' }),
  );
  return page.records as RowLike[];
};

const itemsOf = async (set: RowLike): Promise<readonly RowLike[]> => {
  const page = await ok(
    office.get(path('reviewItem/list'), {
      view: 'all',
      setId: String(set.id),
      size: '50',
      current: '1',
      ascs: 'title',
    }),
  );
  return page.records as RowLike[];
};

const judge = async (who: Client, task: RowLike, scores: readonly string[], more: RowLike = {}) => {
  await who.post(path('reviewTask/pledge'), { id: task.id });
  const sheet = await ok(who.get(path('reviewTask/sheet'), { id: String(task.id) }));
  return who.post(path(`reviewTask/${more.call ?? 'handIn'}`), {
    id: task.id,
    version: sheet.version,
    scores: scores.map((score, at) => ({ sort: at + 1, score })),
    comment: more.comment ?? '推荐该成果申报。',
  });
};

test('an expert whose account lacks the role is named', async () => {
  const notice = await noticeOf('已通知');
  await waiting(notice, '图像分割方法');
  const without = await ok(enlist(await app.as('teacher2'), '孟怀谦'));
  const set = await ok(setUp(notice, { expertPerItem: 1, experts: [{ expertId: without.id }] }));
  const refused = await act(set, 'publish');
  expect(refused.msg).toContain('【孟怀谦】不能参加评审');
});

test('the office sets a review up, experts judge what they may, and the process goes on', async () => {
  const notice = await noticeOf('甲通知');
  const first = await waiting(notice, '湿地修复技术');
  const second = await waiting(notice, '水稻育种技术');
  const found = await ok(
    office.get(path('reviewItem/list'), { view: 'all', status: '0', size: '50', current: '1' }),
  );
  expect((found.records as RowLike[]).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['湿地修复技术', '水稻育种技术']),
  );

  const set = await ok(setUp(notice));
  expect((await read(office, 'pssz', set)).criteria).toMatchObject([
    { itemName: '创新性', weight: 40 },
    { itemName: '学术水平', weight: 30 },
    { itemName: '应用与影响', weight: 30 },
  ]);
  await ok(act(set, 'publish'));
  // Both experts of other colleges have both; the dean of the applicant's own college has none.
  const given = await tasksOf(office, set, 'progress');
  expect(given).toHaveLength(4);
  expect(new Set(given.map(({ expertId }) => expertId))).toEqual(new Set(experts.slice(0, 2)));
  const infos = await ok(expert.get('kh-edu-research/wel/index/v1/queryMyInfo'));
  expect(infos.reviews).toMatchObject({ open: 2, done: 0 });

  // An expert sees only the tasks that were given to them.
  const own = await tasksOf(expert, set);
  expect(own).toHaveLength(2);
  const task = own.find(({ title }) => title === '湿地修复技术') ?? {};
  const rest = own.find(({ title }) => title === '水稻育种技术') ?? {};
  const [foreign] = await tasksOf(other, set);
  for (const call of ['detail', 'sheet']) {
    const denied = await expert.get(path(`reviewTask/${call}`), { id: String(foreign?.id) });
    expect([403, 404]).toContain(denied.status);
  }
  expect([403, 404]).toContain(
    (await expert.get(path('prizeDeclaration/detail'), { id: String(first.id) })).status,
  );
  // The material opens when the expert has said that nothing keeps them from judging.
  const shut = await ok(expert.get(path('reviewTask/sheet'), { id: String(task.id) }));
  expect(shut).toMatchObject({ title: '湿地修复技术', pledged: false });
  expect(shut.record).toEqual({ id: first.id });
  const unsaid = { id: task.id, version: shut.version, scores: [], comment: '同意推荐。' };
  const soonest = await expert.post(path('reviewTask/handIn'), unsaid);
  expect(soonest.msg).toContain('请先确认不存在应回避情形');
  await ok(expert.post(path('reviewTask/pledge'), { id: task.id }));
  const sheet = await ok(expert.get(path('reviewTask/sheet'), { id: String(task.id) }));
  expect(sheet).toMatchObject({
    resource: 'prizeDeclaration',
    record: { achName: '湿地修复技术', innovation: '创新之处', authors: [{ name: '林晓岚' }] },
  });
  expect(sheet.record).not.toHaveProperty('deptRank');
  const [file] = (sheet.record as { attachments: RowLike[] }).attachments;
  const opened = await expert.get('blade-resource/common/file/token', { url: String(file?.id) });
  expect(opened.status).toBe(200);
  const stranger = await app.as('teacher320');
  expect(
    (await stranger.get('blade-resource/common/file/token', { url: String(file?.id) })).status,
  ).toBe(404);

  // A draft may be incomplete; what is handed in may not.
  await ok(judge(expert, task, ['38.55', '', ''], { call: 'keep', comment: '' }));
  const early = await judge(expert, task, ['38.55', '', '41'], { comment: '好' });
  expect(early.errors.map(({ path: at }) => at)).toEqual([
    'scores.1.score',
    'scores.2.score',
    'comment',
  ]);
  await ok(judge(expert, task, ['38.55', '27.4', '28']));
  const again = await judge(expert, task, ['1', '1', '1']);
  expect(again.status).not.toBe(200);
  const soon = await act(set, 'ok');
  expect(soon.msg).toBe('还有 3 项评审未提交：邵则成 2 项、俞望舒 1 项');

  await ok(judge(expert, rest, ['30', '20', '20']));
  for (const one of await tasksOf(other, set)) {
    const high = one.title === '湿地修复技术';
    await ok(judge(other, one, high ? ['40', '29', '29'] : ['35', '25', '25']));
  }
  expect(await itemsOf(set)).toMatchObject([
    { title: '湿地修复技术', score: '95.98', spread: '4.05', rank: 1, handedIn: 2 },
    { title: '水稻育种技术', score: '77.50', spread: '15.00', rank: 2, handedIn: 2 },
  ]);

  await ok(act(set, 'ok'));
  for (const [row, score, rank] of [
    [first, '95.98', 1],
    [second, '77.50', 2],
  ] as const) {
    expect(await read(office, 'prizeDeclaration', row)).toMatchObject({
      reviewScore: score,
      reviewRank: rank,
      currentNode: expect.stringContaining('科研处领导'),
    });
  }
  // The applicant reads the result, and not who judged.
  expect((await teacher.get(path('reviewTask/list'), { view: 'progress' })).status).toBe(403);
  await agree(first, await app.as('rd_leader'));
  expect(await read(teacher, 'prizeDeclaration', first)).toMatchObject({ auditStatus: '2' });
});

test('a record that waited before its kind could be reviewed stands before the office again', async () => {
  const row = await waiting(await noticeOf('旧数据'), '早先到评审的成果');
  const listed = () =>
    app.database.query<{ id: string }>(
      'select id::text from review_item where business_id = $1 and is_deleted = 0',
      [row.id],
    );
  const arrange = () =>
    listRecordsForArranging.run(
      { tenantId: home, data: {}, signal: new AbortController().signal } as never,
      app.parts.engine,
    );
  expect(await listed()).toHaveLength(1);
  expect(await arrange()).toEqual({ done: 0, left: 0 });
  // As records of older data are: at the wait, and nobody sees them.
  await app.database.query('delete from review_item where business_id = $1', [row.id]);
  expect(await arrange()).toEqual({ done: 1, left: 0 });
  expect(await listed()).toHaveLength(1);
  expect(await arrange()).toEqual({ done: 0, left: 0 });
});

test('a review that is blind both ways names nobody, and lends no file that might', async () => {
  const notice = await noticeOf('乙通知');
  await waiting(notice, '古籍数字化');
  const set = await ok(setUp(notice, { blindMode: '2', expertPerItem: 1 }));
  await ok(act(set, 'publish'));
  const task = (await tasksOf(office, set, 'progress')).find(({ role }) => role === '1');
  expect(task).toMatchObject({ applicant: '***' });
  const who = task?.expertId === experts[0] ? expert : other;
  await ok(who.post(path('reviewTask/pledge'), { id: task?.id }));
  const sheet = await ok(who.get(path('reviewTask/sheet'), { id: String(task?.id) }));
  const record = sheet.record as RowLike & { attachments: RowLike[] };
  expect(record.attachments).toEqual([]);
  expect(record).not.toHaveProperty('authors');
  expect(record).not.toHaveProperty('fkDeptId');
  expect(JSON.stringify(sheet)).not.toContain('林晓岚');
  const files = await app.database.query<{ id: string }>(
    `select a.id::text from attachment a
       join prize_declaration p on p.tenant_id = a.tenant_id and p.id = a.business_id
      where p.ach_name = '古籍数字化'`,
  );
  const lent = await who.get('blade-resource/common/file/token', { url: files[0]?.id ?? '' });
  expect([403, 404]).toContain(lent.status);
});

test('who declines is replaced by somebody without a conflict, and by nobody else', async () => {
  const notice = await noticeOf('丙通知');
  const row = await waiting(notice, '江汉方言调查');
  const [, second = ''] = experts;
  const set = await ok(setUp(notice, { expertPerItem: 1, experts: [{ expertId: experts[0] }] }));
  await ok(act(set, 'publish'));
  const [task] = await tasksOf(expert, set);
  const decline = { id: task?.id, version: task?.version, conflict: '3', declineReason: '合作过' };
  await ok(expert.post(path('reviewTask/decline'), decline));
  expect((await expert.get(path('reviewTask/sheet'), { id: String(task?.id) })).status).toBe(404);
  expect(await itemsOf(set)).toMatchObject([{ experts: 0, handedIn: 0 }]);
  expect((await act(set, 'ok')).msg).toContain('有效评审不足 1 份');

  const replace = async (expertId: string | undefined) => {
    const { version } = await read(office, 'reviewTask', task ?? {});
    return office.post(path('reviewTask/replace'), { id: task?.id, version, expertId });
  };
  expect((await replace(experts[2])).msg).toContain('应当回避：同一部门');
  await ok(replace(second));
  // The declined task stays as it was; whoever comes in its place has one of their own.
  expect(await tasksOf(expert, set)).toMatchObject([{ status: '5', conflict: '3' }]);
  expect(await tasksOf(other, set)).toMatchObject([{ status: '1', title: '江汉方言调查' }]);
  expect((await replace(experts[0])).msg).toContain('已由其他专家接替');

  // Nothing was said yet: the applicant takes it back, and the expert has nothing to do.
  await ok(teacher.post(path('prizeDeclaration/backDraft'), { ids: row.id })).catch(async () =>
    ok((await app.as('rd_admin')).post(path('prizeDeclaration/backDraft'), { ids: row.id })),
  );
  expect(await tasksOf(other, set)).toMatchObject([{ status: '7' }]);
  expect(await itemsOf(set)).toMatchObject([{ status: '3' }]);
});

test('too few experts are told by the record that lacks them', async () => {
  const notice = await noticeOf('丁通知');
  expect((await act(await ok(setUp(notice)), 'publish')).msg).toContain('没有待评审的材料');
  await waiting(notice, '稻田甲烷排放');
  const set = await ok(setUp(notice, { expertPerItem: 3 }));
  const short = await act(set, 'publish');
  expect(short.msg).toContain('【稻田甲烷排放】可评审的专家还差 1 人');
  expect(await tasksOf(office, set, 'progress')).toEqual([]);
});

test('a returned opinion is corrected, and a review is withdrawn while nobody has handed in', async () => {
  const notice = await noticeOf('戊通知');
  await waiting(notice, '遥感反演方法');
  const set = await ok(setUp(notice, { expertPerItem: 1, experts: [{ expertId: experts[0] }] }));
  await ok(act(set, 'publish'));
  await ok(act(set, 'withdraw'));
  expect(await itemsOf(set)).toEqual([]);
  expect(await tasksOf(expert, set)).toMatchObject([{ status: '7' }]);
  await ok(act(set, 'publish'));
  const task = (await tasksOf(expert, set)).find(({ status }) => status === '1') ?? {};
  await ok(judge(expert, task, ['10', '10', '10']));
  expect((await act(set, 'withdraw')).msg).toContain('已有专家提交');
  const { version } = await read(office, 'reviewTask', task);
  await ok(
    office.post(path('reviewTask/giveBack'), { id: task.id, version, backReason: '意见过于简略' }),
  );
  expect(await itemsOf(set)).toMatchObject([{ handedIn: 0, score: '' }]);
  await ok(judge(expert, task, ['35', '25', '25.5']));
  await ok(act(set, 'ok'));
  expect(await itemsOf(set)).toMatchObject([{ status: '2', score: '85.50', rank: 1 }]);
});

/** Makes a call that waits for the rows `held`; whoever holds those can still have the rows `free`: there is no ring. */
const waitsInOrder = async (held: string, free: string, call: () => Promise<Answer>) => {
  const holder = await openClient(app.database.adminUrl);
  const waiters = `select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`;
  const waiting = async () => (await holder.query(waiters, [app.database.name])).rowCount;
  try {
    await holder.query('begin');
    await holder.query(`select id from ${held} for update`);
    const answer = call();
    answer.catch(() => undefined);
    await expect.poll(waiting).toBe(1);
    await holder.query(`select id from ${free} for update nowait`);
    await holder.query('commit');
    await ok(answer);
  } finally {
    await holder.end();
  }
};

const itemOf = ({ id }: RowLike): string => `review_item where business_id = '${id}'`;

test('a review is locked before its records, those before tasks, and tasks before what counts them', async () => {
  const notice = await noticeOf('己通知');
  const row = await waiting(notice, '湖泊蓝藻预警');
  const set = await ok(setUp(notice, { expertPerItem: 1, experts: [{ expertId: experts[0] }] }));
  await ok(act(set, 'publish'));
  const [task = {}] = await tasksOf(expert, set);
  const [review, tasks] = [`review_set where id = ${set.id}`, `review_task where id = ${task.id}`];
  await waitsInOrder(review, tasks, () => judge(expert, task, ['10', '10', '10']));
  await waitsInOrder(review, tasks, async () => {
    const { version } = await read(office, 'reviewTask', task);
    return office.post(path('reviewTask/giveBack'), { id: task.id, version, backReason: '太简略' });
  });
  const manager = await app.as('admin');
  const { processInstanceId } = await read(office, 'prizeDeclaration', row);
  const ended = { processInstanceId, deleteReason: '通知作废' };
  await waitsInOrder(tasks, itemOf(row), () =>
    manager.post('blade-flow/follow/delete-process-instance', ended),
  );
  expect(await tasksOf(expert, set)).toMatchObject([{ status: '7' }]);
});

test('a review and its tasks are changed at once without a deadlock, and confirmed beside a recall', async () => {
  const notice = await noticeOf('庚通知');
  const row = await waiting(notice, '长江水文预报');
  const set = await ok(setUp(notice, { expertPerItem: 1, experts: [{ expertId: experts[0] }] }));
  await ok(act(set, 'publish'));
  const [task = {}] = await tasksOf(expert, set);
  for (let turn = 0; turn < 10; turn += 1) {
    await ok(judge(expert, task, ['10', '10', '10']));
    const { version } = await read(office, 'reviewTask', task);
    const back = { id: task.id, version, backReason: '太简略' };
    await Promise.all([
      ok(act(set, 'extend', { endTime: `2099-02-01 17:00:0${turn}` })),
      ok(office.post(path('reviewTask/giveBack'), back)),
    ]);
  }
  const [counted] = await app.database.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  expect(counted?.deadlocks).toBe('0');
  await ok(judge(expert, task, ['10', '10', '10']));
  await waitsInOrder(`prize_declaration where id = ${row.id}`, itemOf(row), () => act(set, 'ok'));
});
