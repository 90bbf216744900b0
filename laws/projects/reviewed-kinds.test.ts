import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { actOn, declareIn, joins, leads, releasedPlan } from '../support/declaring.ts';
import { agree, attached, faultOf, handle, ok, path, projectOf, read } from '../support/filing.ts';
import { enlist, newReview } from '../support/reviewing.ts';

/** One review for every kind that experts judge, and nothing of it for those whom a record names. */
let app: LawApplication;
let teacher: Client;
let secretary: Client;
let dean: Client;
let office: Client;
let director: Client;
let finance: Client;
let admin: Client;
let experts: readonly { readonly client: Client; readonly id: string }[];

/** Gives somebody a role beside those of the cast. */
const grant = (account: string, role: string): Promise<unknown> =>
  app.database.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select u.tenant_id, u.id, r.id from users u join role r on r.tenant_id = u.tenant_id
      where u.tenant_id = '${home}' and u.account = '${account}' and r.role_alias = '${role}'`,
  );

beforeAll(async () => {
  app = await startApplication();
  await grant('school_leader', 'expert');
  await grant('rd_fund', 'ethics');
  const accounts = [
    'teacher',
    'dept_secretary',
    'dept_leader',
    'rd_project',
    'rd_leader',
    'finance',
    'rd_admin',
    'expert',
    'school_leader',
  ];
  const clients = await Promise.all(accounts.map((account) => app.as(account)));
  [teacher, secretary, dean, office, director, finance, admin] = clients as [
    Client,
    Client,
    Client,
    Client,
    Client,
    Client,
    Client,
  ];
  const enlisted: { client: Client; id: string }[] = [];
  for (const [index, client] of clients.slice(-2).entries()) {
    const { id } = await ok(
      office.post(path('experts/submit'), {
        name: `专家${'甲乙'[index]}`,
        expertType: '1',
        userId: client.id,
        unit: '江陵大学',
        ranks: '011',
        disciplines: ['18044'],
      }),
    );
    enlisted.push({ client, id: String(id) });
  }
  experts = enlisted;
});
afterAll(() => app.close());

/** A review of these records, which its experts have. */
const published = async (by: Client, more: RowLike): Promise<RowLike> => {
  const set = await ok(
    by.post(path('pssz/submit'), {
      setName: '评审',
      reviewMode: '1',
      blindMode: '1',
      expertPerItem: 2,
      dropExtreme: '0',
      minWords: 0,
      endTime: '2099-01-01 17:00:00',
      experts: experts.map(({ id }) => ({ expertId: id })),
      ...more,
    }),
  );
  await ok(act(by, set, 'publish'));
  return set;
};

const act = async (by: Client, set: RowLike, call: string): Promise<Answer> => {
  const { version } = await read(by, 'pssz', set);
  return by.post(path(`pssz/${call}`), { id: set.id, ids: set.id, version });
};

const tasksOf = async (who: Client, set: RowLike, view: string): Promise<readonly RowLike[]> => {
  const page = await ok(
    who.get(path('reviewTask/list'), { view, setId: String(set.id), size: '50', current: '1' }),
  );
  return page.records as RowLike[];
};

/** Both experts give this share of all points. */
const judged = async (set: RowLike, percent: number): Promise<void> => {
  for (const { client } of experts) {
    for (const task of await tasksOf(client, set, 'mine')) {
      await ok(client.post(path('reviewTask/pledge'), { id: task.id }));
      const sheet = await ok(client.get(path('reviewTask/sheet'), { id: String(task.id) }));
      const scores = (sheet.lines as RowLike[]).map(({ sort, weight }) => ({
        sort,
        score: String((Number(weight) * percent) / 100),
      }));
      await ok(
        client.post(path('reviewTask/handIn'), {
          id: task.id,
          version: sheet.version,
          scores,
          comment: '同意。',
        }),
      );
    }
  }
};

const tomorrow = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

const stepOf = async (kind: string, record: RowLike): Promise<unknown> =>
  (await read(admin, kind, record)).currentNode;

test('a declaration that waits for its experts goes on with score and rank (office F1)', async () => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  const declared = await ok(declareIn(app, teacher, plan));
  await agree(declared, secretary, dean, office);
  expect(await stepOf('declareInfo', declared)).toBe('专家评审');

  const set = await published(office, { bizKind: '1', planId: plan.id });
  const [own] = experts;
  const [task] = await tasksOf(own?.client as Client, set, 'mine');
  const sheet = await ok(
    own?.client.get(path('reviewTask/sheet'), { id: String(task?.id) }) as Promise<Answer>,
  );
  expect(sheet.resource).toBe('declareInfo');
  await judged(set, 80);
  await ok(act(office, set, 'ok'));
  expect(await read(office, 'declareInfo', declared)).toMatchObject({
    reviewScore: '80.00',
    reviewRank: 1,
    currentNode: '科研处领导审批',
  });
  await agree(declared, director);
  expect((await read(office, 'declareInfo', declared)).declareStatus).toBe('50');
});

test('a conclusion by letter is graded by its score, with a batch and without one', async () => {
  const batch = await ok(
    office.post(path('checkBatch/submit'), {
      batchName: '2026年结题批次',
      batchType: '2',
      batchYear: 2026,
      natures: ['vertical'],
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      needReview: '0',
    }),
  );
  await ok(actOn(office, 'checkBatch/publish', batch));
  const today = new Date().toISOString().slice(0, 10);
  for (const batchId of [batch.id, null]) {
    const project = await projectOf(app, teacher, { endDate: today });
    const filed = await ok(
      teacher.post(path('processConclusion/submit'), {
        ...(await attached(teacher, '08', '10')),
        programId: project.id,
        batchId,
        conclusionType: '02',
        applyDate: today,
        realEndDate: today,
        isSecretResult: '0',
        summary: '<p>完成全部任务</p>',
        resultSummary: '论文两篇',
        targetFinish: '全部完成',
        results: [{ bizType: 'paper', title: '高温合金的性能', isMarked: '1' }],
      }),
    );
    await agree(filed, secretary, dean, office, finance);
    const set = await published(office, { bizKind: '2', batchId });
    expect((await tasksOf(office, set, 'progress')).length).toBe(2);
    await judged(set, 85);
    await ok(act(office, set, 'ok'));
    expect(await read(office, 'processConclusion', filed)).toMatchObject({
      reviewScore: '85.00',
      conclusionGrade: '02',
      currentNode: '科研处领导审批',
    });
    // the people whom it names read no grade before it is decided.
    const query = { view: 'vertical', size: '50', current: '1' };
    const [list, detail, history] = [
      await ok(teacher.get(path('processConclusion/list'), query)),
      await read(teacher, 'processConclusion', filed),
      await ok(teacher.get(path('processConclusion/history'), { id: String(filed.id) })),
    ];
    const [mine] = (list.records as RowLike[]).filter(({ id }) => id === filed.id);
    expect([mine?.conclusionGrade || '', detail.conclusionGrade || '']).toEqual(['', '']);
    expect(JSON.stringify(history)).not.toMatch(/conclusionGrade|结题等级|85\.00/);
    // A filter finds it by no grade until then, and no count tells how many have which; the office finds it by its own.
    const foundBy = async (who: Client, conclusionGrade: string): Promise<boolean> => {
      const page = await ok(who.get(path('processConclusion/list'), { ...query, conclusionGrade }));
      return (page.records as RowLike[]).some(({ id }) => id === filed.id);
    };
    expect(await Promise.all(['02', '04'].map((grade) => foundBy(teacher, grade)))).toEqual([
      false,
      false,
    ]);
    expect(await Promise.all(['02', '04'].map((grade) => foundBy(office, grade)))).toEqual([
      true,
      false,
    ]);
    for (const by of ['conclusionGrade', 'reviewRank']) {
      const counts = await teacher.get(path('processConclusion/tally'), { ...query, by });
      expect(counts.status, by).not.toBe(200);
    }
    await agree(filed, director);
    expect(await read(teacher, 'processConclusion', filed)).toMatchObject({
      auditStatus: '2',
      conclusionGrade: '02',
    });
    expect(await foundBy(teacher, '02')).toBe(true);
  }
});

test('a team goes to experts where the office wants them, and to the office again', async () => {
  const founded = '2026-01-01';
  const made = await ok(
    teacher.post(path('team/submit'), {
      ...(await attached(teacher, '01')),
      teamName: '语义检索团队',
      teamType: '01',
      teamLevel: '04',
      leaderId: teacher.id,
      fkDeptId: app.departments[home]?.get('310'),
      discipline: '52020',
      direction: '语义检索',
      foundDate: founded,
      cycleStart: founded,
      cycleEnd: '2029-12-31',
      target: '建成团队',
      staff: [{ userId: teacher.id, teamRole: '1', joinDate: founded }],
    }),
  );
  await agree(made, secretary);
  const { version } = await read(admin, 'team', made);
  await ok(handle(admin, made, { flag: 'ok', form: { needReview: '1', version } }));
  expect(await stepOf('team', made)).toBe('专家评审');
  const set = await published(admin, { bizKind: '5' });
  await judged(set, 90);
  await ok(act(admin, set, 'ok'));
  expect(await read(admin, 'team', made)).toMatchObject({
    reviewScore: '90.00',
    currentNode: '科研处复核',
  });
});

test('an ethics review is voted on, and stands in its projects until it is stopped', async () => {
  const ethics = await app.as('rd_fund');
  const projects = [
    await projectOf(app, teacher, { endDate: '2028-12-31' }),
    await projectOf(app, teacher, { endDate: '2028-12-31' }),
  ];
  const statements = async () => {
    const rows = await Promise.all(projects.map((one) => read(teacher, 'programInfo', one)));
    return rows.map(({ compliance }) => (compliance as RowLike[]).map(({ state }) => state));
  };
  const study = await ok(
    teacher.post(path('ethicsReview/submit'), {
      title: '老年人步态数据的采集与分析',
      programId: projects[0]?.id,
      programIds: [projects[1]?.id],
      leaderId: teacher.id,
      departmentId: app.departments[home]?.get('310'),
      subjects: ['1', '4'],
      onList: '0',
      origin: '1',
      procedure: '2',
      content: '以可穿戴设备记录日常步态',
      protection: '知情同意，数据去标识',
    }),
  );
  await agree(study, ethics);
  expect(await stepOf('ethicsReview', study)).toBe('专家评审');
  const set = await published(office, {
    bizKind: '7',
    scoreScheme: '3',
    minValid: 2,
    endTime: `${tomorrow()} 17:00:00`,
  });
  for (const { client } of experts) {
    for (const task of await tasksOf(client, set, 'mine')) {
      await ok(client.post(path('reviewTask/pledge'), { id: task.id }));
      const { version } = await ok(client.get(path('reviewTask/sheet'), { id: String(task.id) }));
      const sheet = { id: task.id, version, vote: '1', scores: [], comment: '同意。' };
      await ok(client.post(path('reviewTask/handIn'), sheet));
    }
  }
  await ok(act(office, set, 'ok'));
  // The committee reads how it was voted; nothing of other reviews is open to it.
  const results = await ok(
    ethics.get(path('reviewItem/list'), { view: 'all', size: '50', current: '1' }),
  );
  expect(
    (results.records as RowLike[]).map(({ bizKind, agreeRate }) => [bizKind, agreeRate]),
  ).toEqual([['7', '100.00']]);
  expect((await handle(ethics, study, { flag: 'ok' })).errors[0]).toMatchObject({
    path: 'decision',
  });
  const { version } = await read(ethics, 'ethicsReview', study);
  const today = new Date().toISOString().slice(0, 10);
  const nextYear = `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`;
  const decided = { decision: '1', validUntil: '2029-12-31', nextTrack: nextYear, version };
  await ok(handle(ethics, study, { flag: 'ok', form: decided }));
  expect(await statements()).toEqual([['3'], ['3']]);
  const [line] = (await read(teacher, 'programInfo', projects[0] as RowLike))
    .compliance as RowLike[];
  expect(line).toMatchObject({ kind: '1', board: '科技伦理委员会', validUntil: '2029-12-31' });
  expect(String(line?.number)).toMatch(/^LL\d{8}$/);

  // A follow-up stops it: the projects say so, and nothing that asks for an approval goes on.
  const track = async (more: RowLike): Promise<Answer> =>
    actOn(ethics, 'ethicsReview/track', study, {
      version: (await read(ethics, 'ethicsReview', study)).version,
      trackedOn: today,
      standing: '2',
      report: '不良事件未按时报告',
      ...more,
    });
  expect((await track({})).errors[0]).toMatchObject({ path: 'nextTrack' });
  expect((await track({ nextTrack: '2099-01-01' })).errors[0]?.message).toContain('12 个月');
  await ok(track({ nextTrack: today }));
  expect(await statements()).toEqual([['4'], ['4']]);
  await ok(track({ standing: '1', nextTrack: nextYear }));
  expect(await statements()).toEqual([['3'], ['3']]);
});

test('a meeting of the ethics committee has seven members and five opinions, in time and by two thirds', async () => {
  const ethics = await app.as('rd_fund');
  const study = await ok(
    teacher.post(path('ethicsReview/submit'), {
      title: '突发传染病患者样本的应急研究',
      leaderId: teacher.id,
      departmentId: app.departments[home]?.get('310'),
      subjects: ['1'],
      onList: '0',
      origin: '1',
      procedure: '2',
      content: '采集咽拭子样本',
      protection: '知情同意，样本限期销毁',
    }),
  );
  // The committee finds at its acceptance that it is an emergency.
  const { version: filed } = await read(ethics, 'ethicsReview', study);
  await ok(handle(ethics, study, { flag: 'ok', form: { procedure: '3', version: filed } }));
  const waiting = await ok(
    office.get(path('reviewItem/list'), {
      view: 'all',
      bizKind: '7',
      status: '0',
      size: '9',
      current: '1',
    }),
  );
  const [item = {}] = waiting.records as RowLike[];
  expect(item).toMatchObject({ leastPanel: 7, leastOpinions: 5 });
  const hours = (Date.parse(`${item.decideBy}`) - Date.parse(`${item.waitsSince}`)) / 3_600_000;
  expect(hours).toBe(72);
  const more = await enlist(app, office, [
    ['rd_admin', '欧阳修远'],
    ['finance', '司马安民'],
    ['secretary320', '诸葛明哲'],
    ['teacher320', '上官清和'],
    ['admin', '东方既白'],
    ['rd_leader', '公孙若水'],
    ['rd_achieve', '尉迟长风'],
  ]);
  const endTime = String(item.decideBy);
  const drafted = (panel: typeof more, input: RowLike): Promise<RowLike> =>
    newReview(office, panel, { bizKind: '7', scoreScheme: '3', reserves: 0, ...input });
  const refused = async (panel: typeof more, input: RowLike): Promise<string> => {
    const set = await drafted(panel, input);
    return faultOf(await act(office, set, 'publish'));
  };
  expect(await refused(more.slice(0, 6), { expertPerItem: 5, endTime })).toContain('不少于 7 人');
  expect(await refused(more, { expertPerItem: 4, endTime })).toContain('至少 5 份有效意见');
  expect(await refused(more, { expertPerItem: 5 })).toContain('前作出决定');

  const set = await drafted(more, { expertPerItem: 6, endTime });
  await ok(act(office, set, 'publish'));
  const vote = async (client: Client, code: string): Promise<void> => {
    const [task = {}] = await tasksOf(client, set, 'mine');
    await ok(client.post(path('reviewTask/pledge'), { id: task.id }));
    const { version } = await ok(client.get(path('reviewTask/sheet'), { id: String(task.id) }));
    const sheet = { id: task.id, version, vote: code, scores: [], comment: '已审阅。' };
    await ok(client.post(path('reviewTask/handIn'), sheet));
  };
  const asked = (await tasksOf(office, set, 'progress')).map(({ expertId }) => expertId);
  const members = more.filter(({ id }) => asked.includes(id)).map(({ client }) => client);
  expect(members.length).toBe(6);
  for (const [at, client] of members.entries()) {
    if (at < 4) await vote(client, at < 2 ? '1' : '2');
    else {
      const [task = {}] = await tasksOf(client, set, 'mine');
      const { id, version } = task;
      const gone = { id, version, conflict: '3', declineReason: '公务出差' };
      await ok(client.post(path('reviewTask/decline'), gone));
    }
  }
  expect(faultOf(await act(office, set, 'ok'))).toContain('有效评审不足 5 份（现有 4 份）');
  const seventh = more.find(({ id }) => !asked.includes(id));
  const { version } = await read(office, 'reviewItem', item);
  await ok(
    office.post(path('reviewItem/addExpert'), { id: item.id, version, expertId: seventh?.id }),
  );
  await vote(seventh?.client as Client, '1');
  await ok(act(office, set, 'ok'));

  // Three of five agree, less than two thirds: the study is not approved, it is refused or returned.
  const held = await read(ethics, 'ethicsReview', study);
  const form = { decision: '1', validUntil: '2029-12-31', version: held.version };
  expect((await handle(ethics, study, { flag: 'ok', form })).errors[0]).toMatchObject({
    path: 'decision',
    message: expect.stringContaining('同意率 60.00%'),
  });
});

test('whoever a record names neither sees nor manages its review, whatever their role (public H4)', async () => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  // The section head is a member of the project.
  const members = [leads(teacher), joins(office)];
  const declared = await ok(declareIn(app, teacher, plan, { members }));
  // Her own task went to the director.
  await agree(declared, secretary, dean, director);
  const set = await published(admin, { bizKind: '1', planId: plan.id, blindMode: '2' });
  const [task] = await tasksOf(admin, set, 'progress');
  expect(await tasksOf(office, set, 'progress')).toEqual([]);
  const items = await ok(
    office.get(path('reviewItem/list'), {
      view: 'all',
      setId: String(set.id),
      size: '9',
      current: '1',
    }),
  );
  expect(items.records).toEqual([]);
  expect((await office.get(path('reviewTask/detail'), { id: String(task?.id) })).status).toBe(404);
  const replaced = await office.post(path('reviewTask/replace'), {
    id: task?.id,
    version: task?.version,
    expertId: experts[0]?.id,
  });
  expect(replaced.status).toBe(404);
  // Nor the review with its list of experts.
  const { version } = await read(admin, 'pssz', set);
  expect((await office.get(path('pssz/detail'), { id: String(set.id) })).status).toBe(404);
  for (const call of ['urge', 'withdraw', 'ok']) {
    const tried = await office.post(path(`pssz/${call}`), { id: set.id, ids: set.id, version });
    expect(tried.status).toBe(404);
  }
  // Experts learn no account of those whom the record names.
  const [own] = experts;
  const [mine] = await tasksOf(own?.client as Client, set, 'mine');
  const detail = await ok(
    own?.client.get(path('reviewTask/detail'), { id: String(mine?.id) }) as Promise<Answer>,
  );
  expect(JSON.stringify(detail)).not.toContain(teacher.id);
});
