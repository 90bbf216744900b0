import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';
import {
  actOn,
  actOnTask,
  enlist,
  itemsOf,
  type Judge,
  judge,
  newReview,
  tasksOf,
} from '../support/reviewing.ts';

/** Results of opinions, the information of applicants about them, and their objections. */
let app: LawApplication;
let teacher: Client;
let office: Client;
let judges: readonly Judge[];

beforeAll(async () => {
  app = await startApplication();
  [teacher, office] = (await Promise.all(
    ['teacher', 'rd_project'].map((account) => app.as(account)),
  )) as [Client, Client];
  judges = await enlist(app, office, [
    ['expert', '俞望舒'],
    ['school_leader', '邵则成'],
    ['finance', '金守正'],
  ]);
});
afterAll(() => app.close());

/** The day this many days from now, as the university counts. */
const dayIn = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

let made = 0;

/** A declaration in a review of three experts. */
const reviewed = async (
  more: RowLike = {},
): Promise<readonly [declared: RowLike, set: RowLike]> => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  made += 1;
  const declared = await ok(declareIn(app, teacher, plan, { programName: `湿地的观测${made}` }));
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  const set = await newReview(office, judges, { planId: plan.id, expertPerItem: 3, ...more });
  await ok(actOn(office, set, 'publish'));
  return [declared, set];
};

const judged = async (set: RowLike, opinions: readonly RowLike[]): Promise<void> => {
  for (const [at, opinion] of opinions.entries()) {
    const { client } = judges[at] as Judge;
    const [task = {}] = await tasksOf(client, set);
    await ok(judge(client, task, opinion));
  }
};

const standing = (who: Client, { id }: RowLike) =>
  ok(who.get(path('pssz/standing'), { kind: 'declareInfo', id: String(id) }));

test('R-804: votes pass with two thirds, and the rate is told to the route', async () => {
  const [declared, set] = await reviewed({ scoreScheme: '3' });
  const [task = {}] = await tasksOf(judges[0]?.client as Client, set);
  const unsaid = await judge(judges[0]?.client as Client, task, {});
  expect(unsaid.errors.map(({ path: at }) => at)).toEqual(['vote']);
  await judged(set, [{ vote: '1' }, { vote: '1' }, { vote: '2' }]);
  expect(await itemsOf(office, set)).toMatchObject([
    { agreeRate: '66.67', conclusion: '1', rank: 1, score: '' },
  ]);
  await ok(actOn(office, set, 'ok'));
  expect(await read(office, 'declareInfo', declared)).toMatchObject({
    reviewRank: 1,
    currentNode: '科研处领导审批',
  });
});

test('R-804: grades are worth their points', async () => {
  const [, set] = await reviewed({ scoreScheme: '2' });
  await judged(set, [{ grade: 'A' }, { grade: 'B' }, { grade: 'C' }]);
  expect(await itemsOf(office, set)).toMatchObject([{ score: '83.33', spread: '25.00' }]);
});

test('R-804: standardised scores are held against all where an expert has few', async () => {
  const [, set] = await reviewed({ standardise: '1' });
  await judged(set, [{ percent: 90 }, { percent: 80 }, { percent: 70 }]);
  expect(await itemsOf(office, set)).toMatchObject([
    { score: '75.00', raw: '80.00', spread: '20.00' },
  ]);
});

test('few points need words, as the score sheet says that the review copies', async () => {
  const sheet = await ok(
    office.post(path('pssz/template/submit'), {
      templateName: '申报评分表',
      bizKind: '1',
      scoreScheme: '1',
      minWords: 2,
      commentBelow: 60,
      criteria: [
        { sort: 1, itemName: '创新性', weight: 60 },
        { sort: 2, itemName: '可行性', weight: 40 },
      ],
    }),
  );
  const [, set] = await reviewed({ templateId: sheet.id });
  expect(await read(office, 'pssz', set)).toMatchObject({
    commentBelow: 60,
    criteria: [{ itemName: '创新性' }, { itemName: '可行性' }],
  });
  const { client } = judges[0] as Judge;
  const [task = {}] = await tasksOf(client, set);
  const low = await judge(client, task, { percent: 50 });
  expect(low.errors).toMatchObject([
    { path: 'scores.0.words', message: '【创新性】得分低于 60%，请填写理由' },
    { path: 'scores.1.words' },
  ]);
  await ok(judge(client, task, { percent: 60 }));
});

