import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { declarationOf, leads, newPlan, releasedPlan } from '../support/declaring.ts';
import { agree, attached, handle, ok, path, projectOf, read } from '../support/filing.ts';
import { booked } from '../support/money.ts';
import {
  actOnTask,
  enlist,
  itemsOf,
  type Judge,
  judge,
  newReview,
  tasksOf,
} from '../support/reviewing.ts';
import { approvedPaper, author } from '../support/scored.ts';

/**
 * People who act on one thing at the same moment: one of them wins, the others are told why not, and sums and numbers
 * are right. `npm run plays -- --races 50` plays each race 50 times.
 */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let secretary: Client;
let dean: Client;
let office: Client;
let achieve: Client;
let section: Client;
let finance: Client;
let judges: readonly Judge[];
const rounds = Number(process.env.RACE_ROUNDS ?? 1);

beforeAll(async () => {
  app = await startApplication();
  [teacher, colleague, secretary, dean, office, achieve, section, finance] = (await Promise.all(
    [
      'teacher',
      'teacher2',
      'dept_secretary',
      'dept_leader',
      'rd_project',
      'rd_achieve',
      'rd_fund',
      'finance',
    ].map((who) => app.as(who)),
  )) as [Client, Client, Client, Client, Client, Client, Client, Client];
  judges = await enlist(app, achieve, [
    ['expert', '俞望舒'],
    ['school_leader', '邵则成'],
  ]);
});
afterAll(() => app.close());

/** Answers of calls that are made at the same moment, the accepted ones counted. */
const together = async (...calls: readonly Promise<Answer>[]): Promise<readonly Answer[]> => {
  const answers = await Promise.all(calls);
  const broken = answers.filter(({ status }) => status >= 500);
  expect(broken).toEqual([]);
  return answers;
};
const accepted = (answers: readonly Answer[]): number =>
  answers.filter(({ status }) => status === 200).length;

