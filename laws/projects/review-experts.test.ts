import { openClient } from '@keyan/engine/testing/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { assignReview } from '@keyan/product/review/assign-job.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, attached, ok, path, read } from '../support/filing.ts';
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

/** Assignment of experts to records, exclusion of experts, and their replacements. */
let app: LawApplication;
let teacher: Client;
let office: Client;
let admin: Client;
let judges: readonly Judge[];
/** Expert from the college whose declarations are judged. */
let dean: Judge;

beforeAll(async () => {
  app = await startApplication();
  [teacher, office, admin] = (await Promise.all(
    ['teacher', 'rd_project', 'rd_admin'].map((account) => app.as(account)),
  )) as [Client, Client, Client];
  judges = await enlist(app, office, [
    ['expert', '俞望舒'],
    ['school_leader', '邵则成'],
    ['teacher320', '程鸿渐'],
    ['finance', '金守正'],
  ]);
  [dean] = (await enlist(app, office, [['dept_leader', '沈知远']])) as unknown as [Judge];
});
afterAll(() => app.close());

let made = 0;

/** A declaration that waits for its review, and its plan. */
const waiting = async (
  more: RowLike = {},
  plan?: RowLike,
): Promise<{ readonly plan: RowLike; readonly declared: RowLike }> => {
  const asked = plan ?? (await releasedPlan(office, { needReview: '1', reviewMode: '1' }));
  made += 1;
  const programName = `湿地碳汇的观测${made}`;
  const declared = await ok(declareIn(app, teacher, asked, { programName, ...more }));
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  return { plan: asked, declared };
};

const taskOf = (rows: readonly RowLike[], judging: Judge): RowLike =>
  rows.find(({ expertId }) => expertId === judging.id) ?? {};