test('R-806: experts 32 points apart look again without names, and the result waits for it or for a reason', async () => {
  const [declared, set] = await reviewed({ blindMode: '1' });
  const opinions = ['水平突出。', '总体良好。', '论证不足。'];
  await judged(
    set,
    [92, 85, 60].map((percent, at) => ({ percent, comment: opinions[at] })),
  );
  const [item = {}] = await itemsOf(office, set);
  expect(item).toMatchObject({ spread: '32.00', score: '79.00' });
  const early = await actOn(office, set, 'ok');
  expect(early.errors).toMatchObject([{ path: 'spreadWhy' }]);
  const look = async (who: Client) => {
    const { version } = await read(office, 'reviewItem', item);
    return who.post(path('reviewItem/lookAgain'), { id: item.id, version });
  };
  expect((await look(teacher)).status).toBe(404);
  await ok(look(office));
  expect((await look(office)).msg).toContain('已复议过');
  // A verdict stands and counts until it is changed, and nothing is confirmed meanwhile.
  expect(await itemsOf(office, set)).toMatchObject([{ spread: '32.00', handedIn: 3 }]);
  expect((await actOn(office, set, 'ok')).msg).toContain('还有 3 项评审未提交');
  const { client: severe } = judges[2] as Judge;
  const [task = {}] = await tasksOf(severe, set);
  const sheet = await ok(severe.get(path('reviewTask/sheet'), { id: String(task.id) }));
  const peers = sheet.peers as RowLike[];
  expect(peers.map(({ total }) => total).toSorted()).toEqual(['85.00', '92.00']);
  expect(JSON.stringify(sheet)).toContain(opinions[0]);
  expect(JSON.stringify(sheet)).not.toMatch(/俞望舒|邵则成/);
  const kept = { id: task.id, version: sheet.version, scores: [] };
  expect((await severe.post(path('reviewTask/keep'), kept)).msg).toContain('复议不能暂存');
  await ok(judge(severe, task, { percent: 80, comment: '同意补充论证。' }));
  expect((await judge(severe, task, { percent: 99 })).msg).toContain('已提交');
  expect(await itemsOf(office, set)).toMatchObject([{ spread: '12.00', score: '85.67' }]);
  expect(await read(office, 'reviewTask', task)).toMatchObject({
    before: '60.00',
    totalScore: '80.00',
  });
  // Parties learn nothing of it.
  expect(JSON.stringify(await standing(teacher, declared))).not.toMatch(/复议|60\.00/);
  await judged(set, [{ percent: 92 }, { percent: 85 }]);
  await ok(actOn(office, set, 'ok'));
  expect(await read(office, 'declareInfo', declared)).toMatchObject({ reviewScore: '85.67' });

  const [, other] = await reviewed();
  await judged(
    other,
    [95, 80, 60].map((percent) => ({ percent })),
  );
  // Nobody changes anything in the three days: by the clock every verdict stands as it was.
  const [apart = {}] = await itemsOf(office, other);
  const { version } = await read(office, 'reviewItem', apart);
  await ok(office.post(path('reviewItem/lookAgain'), { id: apart.id, version }));
  const [looked = {}] = await tasksOf(severe, other);
  expect(looked).toMatchObject({ status: '8' });
  const ring = () => performDueActions(app.parts.engine, home, 'time');
  await ring();
  expect(await read(office, 'reviewTask', looked)).toMatchObject({ status: '8' });
  await app.database.query(
    `update review_task set end_time = now() - interval '1 minute' where set_id = ${String(other.id)}`,
  );
  await ring();
  expect(await read(office, 'reviewTask', looked)).toMatchObject({
    status: '3',
    totalScore: '60.00',
  });
  await ok(actOn(office, other, 'ok', { spreadWhy: '会议讨论后一致认可均分' }));
  // The outcome is written: nobody opens an opinion again.
  const again = await actOnTask(office, looked, 'giveBack', { backReason: '请重评' });
  expect(again.msg).toContain('评审已结束');
  expect(await read(office, 'pssz', other)).toMatchObject({
    spreadWhy: '会议讨论后一致认可均分',
  });
});