const times = <Result>(count: number, make: (at: number) => Result): readonly Result[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** A race, played so often as was asked for. */
const race = (name: string, play: (round: number) => Promise<void>): void =>
  void test(name, { timeout: 60_000 * Math.max(1, rounds) }, async () => {
    for (let round = 0; round < rounds; round += 1) await play(round);
  });

const draftPaper = async (title: string): Promise<RowLike> =>
  ok(
    teacher.post(path('papers/save'), {
      artName: title,
      paperType: '01',
      publishLanguage: '01',
      fkDeptId: app.departments[home]?.get('310'),
      discipline: '52020',
      publishDate: '2025-03-01',
      schoolSign: '1',
      journalName: '某刊',
      indexTypes: ['16'],
      journalLevel: 'A1',
      publishScope: '2',
      authors: [author(teacher, 1, '100.00')],
      ...(await attached(teacher, '13')),
    }),
  );

const historyOf = (record: RowLike, action: string): Promise<readonly unknown[]> =>
  app.database.query('select 1 from history where business_id = $1 and action = $2', [
    record.id,
    action,
  ]);

race('a draft is submitted once', async (round) => {
  const draft = await draftPaper(`同时提交 ${round}`);
  const row = await read(teacher, 'papers', draft);
  const answers = await together(
    ...times(4, () => teacher.post(path('papers/submit'), { ...row, id: draft.id })),
  );
  expect([answers.map(({ msg }) => msg), accepted(answers)]).toEqual([expect.anything(), 1]);
  const open = await app.database.query(
    `select 1 from wf_task where business_id = $1 and status = 'TODO'`,
    [draft.id],
  );
  expect(open.length).toBe(1);
});

race('one version is saved once, with one line of history', async (round) => {
  const draft = await draftPaper(`同时保存 ${round}`);
  const row = await read(teacher, 'papers', draft);
  const answers = await together(
    ...times(4, (at) => teacher.post(path('papers/save'), { ...row, remarks: `第 ${at} 次` })),
  );
  expect(accepted(answers)).toBe(1);
  const after = await read(teacher, 'papers', draft);
  expect(after.version).toBe(Number(row.version) + 1);
  expect((await historyOf(draft, 'update')).length).toBe(1);
});

race(
  'a task is decided once: agreed to, returned or refused, or the record recalled',
  async (round) => {
    const draft = await draftPaper(`同时审批 ${round}`);
    const row = await read(teacher, 'papers', draft);
    await ok(teacher.post(path('papers/submit'), { ...row, id: draft.id }));
    const page = await ok(secretary.get('blade-flow/work/todo-list', { size: '200' }));
    const task = (page.records as RowLike[]).find(({ businessId }) => businessId === draft.id);
    const decide = (flag: string): Promise<Answer> =>
      secretary.post('blade-flow/work/complete-task', {
        taskId: task?.taskId,
        processInstanceId: task?.processInstanceId,
        flag,
        comment: '资料已核对',
      });
    const answers = await together(
      decide('ok'),
      decide('back'),
      decide('no'),
      teacher.post(path('papers/recall'), { id: draft.id }),
    );
    expect(accepted(answers)).toBe(1);
    const [told] = await app.database.query<{ ended: string; open: string }>(
      `select count(*) filter (where status = 'TODO') as open,
        count(*) filter (where status <> 'TODO') as ended from wf_task where business_id = $1`,
      [draft.id],
    );
    expect(Number(told?.open)).toBeLessThanOrEqual(1);
  },
);

race('a plan is released once, and its leader is told once', async (round) => {
  const plan = await newPlan(office, { planName: `同时发布 ${round}` });
  const answers = await together(
    ...times(4, () => office.post(path('declarePlan/publishPlan'), { ids: plan.id, id: plan.id })),
  );
  expect((await historyOf(plan, 'publish')).length).toBe(1);
  expect(accepted(answers)).toBeGreaterThanOrEqual(1);
  const told = await app.database.query(
    'select receiver_id from message where biz_id = $1 group by receiver_id having count(*) > 1',
    [plan.id],
  );
  expect(told).toEqual([]);
});

race('one person leads no more declarations of a plan than it allows (R-102)', async (round) => {
  const plan = await releasedPlan(office, { planName: `同时申报 ${round}`, personLimit: 1 });
  const inputs = await Promise.all(
    times(3, (at) =>
      declarationOf(app, teacher, plan, { programName: `湿地碳汇 ${round} 之 ${at} 题目甲乙丙丁` }),
    ),
  );
  const answers = await together(
    ...inputs.map((input) => teacher.post(path('declareInfo/submit'), input)),
  );
  expect(accepted(answers)).toBe(1);
});

race('declarations of different people have different numbers', async (round) => {
  const plan = await releasedPlan(office, { planName: `同时编号 ${round}`, personLimit: 9 });
  const people = [teacher, colleague, teacher, colleague];
  const inputs = await Promise.all(
    people.map((who, at) =>
      declarationOf(app, who, plan, {
        programName: `${['水文', '土壤', '大气', '生态'][at]}观测网络研究 ${round}`,
        members: [leads(who)],
      }),
    ),
  );
  const answers = await together(
    ...inputs.map((input, at) => (people[at] ?? teacher).post(path('declareInfo/submit'), input)),
  );
  const numbers = answers.map(({ data }) => data.declareNum).filter(Boolean);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(accepted(answers)).toBe(4);
});

race('a plan is withdrawn beside a declaration in one order or the other', async (round) => {
  const plan = await releasedPlan(office, { planName: `撤回与申报 ${round}` });
  const input = await declarationOf(app, teacher, plan, { programName: `遥感反演方法 ${round}` });
  const [declared, withdrawn] = await together(
    teacher.post(path('declareInfo/submit'), input),
    office.post(path('declarePlan/recall'), { ids: plan.id, id: plan.id }),
  );
  const declarations = await app.database.query(
    `select 1 from declare_info where plan_id = $1 and audit_status = '1'`,
    [plan.id],
  );
  expect(declarations.length).toBe(declared?.status === 200 ? 1 : 0);
  // Withdrawn first, the plan takes no declaration; declared first, it may not be withdrawn any more or says so.
  expect([declared?.status, withdrawn?.status]).toContain(200);
});

race('of an arrival no more than its amount is divided', async (round) => {
  const project = await projectOf(app, teacher, {
    programKind: 'horizontal',
    level: '06',
    endDate: '2027-12-31',
  });
  const arrival = await ok(
    section.post(path('fundingArrive/submit'), {
      fundingSource: `江陵水务公司 ${round}`,
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '100',
      isPublic: '1',
    }),
  );
  const answers = await together(
    ...['60', '60', '40.01'].map((divideAmount) =>
      teacher.post(path('fundingDivide/submit'), {
        arriveId: arrival.id,
        programId: project.id,
        divideAmount,
      }),
    ),
  );
  // Several may claim; the office grants no more than has arrived.
  const claims = answers.map(({ data }) => data);
  await together(
    ...claims.map(({ id }) => section.post(path('fundingDivide/assign'), { ids: id })),
  );
  const granted = await Promise.all(claims.map((claim) => historyOf(claim, 'assign')));
  expect(granted.flat().length).toBe(1);
});

race('one invoice is claimed once, and the last money is spent once', async (round) => {
  const project = await projectOf(app, teacher, {
    programKind: 'horizontal',
    level: '06',
    fundMode: '1',
    endDate: '2027-12-31',
    budget: [{ itemCode: '10201', amount: '100000.00' }],
  });
  await booked({ leader: teacher, office: section, finance }, project);
  const spend = async (amount: string, invoiceNum: string): Promise<RowLike> => ({
    ...(await attached(teacher, '25')),
    programId: project.id,
    expenseType: '01',
    expenseDate: '2026-04-01',
    payee: '江陵仪器公司',
    receivablesAccount: '6222020200001234567',
    openingBank: '工商银行江陵支行',
    reason: '实验材料',
    items: [{ itemCode: '10201', amount, invoiceNum, remark: '材料' }],
  });
  const same = await Promise.all(times(3, () => spend('100.00', `单${1000 + round}`)));
  const claims = await together(
    ...same.map((input) => teacher.post(path('fundsExpenditure/submit'), input)),
  );
  expect([accepted(claims), claims.map(({ msg }) => msg)]).toEqual([1, expect.anything()]);
  const all = await Promise.all(
    times(3, (at) => spend('60000.00', `单${500000 + round * 10 + at}`)),
  );
  const spent = await together(
    ...all.map((input) => teacher.post(path('fundsExpenditure/submit'), input)),
  );
  expect(accepted(spent)).toBe(1);
});

race('an allocation is assigned and taken back in turn, and its sum is right', async (round) => {
  const project = await projectOf(app, teacher, {
    programKind: 'horizontal',
    level: '06',
    endDate: '2027-12-31',
  });
  const { arrival } = await booked({ leader: teacher, office: section, finance }, project);
  const division = await ok(
    section.post(path('fundingArrive/submit'), {
      fundingSource: `江陵港务公司 ${round}`,
      arriveType: '02',
      arriveDate: '2026-03-02',
      arriveAmount: '500',
      isPublic: '1',
    }),
  ).then((fresh) =>
    ok(
      teacher.post(path('fundingDivide/submit'), {
        arriveId: fresh.id,
        programId: project.id,
        divideAmount: '500',
      }),
    ),
  );
  await together(
    ...times(4, () => section.post(path('fundingDivide/assign'), { ids: division.id })),
  );
  expect((await historyOf(division, 'assign')).length).toBe(1);
  expect(arrival.id).toBeTruthy();
});

race('a file that is removed is in no record that was submitted with it', async (round) => {
  const draft = await draftPaper(`删除附件与提交 ${round}`);
  const row = await read(teacher, 'papers', draft);
  const [file] = row.attachments as RowLike[];
  const [submitted] = await together(
    teacher.post(path('papers/submit'), { ...row, id: draft.id }),
    teacher.post('blade-resource/attach/remove', { ids: file?.id }),
  );
  const [bound] = await app.database.query<{ held: string }>(
    'select count(*) as held from attachment where business_id = $1 and is_deleted = 0',
    [draft.id],
  );
  if (submitted?.status === 200) expect(Number(bound?.held)).toBe(1);
});

race('a paper of ours is confirmed once by a co-author', async (round) => {
  await approvedPaper(app, `同时确认 ${round}`, [
    author(teacher, 1, '60.00'),
    author(colleague, 2, '40.00'),
  ]);
  const [row] = await app.database.query<{ id: string }>(
    'select id::text from paper where art_name = $1',
    [`同时确认 ${round}`],
  );
  await together(
    ...times(3, () => colleague.post(path('papers/confirm'), { id: row?.id, status: '1' })),
  );
  const lines = await app.database.query<{ confirm_status: string }>(
    'select confirm_status from paper_authors where parent_id = $1 and user_id = $2',
    [row?.id, colleague.id],
  );
  expect(lines).toEqual([{ confirm_status: '1' }]);
});

/** A notice of a prize that is out. */
const noticeOf = async (round: number, more: RowLike): Promise<RowLike> => {
  const notice = await ok(
    achieve.post(path('prizeNotice/submit'), {
      noticeName: `评奖通知 ${round} ${JSON.stringify(more).length}`,
      awardName: '省科学技术进步奖',
      awardType: '04',
      awardLevel: '02',
      awardUnit: '省人民政府',
      year: 2026,
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      content: '<p>请申报</p>',
      ...more,
    }),
  );
  await ok(achieve.post(path('prizeNotice/release'), { ids: notice.id }));
  return notice;
};

const prizeOf = async (who: Client, notice: RowLike, achName: string): Promise<RowLike> => ({
  noticeId: notice.id,
  achName,
  applyGrade: '01',
  subject: '18044',
  resultForm: '08',
  content: '内容',
  innovation: '创新',
  socialEffect: '影响',
  authors: [{ ...author(who, 1, '100'), unit: '计算机学院' }],
  ...(await attached(who, '01')),
});

race('R-103: of two declarations one takes the last place of a department', async (round) => {
  const plan = await releasedPlan(office, {
    planName: `同时推荐 ${round}`,
    deptQuotaMode: '1',
    deptQuota: 1,
    personLimit: 9,
  });
  const people = [teacher, colleague];
  const sent = await Promise.all(
    people.map(async (who, at) =>
      ok(
        who.post(
          path('declareInfo/submit'),
          await declarationOf(app, who, plan, {
            programName: `${['河口泥沙', '城市热岛'][at]}过程研究 ${round}`,
            members: [leads(who)],
          }),
        ),
      ),
    ),
  );
  for (const one of sent) await agree(one, secretary);
  // The department and its deputy agree at the same moment.
  const answers = await together(...sent.map((one) => handle(dean, one, { flag: 'ok' })));
  expect([accepted(answers), answers.map(({ msg }) => msg)]).toEqual([1, expect.anything()]);
  expect((await read(office, 'declarePlan', plan)).recommendCount).toBe(1);
});

race(
  'a prize takes no more of a person and of a department than its notice allows',
  async (round) => {
    const notice = await noticeOf(round, { personLimit: 1, deptQuota: 1, needReview: '0' });
    const declare = async (who: Client, achName: string): Promise<Answer> =>
      who.post(path('prizeDeclaration/submit'), await prizeOf(who, notice, achName));
    const own = await together(
      ...times(3, (at) => declare(teacher, `泥沙输移${['一', '二', '三'][at]} ${round}`)),
    );
    expect([accepted(own), own.map(({ msg }) => msg)]).toEqual([1, expect.anything()]);
    const first = own.find(({ status }) => status === 200)?.data ?? {};
    const second = await ok(declare(colleague, `城市热岛 ${round}`));
    await Promise.all([first, second].map((one) => agree(one, secretary)));
    const recommended = await together(
      ...[first, second].map((one) => handle(dean, one, { flag: 'ok' })),
    );
    expect(accepted(recommended)).toBe(1);
    expect((await read(achieve, 'prizeNotice', notice)).recommended).toBe(1);
  },
);

race('a review is begun once, each opinion handed in once, and confirmed once', async (round) => {
  const notice = await noticeOf(round, { personLimit: 9, needReview: '1' });
  const record = await ok(
    teacher.post(
      path('prizeDeclaration/submit'),
      await prizeOf(teacher, notice, `古籍数字化 ${round}`),
    ),
  );
  await agree(record, secretary, dean, achieve);
  const set = await newReview(achieve, judges, { bizKind: '4', noticeId: notice.id });
  const { version } = await read(achieve, 'pssz', set);
  const named = { id: set.id, ids: set.id, version };
  const begun = await together(...times(3, () => achieve.post(path('pssz/publish'), named)));
  expect(accepted(begun)).toBe(1);
  const given = await tasksOf(achieve, set, 'progress');
  expect(given.filter(({ status }) => status === '1')).toHaveLength(1);
  const [item = {}] = await itemsOf(achieve, set);

  // An expert is added by two at once, while the one who was asked is replaced by them.
  const [task = {}] = given;
  const other = judges.find(({ id }) => id !== task.expertId) as Judge;
  const seen = await read(achieve, 'reviewItem', item);
  const asked = await read(achieve, 'reviewTask', task);
  await together(
    ...times(2, () =>
      achieve.post(path('reviewItem/addExpert'), {
        id: item.id,
        version: seen.version,
        expertId: other.id,
      }),
    ),
    achieve.post(path('reviewTask/replace'), {
      id: task.id,
      version: asked.version,
      expertId: other.id,
    }),
  );
  const open = (await tasksOf(achieve, set, 'progress')).filter(({ status }) => status === '1');
  // Whoever came first: nobody judges a record twice.
  expect(new Set(open.map(({ expertId }) => expertId)).size).toBe(open.length);
  expect(open.filter(({ expertId }) => expertId === other.id)).toHaveLength(1);

  for (const { client } of judges) {
    const [mine] = (await tasksOf(client, set)).filter(({ status }) => status === '1');
    if (!mine) continue;
    const opinions = await together(
      judge(client, mine, { percent: 80 }),
      judge(client, mine, { percent: 60 }),
      actOnTask(client, mine, 'decline', { conflict: '3', declineReason: '合作过' }),
    );
    expect([accepted(opinions), opinions.map(({ msg }) => msg)]).toEqual([1, expect.anything()]);
  }
  const state = await read(achieve, 'pssz', set);
  const ends = await together(
    ...times(3, () =>
      achieve.post(path('pssz/ok'), { id: set.id, ids: set.id, version: state.version }),
    ),
  );
  const [counted = {}] = await itemsOf(achieve, set);
  expect([accepted(ends), ends.map(({ msg }) => msg)]).toEqual([
    Number(counted.handedIn) > 0 ? 1 : 0,
    expect.anything(),
  ]);
});

race('money is transferred to a partner once, within its amount (R-310)', async (round) => {
  const partner = `江城大学 ${round}`;
  const project = await projectOf(app, teacher, {
    programKind: 'horizontal',
    level: '06',
    fundMode: '2',
    endDate: '2027-12-31',
    units: [{ unitName: partner, unitNature: '01', unitRole: '2', funds: '20000.00' }],
  });
  await booked({ leader: teacher, office: section, finance }, project);
  const inputs = await Promise.all(
    times(3, async () => ({
      ...(await attached(teacher, '25', '03')),
      programId: project.id,
      expenseType: '05',
      expenseDate: '2026-04-01',
      payee: partner,
      receivablesAccount: '6222020200001234567',
      openingBank: '工商银行江陵支行',
      reason: '合作经费',
      items: [{ itemCode: '104', amount: '12000.00', remark: '外拨' }],
    })),
  );
  const answers = await together(
    ...inputs.map((input) => teacher.post(path('fundsExpenditure/submit'), input)),
  );
  expect([accepted(answers), answers.map(({ msg }) => msg)]).toEqual([1, expect.anything()]);
});