const soon = (days: number): string =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)} 17:00:00`;

test('R-805: one reserve steps in for whoever declines, with days enough, and nobody is asked twice', async () => {
  const { plan } = await waiting();
  const set = await newReview(office, judges.slice(0, 3), {
    planId: plan.id,
    reserves: 2,
    endTime: soon(2),
  });
  await ok(actOn(office, set, 'publish'));
  const given = await tasksOf(office, set, 'progress');
  expect(given.map(({ role, status }) => [role, status]).toSorted()).toEqual([
    ['1', '1'],
    ['2', '0'],
    ['2', '0'],
  ]);
  const asked = judges.find(({ id }) => taskOf(given, { id } as Judge).status === '1') as Judge;
  // A reserve is told nothing, in no list and by no call.
  const [idle] = judges.slice(0, 3).filter(({ id }) => id !== asked.id) as [Judge];
  expect(await tasksOf(idle.client, set)).toEqual([]);
  for (const call of ['detail', 'sheet']) {
    const { id } = taskOf(given, idle);
    const denied = await idle.client.get(path(`reviewTask/${call}`), { id: String(id) });
    expect(denied.status).toBe(404);
  }

  const task = taskOf(given, asked);
  await ok(
    asked.client.post(path('reviewTask/decline'), {
      id: task.id,
      version: task.version,
      conflict: '3',
      declineReason: '合作过',
    }),
  );
  // Whoever declined has answered the message that asked: it is read.
  const asking = await app.database.query(
    `select status from message where biz_id = ${task.id} and receiver_id = ${asked.client.id}`,
  );
  expect(asking).toMatchObject([{ status: '1' }]);
  const after = await tasksOf(office, set, 'progress');
  expect(after.map(({ status }) => status).toSorted()).toEqual(['0', '1', '5']);
  const stepped = after.find(({ status }) => status === '1') ?? {};
  expect(String(stepped.endTime) > soon(4)).toBe(true);
  // The declined task has called its one reserve.
  expect((await actOnTask(office, task, 'callReserve')).msg).toContain('已由其他专家接替');
  const [item = {}] = await itemsOf(office, set);
  const { version } = await read(office, 'reviewItem', item);
  const again = { id: item.id, version, expertId: asked.id };
  expect((await office.post(path('reviewItem/addExpert'), again)).msg).toContain('已回避此项');

  // A later deadline of one task stays when that of the review comes before it.
  await ok(actOn(office, set, 'extend', { endTime: soon(3) }));
  expect((await read(office, 'reviewTask', stepped)).endTime).toBe(stepped.endTime);
  await ok(actOn(office, set, 'extend', { endTime: soon(30) }));
  expect((await read(office, 'reviewTask', stepped)).endTime).toBe(soon(30));
});

test('R-805: an overdue task calls one reserve, who keeps to the tasks that one expert may have', async () => {
  const { plan } = await waiting();
  await waiting({}, plan);
  const set = await newReview(office, judges.slice(0, 2), {
    planId: plan.id,
    reserves: 1,
    maxPerExpert: 1,
  });
  await ok(actOn(office, set, 'publish'));
  const given = await tasksOf(office, set, 'progress');
  const [late = {}] = given.filter(({ status }) => status === '1');
  await app.database.query(`update review_task set status = '6' where id = ${String(late.id)}`);
  // The other expert is in reserve, but has a task of their own already.
  expect((await actOnTask(office, late, 'callReserve')).msg).toContain('已无候补');
  await app.database.query(`update review_set set max_per_expert = null where id = ${set.id}`);
  await ok(actOnTask(office, late, 'callReserve'));
  expect(await read(office, 'reviewTask', late)).toMatchObject({ status: '7' });
  const item = (await tasksOf(office, set, 'progress')).filter(
    ({ itemId }) => itemId === late.itemId,
  );
  expect(item.map(({ status }) => status).toSorted()).toEqual(['1', '7']);
});

test('R-802: somebody in conflict judges by force alone, with a reason that they do not read', async () => {
  const { plan } = await waiting();
  const set = await newReview(office, judges.slice(0, 1), { planId: plan.id, reserves: 0 });
  await ok(actOn(office, set, 'publish'));
  const [item = {}] = await itemsOf(office, set);
  const act = async (who: Client, call: string, more: RowLike) => {
    const { version } = await read(who, 'reviewItem', item);
    return who.post(path(`reviewItem/${call}`), { id: item.id, version, ...more });
  };
  const refused = await act(office, 'addExpert', { expertId: dean.id });
  expect(refused.msg).toContain('【沈知远】应当回避：同一部门；确需指派请由管理员强制指派');
  const reason = '该方向全校仅此一位专家，经处务会同意';
  const forced = { expertId: dean.id, reason };
  expect((await act(office, 'force', forced)).status).toBe(403);
  const short = await act(admin, 'force', { ...forced, reason: '没有别人' });
  expect(short.errors.map(({ path: at }) => at)).toEqual(['reason']);
  expect((await act(admin, 'force', { ...forced, expertId: judges[1]?.id })).msg).toContain(
    '没有回避情形',
  );
  await ok(act(admin, 'force', forced));
  const task = taskOf(await tasksOf(office, set, 'progress'), dean);
  expect(await read(office, 'reviewTask', task)).toMatchObject({ forcedWhy: reason, role: '3' });
  expect(await read(office, 'reviewItem', item)).toMatchObject({ forced: '1', experts: 2 });
  const theirs = await ok(dean.client.get(path('reviewTask/detail'), { id: String(task.id) }));
  expect(JSON.stringify(theirs)).not.toContain(reason);

  // Nobody forces whom the record names, or a relative of theirs.
  const [own] = (await enlist(app, office, [['teacher', '林晓岚']])) as unknown as [Judge];
  const never = await act(admin, 'force', { ...forced, expertId: own.id });
  expect(never.msg).toContain('申请人本人或项目成员不得评审，不能强制指派');
  const relation = {
    userId: teacher.id,
    relation: '3',
    otherName: '程鸿渐',
    otherUnit: '江陵大学',
  };
  const kin = await ok(office.post(path('personRelation/submit'), relation));
  const relative = await act(admin, 'force', { ...forced, expertId: judges[2]?.id });
  expect(relative.msg).toContain('亲属不得评审');
  await ok(
    office.post(path('personRelation/submit'), {
      ...relation,
      id: kin.id,
      version: kin.version,
      relation: '2',
    }),
  );
  const taught = await act(office, 'addExpert', { expertId: judges[2]?.id });
  expect(taught.msg).toContain('师生关系：学生（程鸿渐）');
  await ok(office.post(path('personRelation/remove'), { ids: kin.id }));
});

test('R-802: applicants name three experts to be left out at most, however many ask at once', async () => {
  const { plan, declared } = await waiting();
  const wish = (name: string, more: RowLike = {}) =>
    teacher.post(path('reviewAvoidance/ask'), {
      kind: 'declareInfo',
      id: declared.id,
      name,
      unit: '江陵大学',
      reason: '存在学术争议',
      ...more,
    });
  const answers = await Promise.all(
    ['甲某', '乙某', '丙某', '丁某', '戊某'].map((name) => wish(name)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  expect(answers.find(({ status }) => status !== 200)?.msg).toContain('最多填写 3 名');
  const mine = await ok(
    teacher.get(path('reviewAvoidance/list'), { view: 'mine', size: '9', current: '1' }),
  );
  const [first] = mine.records as RowLike[];
  await ok(teacher.post(path('reviewAvoidance/remove'), { ids: first?.id }));
  await ok(wish('俞望舒', { userId: judges[0]?.client.id }));
  // Neither experts nor the departments that approve read it; whom the record does not name asks for nothing.
  const secretary = await app.as('dept_secretary');
  for (const who of [secretary, judges[0]?.client as Client]) {
    const denied = await who.get(path('reviewAvoidance/detail'), { id: String(first?.id) });
    expect([403, 404]).toContain(denied.status);
  }
  const foreign = {
    kind: 'declareInfo',
    id: declared.id,
    name: '己某',
    unit: '某校',
    reason: '无',
  };
  expect((await secretary.post(path('reviewAvoidance/ask'), foreign)).status).not.toBe(200);

  const set = await newReview(office, judges.slice(0, 1), { planId: plan.id });
  expect((await actOn(office, set, 'publish')).msg).toContain('申请人申请回避 1 人');
  const other = await newReview(office, judges.slice(0, 2), { planId: plan.id });
  await ok(actOn(office, other, 'publish'));
  expect((await tasksOf(office, other, 'progress')).map(({ expertId }) => expertId)).toEqual([
    judges[1]?.id,
  ]);
  expect((await wish('庚某')).msg).toContain('专家评审已开始');
});

test('R-802: who worked with the applicant within five years is told with the evidence', async () => {
  const { plan } = await waiting();
  const set = await newReview(office, judges.slice(0, 1), { planId: plan.id, reserves: 0 });
  await ok(actOn(office, set, 'publish'));
  const [item = {}] = await itemsOf(office, set);
  // Approved meanwhile: the pair is judged as it stands when it is asked for.
  const [, , , colleague] = judges as readonly [Judge, Judge, Judge, Judge];
  const founded = '2026-01-01';
  const team = await ok(
    teacher.post(path('team/submit'), {
      ...(await attached(teacher, '01')),
      teamName: '碳汇团队',
      teamType: '01',
      teamLevel: '04',
      leaderId: teacher.id,
      fkDeptId: app.departments[home]?.get('310'),
      discipline: '52020',
      direction: '碳汇',
      foundDate: founded,
      cycleStart: founded,
      cycleEnd: '2029-12-31',
      target: '建成团队',
      staff: [teacher.id, colleague.client.id].map((userId, at) => ({
        userId,
        teamRole: at === 0 ? '1' : '2',
        joinDate: founded,
      })),
    }),
  );
  await agree(team, await app.as('dept_secretary'), admin);
  expect(await read(admin, 'team', team)).toMatchObject({ auditStatus: '2' });
  const { version } = await read(office, 'reviewItem', item);
  const asked = { id: item.id, version, expertId: colleague.id };
  const refused = await office.post(path('reviewItem/addExpert'), asked);
  expect(refused.msg).toContain('【金守正】应当回避：合作者（近 5 年）：科研团队 1 项');
  expect(refused.msg).toContain('《碳汇团队》');
});

/** Runs the job that assigns a review in the background. */
const assignInBackground = async ({ id }: RowLike): Promise<unknown> => {
  await app.database.query(`update review_set set status = '5' where id = ${String(id)}`);
  const { signal } = new AbortController();
  return assignReview.run({ tenantId: home, data: { id: String(id) }, signal }, app.parts.engine);
};

test('R-801: a job that cannot end says what is left, and the office goes on with it', async () => {
  const { plan } = await waiting();
  const { declared: second } = await waiting({}, plan);
  const [one, two] = judges as readonly [Judge, Judge];
  const set = await newReview(office, [one], { planId: plan.id, reserves: 0 });
  const holder = await openClient(app.database.adminUrl);
  try {
    await holder.query('begin');
    await holder.query(
      `select id from review_item where business_id = '${String(second.id)}' for update`,
    );
    const job = assignInBackground(set);
    const waiters = `select pid from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`;
    const blocked = async () => (await holder.query(waiters, [app.database.name])).rowCount;
    await expect.poll(blocked).toBe(1);
    // Between the plan and its writing the only expert is asked to be left out of one record.
    await app.database.query(
      `insert into review_avoidance (tenant_id, id, resource, business_id, user_id, name, unit, reason,
         create_user, create_time, update_user, update_time)
       values ('${home}', 777, 'declareInfo', '${String(second.id)}', ${one.client.id}, '俞望舒', '江陵大学', '学术争议',
         0, now(), 0, now())`,
    );
    await holder.query('commit');
    expect(await job).toEqual({ done: 2, left: 1 });
  } finally {
    await holder.end();
  }
  const half = await read(office, 'pssz', set);
  expect(half).toMatchObject({ status: '1' });
  expect(half.assignFault).toContain('还差 1 人');
  expect(await tasksOf(office, set, 'progress')).toHaveLength(1);
  const messages = await ok(office.get(path('message/list'), { size: '20', current: '1' }));
  expect(JSON.stringify(messages)).toContain('专家分配未全部完成');
  // Parties are kept out of a half assignment, too.
  const [kept] = await app.database.query<{ parties: string }>(
    `select parties from review_set where id = ${String(set.id)}`,
  );
  expect(kept?.parties).toContain(teacher.id);
  expect((await actOn(office, set, 'assign')).msg).toContain('还差 1 人');
  const short = (await itemsOf(office, set)).find(({ experts }) => experts === 0) ?? {};
  const { version } = await read(office, 'reviewItem', short);
  await ok(office.post(path('reviewItem/addExpert'), { id: short.id, version, expertId: two.id }));
  await ok(actOn(office, set, 'assign'));
  expect((await read(office, 'pssz', set)).assignFault).toBe('');
  expect(await tasksOf(office, set, 'progress')).toHaveLength(2);

  // With nothing written the review is to be edited, and a job that hangs is withdrawn.
  const { plan: other } = await waiting();
  const none = await newReview(office, [dean], { planId: other.id, reserves: 0 });
  await assignInBackground(none);
  expect(await read(office, 'pssz', none)).toMatchObject({ status: '2' });
  await app.database.query(`update review_set set status = '5' where id = ${String(none.id)}`);
  await ok(actOn(office, none, 'withdraw'));
});

test('R-801: each panel judges its own disciplines and ranks on its own', async () => {
  const { plan } = await waiting({ subject: '18044' });
  await waiting({ subject: '18044' }, plan);
  await waiting({ subject: '52020' }, plan);
  const [one, two] = judges as readonly [Judge, Judge];
  const set = await newReview(office, [], {
    planId: plan.id,
    quota: 1,
    groups: [
      { groupName: '生物组', subjects: ['180'] },
      { groupName: '信息组', subjects: ['520'] },
    ],
    experts: [
      { expertId: one.id, groupName: '生物组' },
      { expertId: two.id, groupName: '信息组' },
    ],
  });
  await ok(actOn(office, set, 'publish'));
  const given = await tasksOf(office, set, 'progress');
  expect(given.filter(({ expertId }) => expertId === one.id)).toHaveLength(2);
  expect(given.filter(({ expertId }) => expertId === two.id)).toHaveLength(1);
  let percent = 80;
  for (const task of await tasksOf(one.client, set)) {
    await ok(judge(one.client, task, { percent }));
    percent += 10;
  }
  await ok(judge(two.client, (await tasksOf(two.client, set))[0] ?? {}, { percent: 60 }));
  const results = (await itemsOf(office, set)).map(({ groupName, panelRank, rank, conclusion }) => [
    groupName,
    panelRank,
    rank ?? '',
    conclusion,
  ]);
  // Without standardised scores there is no rank over both panels.
  expect(results.toSorted()).toEqual([
    ['信息组', 1, '', '1'],
    ['生物组', 1, '', '1'],
    ['生物组', 2, '', '2'],
  ]);
});