test('fewer reviews than the review demands confirm nothing (R-805)', async () => {
  const [, set] = await reviewed({ minValid: 3 });
  await judged(set, [{ percent: 90 }, { percent: 80 }]);
  const [late = {}] = await tasksOf(judges[2]?.client as Client, set);
  await app.database.query(`update review_task set status = '6' where id = ${String(late.id)}`);
  const { msg } = await actOn(office, set, 'ok');
  expect(msg).toContain('有效评审不足 3 份（现有 2 份），不能确认结果；可启用候补或延期');
});

test('applicants learn the conclusion and comments without names, and object once in time', async () => {
  const [declared, set] = await reviewed({
    quota: 1,
    publicity: '2',
    feedbackScore: '0',
    objectionDays: 5,
  });
  expect((await standing(office, declared)).says).toContain('评审中：已提交 0/3');
  const before = await standing(teacher, declared);
  expect(before.says).toBe('专家评审中，预计 2099-01-01 前完成');
  await judged(
    set,
    ['方案扎实。', '创新明显。', '建议推荐。'].map((comment) => ({
      percent: 90,
      comment,
      secretComment: '预算偏高',
    })),
  );
  await ok(actOn(office, set, 'ok'));
  const early = {
    kind: 'declareInfo',
    id: declared.id,
    ground: '1',
    content: '评审程序存在明显问题。',
  };
  const raise = (more: RowLike = {}) =>
    teacher.post(path('reviewObjection/raise'), { ...early, ...more });
  expect((await raise()).msg).toContain('评审结果尚未反馈');
  expect((await standing(teacher, declared)).feedback).toBeNull();

  await ok(actOn(office, set, 'feedBack'));
  const told = await standing(teacher, declared);
  expect(told.feedback).toMatchObject({ conclusion: '推荐', score: '', rank: '' });
  const said = (told.feedback as RowLike).comments as string[];
  expect(said.toSorted()).toEqual(['创新明显。', '建议推荐。', '方案扎实。']);
  const text = JSON.stringify(told);
  for (const { name, client, id } of judges) {
    for (const trace of [name, client.id, id, '预算偏高']) expect(text).not.toContain(trace);
  }

  expect((await raise({ ground: '9' })).msg).toContain('对专家学术判断的不同意见不予受理');
  await ok(raise());
  expect((await raise()).msg).toContain('已提出异议');
  const page = await ok(
    office.get(path('reviewObjection/list'), { view: 'all', size: '9', current: '1' }),
  );
  const [objection = {}] = page.records as RowLike[];
  await ok(
    office.post(path('reviewObjection/answer'), {
      id: objection.id,
      version: objection.version,
      decision: '1',
      answer: '经核查，评审程序符合规定。',
    }),
  );
  expect(await read(teacher, 'reviewObjection', objection)).toMatchObject({
    status: '1',
    answer: '经核查，评审程序符合规定。',
  });

  const [second, round] = await reviewed();
  await judged(round, [{ percent: 90 }, { percent: 80 }, { percent: 70 }]);
  await ok(actOn(office, round, 'ok'));
  await ok(actOn(office, round, 'feedBack'));
  await app.database.query(
    `update review_set set objection_end = '2020-01-08' where id = ${String(round.id)}`,
  );
  expect((await raise({ id: second.id })).msg).toContain('异议期已于 2020-01-08 截止');
});

test('an upheld objection has the record judged anew by others, while it is undecided', async () => {
  const [declared, set] = await reviewed({ expertPerItem: 2, reserves: 0, minValid: 1, quota: 1 });
  const asked = await tasksOf(office, set, 'progress');
  const before = judges.filter(({ id }) => asked.some(({ expertId }) => expertId === id));
  for (const { client } of before) {
    const [task = {}] = await tasksOf(client, set);
    await ok(judge(client, task, { percent: 62 }));
  }
  await ok(actOn(office, set, 'ok'));
  await ok(actOn(office, set, 'feedBack'));
  await ok(
    teacher.post(path('reviewObjection/raise'), {
      kind: 'declareInfo',
      id: declared.id,
      ground: '2',
      content: '其中一位专家与本项目存在竞争关系。',
    }),
  );
  const query = { view: 'all', size: '9', current: '1', setId: String(set.id) };
  const page = await ok(office.get(path('reviewObjection/list'), query));
  const [objection = {}] = page.records as RowLike[];
  const anew = { id: objection.id, version: objection.version, decision: '3' };
  await ok(
    office.post(path('reviewObjection/answer'), { ...anew, answer: '异议成立，重新评审。' }),
  );
  expect((await standing(teacher, declared)).says).toBe('专家评审中，待科研处安排');

  // Whoever judged it before is not asked again.
  const { planId } = await read(office, 'declareInfo', declared);
  const same = await newReview(office, before, { planId, reserves: 0 });
  expect((await actOn(office, same, 'publish')).msg).toContain('还差 1 人');
  const others = judges.filter((one) => !before.includes(one));
  const again = await newReview(office, [...before, ...others], { planId, reserves: 0 });
  await ok(actOn(office, again, 'publish'));
  const [other] = others as [Judge];
  const [task = {}] = await tasksOf(other.client, again);
  await ok(judge(other.client, task, { percent: 90 }));
  await ok(actOn(office, again, 'ok'));
  expect(await read(office, 'declareInfo', declared)).toMatchObject({
    reviewScore: '90.00',
    reviewRank: 1,
    currentNode: '科研处领导审批',
  });
  const history = await ok(office.get(path('declareInfo/history'), { id: String(declared.id) }));
  expect(JSON.stringify(history)).toContain('重评结果');

  // One that is given up meanwhile is judged no more: neither the office nor an expert waits for it.
  await ok(actOn(office, again, 'feedBack'));
  await ok(
    teacher.post(path('reviewObjection/raise'), {
      kind: 'declareInfo',
      id: declared.id,
      ground: '1',
      content: '重评未按程序分配专家。',
    }),
  );
  const raised = await ok(
    office.get(path('reviewObjection/list'), { ...query, setId: String(again.id) }),
  );
  const [next = {}] = raised.records as RowLike[];
  const answer = { id: next.id, version: next.version, decision: '3', answer: '程序有误，重评。' };
  await ok(office.post(path('reviewObjection/answer'), answer));
  const openItems = () =>
    app.database.query<{ status: string }>(
      `select status from review_item where business_id = '${String(declared.id)}' and follows is not null order by id`,
    );
  expect((await openItems()).map(({ status }) => status)).toEqual(['2', '0']);
  const [director, admin] = [await app.as('rd_leader'), await app.as('rd_admin')];
  await agree(declared, director);
  expect((await openItems()).map(({ status }) => status)).toEqual(['2', '0']);
  await ok(admin.post(path('declareInfo/abolish'), { id: declared.id, reason: '申请人放弃' }));
  expect((await openItems()).map(({ status }) => status)).toEqual(['2', '3']);
});

test('days for objections are days on which the university works', async () => {
  const [, set] = await reviewed({ publicity: '1', objectionDays: 5 });
  await judged(set, [{ percent: 90 }, { percent: 80 }, { percent: 70 }]);
  await ok(actOn(office, set, 'ok'));
  // A fortnight off from tomorrow on, but for one Saturday.
  const free = Array.from({ length: 14 }, (_, at) => dayIn(at + 1));
  const worked = free.find((day) => new Date(`${day}T00:00:00Z`).getUTCDay() === 6) ?? '';
  for (const day of free) {
    await app.database.query(
      `insert into work_day (tenant_id, id, day, kind, day_key, create_user, create_time, update_user, update_time)
       values ($1, $2, $3, $4, $5, 0, now(), 0, now()) on conflict do nothing`,
      [home, `77${day.replaceAll('-', '')}`, day, day === worked ? '1' : '0', day],
    );
    await app.database.query('update work_day set kind = $3 where tenant_id = $1 and day = $2', [
      home,
      day,
      day === worked ? '1' : '0',
    ]);
  }
  await ok(actOn(office, set, 'feedBack'));
  const { objectionEnd } = await read(office, 'pssz', set);
  expect(String(objectionEnd) > dayIn(14)).toBe(true);
  const beyond = Array.from({ length: 60 }, (_, at) => dayIn(at + 15));
  const special = await app.database.query<{ day: string; kind: string }>(
    `select to_char(day, 'YYYY-MM-DD') as day, kind from work_day where tenant_id = $1 and is_deleted = 0`,
    [home],
  );
  const kinds = new Map(special.map(({ day, kind }) => [day, kind]));
  const isWorked = (day: string) => {
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    return kinds.has(day) ? kinds.get(day) === '1' : weekday > 0 && weekday < 6;
  };
  // The Saturday is the first of the five.
  expect(objectionEnd).toBe(beyond.filter(isWorked)[3]);
});
