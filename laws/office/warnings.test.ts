import { performDueActions } from '@keyan/engine/commands/timers.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { addDefaultRules } from '@keyan/product/office/warnings/shipped.server.ts';
import {
  endWarningsJob,
  runWarningJob,
  runWarningsJob,
} from '@keyan/product/office/warnings/warnings.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { faultOf, ok, path, projectOf, read } from '../support/filing.ts';

/** Rules of early warning: what they find, whom they tell, and how a warning ends. */
let app: LawApplication;
let office: Client;
let teacher: Client;
let secretary: Client;
let stranger: Client;
beforeAll(async () => {
  app = await startApplication();
  office = await app.as('rd_admin');
  teacher = await app.as('teacher');
  secretary = await app.as('dept_secretary');
  stranger = await app.as('secretary320');
  // Projects of the world of laws are in nobody's way here.
  await app.database.query(`update program set status = '40'`);
});
afterAll(() => app.close());

const signal = new AbortController().signal;
const run = ({ id }: RowLike) =>
  runWarningJob.run({ tenantId: home, data: { id: String(id) }, signal }, app.parts.engine);

const dayFrom = (days: number): string =>
  new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);

const livingFor = async (who: Client): Promise<readonly RowLike[]> =>
  (await ok(who.get(path('warning/list'), { view: 'all', size: '100' })))
    .records as readonly RowLike[];

const messagesOf = async (who: Client): Promise<readonly string[]> => {
  const rows = await app.database.query<{ content: string }>(
    `select title_zh || content_zh as content from message
      where receiver_id = $1 and msg_type = '04' order by id`,
    [who.id],
  );
  return rows.map(({ content }) => content);
};

let rule: RowLike;
let project: RowLike;

test('a rule says in which days it warns, and once a day', async () => {
  const given = {
    warnName: '到期提醒',
    warnTarget: 'project_end',
    levelColor: '1',
    advanceDays: '60,30,7',
    receivers: ['person', 'secretary'],
    channels: ['1', '3'],
    repeatMode: '1',
    template: '【${programName}】剩余 ${days} 天',
    cron: '0 0 8 * * ?',
  };
  const wrong = (more: RowLike) => office.post(path('earlyWarning/submit'), { ...given, ...more });
  expect(faultOf(await wrong({ advanceDays: '一个月' }))).toContain('请填写天数');
  expect(faultOf(await wrong({ cron: '*/5 * * * * ?' }))).toContain('执行计划无法识别');
  rule = await ok(office.post(path('earlyWarning/submit'), given));
  expect((await teacher.post(path('earlyWarning/submit'), given)).status).toBe(403);
});

test('a warning reaches whom it concerns, once for each rung', async () => {
  project = await projectOf(app, teacher, {
    startDate: '2024-01-01',
    endDate: dayFrom(20),
  });
  await run(rule);
  // The rule is switched off.
  expect(await livingFor(office)).toEqual([]);
  await ok(office.post(path('earlyWarning/enable'), { ids: rule.id }));
  await run(rule);
  expect(await livingFor(office)).toMatchObject([
    { bizId: project.id, rung: 30, basis: dayFrom(20), warnTarget: 'project_end' },
  ]);
  expect(await livingFor(teacher)).toHaveLength(1);
  expect(await livingFor(secretary)).toHaveLength(1);
  expect(await livingFor(stranger)).toEqual([]);
  // Switching on tells each receiver of everything at once.
  const told = await messagesOf(teacher);
  expect(told).toEqual([expect.stringContaining('【到期提醒】启用，涉及您的 1 项')]);
  // The rule also takes the way of mail, whatever its receivers chose.
  const ways = await app.database.query<{ channel: string }>(
    `select d.channel from message_delivery d join message m on m.id = d.message_id
      where m.receiver_id = $1 and m.msg_type = '04'`,
    [teacher.id],
  );
  expect(ways).toEqual([{ channel: 'mail' }]);
  await run(rule);
  expect(await messagesOf(teacher)).toHaveLength(1);
  expect(await read(office, 'earlyWarning', rule)).toMatchObject({ living: 1 });
});

test('another date warns again, and what is done disappears', async () => {
  await app.database.query('update program set end_date = $1 where id = $2', [
    dayFrom(5),
    project.id,
  ]);
  await run(rule);
  expect(await livingFor(teacher)).toMatchObject([{ rung: 7, basis: dayFrom(5) }]);
  expect(await messagesOf(teacher)).toEqual([
    expect.any(String),
    expect.stringContaining('剩余 5 天'),
  ]);
  await app.database.query(`update program set status = '40' where id = $1`, [project.id]);
  await run(rule);
  expect(await livingFor(teacher)).toEqual([]);
  expect(await read(office, 'earlyWarning', rule)).toMatchObject({ living: 0 });
});

test('approvals of ethics are reminded of before they end, and followed up in time', async () => {
  const ruleFor = async (warnTarget: string): Promise<RowLike> => {
    const made = await ok(
      office.post(path('earlyWarning/submit'), {
        warnName: warnTarget,
        warnTarget,
        levelColor: '2',
        advanceDays: '60,30,7',
        receivers: ['person'],
        channels: ['1'],
        repeatMode: '1',
        template: '剩余 ${days} 天',
        cron: '0 0 8 * * ?',
      }),
    );
    await ok(office.post(path('earlyWarning/enable'), { ids: made.id }));
    return made;
  };
  const [expiry, track, decide] = [
    await ruleFor('compliance_due'),
    await ruleFor('ethics_track'),
    await ruleFor('ethics_decide'),
  ];
  const study = await projectOf(app, teacher, {
    startDate: dayFrom(-100),
    endDate: dayFrom(900),
    compliance: [
      {
        kind: '1',
        state: '3',
        number: 'LL20260001',
        grantedOn: '2026-01-01',
        validUntil: dayFrom(45),
      },
    ],
  });
  const [followed] = await app.database.query<{ id: string }>(
    `insert into ethics_review (tenant_id, id, title, leader_id, next_track, audit_status, create_user, create_time,
        update_user, update_time) values ($1, 770001, '步态研究', $2, $3, '2', $2, now(), $2, now()) returning id`,
    [home, teacher.id, dayFrom(5)],
  );
  // A study that the committee accepted an hour ago, and has 72 hours to decide.
  await app.database.query(
    `insert into ethics_review (tenant_id, id, title, leader_id, audit_status, create_user, create_time, update_user,
        update_time) values ($1, 770002, '应急研究', $2, '1', $2, now(), $2, now())`,
    [home, teacher.id],
  );
  await app.database.query(
    `insert into review_item (tenant_id, id, title, biz_kind, resource, business_id, status, decide_by, create_user,
        create_time, update_user, update_time)
     values ($1, 770003, '应急研究', '7', 'ethicsReview', '770002', '1', $3, $2, now(), $2, now())`,
    [home, teacher.id, `${dayFrom(3)}T09:00:00+08:00`],
  );
  const found = async () => {
    await run(expiry);
    await run(track);
    await run(decide);
    return (await livingFor(teacher)).map(({ bizId, rung, title }) => [bizId, rung, title]);
  };
  expect(await found()).toEqual(
    expect.arrayContaining([
      [study.id, 60, expect.stringMatching(/科技伦理$/)],
      [String(followed?.id), 7, '步态研究'],
      ['770002', 7, '应急研究'],
    ]),
  );
  // A renewed approval and a follow-up end both.
  await app.database.query('update program_compliance set valid_until = $1 where parent_id = $2', [
    dayFrom(400),
    study.id,
  ]);
  await app.database.query('update ethics_review set next_track = $1 where id = 770001', [
    dayFrom(180),
  ]);
  await app.database.query(`update ethics_review set audit_status = '4' where id = 770002`);
  expect(await found()).toEqual([]);
  const rules = [expiry, track, decide].map(({ id }) => id);
  await ok(office.post(path('earlyWarning/remove'), { ids: rules.join(',') }));
  await app.database.query(`update program set status = '40' where id = $1`, [study.id]);
});

test('a rule that is switched off takes its warnings along', async () => {
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  await run(rule);
  expect(await livingFor(teacher)).toHaveLength(1);
  await ok(office.post(path('earlyWarning/disable'), { ids: rule.id }));
  await run(rule);
  expect(await livingFor(teacher)).toEqual([]);
});

test('the clock runs each rule once a day, at its time', async () => {
  const tick = () => runWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  // Other rules are due on some days, such as the first of a month.
  await tick();
  await ok(office.post(path('earlyWarning/enable'), { ids: rule.id }));
  await app.database.query(
    `update early_warning set last_run_time = null, cron = '0 0 0 * * ?' where id = $1`,
    [rule.id],
  );
  expect(await tick()).toMatchObject({ done: 1 });
  expect(await tick()).toMatchObject({ done: 0 });
});

test('a rule that repeats tells each receiver once a day what still stands', async () => {
  const tick = async () => {
    await app.database.query(
      `update early_warning set last_run_time = null, cron = '0 0 0 * * ?' where id = $1`,
      [rule.id],
    );
    return runWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  };
  const before = await messagesOf(teacher);
  await tick();
  expect(await messagesOf(teacher)).toEqual(before);
  await app.database.query(`update early_warning set repeat_mode = '2' where id = $1`, [rule.id]);
  await tick();
  expect((await messagesOf(teacher)).slice(before.length)).toEqual([
    expect.stringContaining('最早一项自'),
  ]);
  await app.database.query(`update program set status = '40' where id = $1`, [project.id]);
  await tick();
  expect(await messagesOf(teacher)).toHaveLength(before.length + 1);
  await app.database.query(`update early_warning set repeat_mode = '1' where id = $1`, [rule.id]);
});

test('a warning is put aside with a reason until a day, and then told again', async () => {
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  await run(rule);
  const [one] = await livingFor(office);
  const dismiss = (who: Client, more: RowLike) =>
    who.post(path('warning/dismiss'), {
      id: one?.id,
      version: one?.version,
      dismissedUntil: dayFrom(10),
      dismissReason: '对方承诺下月结题',
      ...more,
    });
  expect((await dismiss(teacher, {})).status).toBe(403);
  expect(faultOf(await dismiss(office, { dismissedUntil: dayFrom(-1) }))).toContain('不能早于今天');
  expect(faultOf(await dismiss(office, { dismissReason: '忙' }))).toContain('至少 5 个字');
  await ok(dismiss(office, {}));
  expect(await livingFor(teacher)).toEqual([]);
  expect(await read(office, 'earlyWarning', rule)).toMatchObject({ living: 0 });
  const before = await messagesOf(teacher);
  await run(rule);
  expect(await livingFor(teacher)).toEqual([]);
  expect(await messagesOf(teacher)).toEqual(before);
  await app.database.query(`update warn_item set dismissed_until = '2020-01-01'`);
  await performDueActions(app.parts.engine, home, 'date');
  expect(await livingFor(teacher)).toMatchObject([{ bizId: project.id, dismissReason: '' }]);
  expect(await messagesOf(teacher)).toHaveLength(before.length + 1);
  await app.database.query(`update program set status = '40' where id = $1`, [project.id]);
  await run(rule);
});

test('a warning ends within minutes of what cures it, and nothing else does', async () => {
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  await run(rule);
  expect(await livingFor(teacher)).toHaveLength(1);
  const look = () => endWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  expect(await look()).toMatchObject({ done: 0 });
  await app.database.query(`update program set status = '40' where id = $1`, [project.id]);
  expect(await look()).toMatchObject({ done: 1 });
  expect(await livingFor(teacher)).toEqual([]);
});

test('only the warned records are judged when warnings end, and what still holds stays', async () => {
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  const other = await projectOf(app, teacher, { startDate: '2024-01-01', endDate: dayFrom(6) });
  await run(rule);
  expect(await livingFor(teacher)).toHaveLength(2);
  await app.database.query(`update program set status = '40' where id = $1`, [project.id]);
  // A third one comes up; the end of the first does not look for it.
  const third = await projectOf(app, teacher, { startDate: '2024-01-01', endDate: dayFrom(4) });
  const look = () => endWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  expect(await look()).toMatchObject({ done: 1, left: 0 });
  expect((await livingFor(teacher)).map(({ bizId }) => bizId)).toEqual([other.id]);
  for (const { id } of [other, third]) {
    await app.database.query(`update program set status = '40' where id = $1`, [id]);
  }
  expect(await look()).toMatchObject({ done: 1 });
  expect(await livingFor(teacher)).toEqual([]);
});

test('a rule that cannot be carried out stops no other', async () => {
  const broken = await ok(
    office.post(path('earlyWarning/submit'), {
      warnName: '故障规则',
      warnTarget: 'todo_timeout',
      levelColor: '2',
      advanceDays: '3',
      receivers: ['person'],
      channels: ['1'],
      repeatMode: '1',
      template: '停留 ${days} 天',
      cron: '0 0 0 * * ?',
    }),
  );
  await ok(office.post(path('earlyWarning/enable'), { ids: broken.id }));
  // No interval of days is so long: the statement fails.
  await app.database.query(
    `update early_warning set last_run_time = null, cron = '0 0 0 * * ?',
            advance_days = case when id = $1 then '99999999999' else advance_days end,
            create_time = case when id = $1 then '2000-01-01' else create_time end
      where status = '1'`,
    [broken.id],
  );
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  const tick = () => runWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  // The rule about statements is on as shipped.
  expect(await tick()).toMatchObject({ done: 2, left: 1 });
  expect(await livingFor(teacher)).toHaveLength(1);
  // It is tried again, and the others are not.
  expect(await tick()).toMatchObject({ done: 0, left: 1 });
  await ok(office.post(path('earlyWarning/remove'), { ids: broken.id }));
});

test('every shipped rule is tried by those who keep rules, and nothing of a trial stays', async () => {
  await app.database.query(`update program set status = '20' where id = $1`, [project.id]);
  await app.database.query('update early_warning set is_deleted = 1');
  const made = await addDefaultRules(app.parts.engine.asSystem('law', home));
  expect(made).toHaveLength(18);
  const before = await app.database.query('select id from warn_item');
  const found: Record<string, RowLike> = {};
  for (const { id, warnTarget } of made) {
    found[warnTarget] = await ok(office.post(path('earlyWarning/trial'), { id }));
  }
  expect(found.project_end).toMatchObject({
    total: 1,
    items: [{ id: project.id, rung: 7, receivers: expect.arrayContaining([expect.any(String)]) }],
  });
  expect(await app.database.query('select id from warn_item')).toEqual(before);
  const [first] = made;
  expect((await teacher.post(path('earlyWarning/trial'), { id: first?.id })).status).toBe(403);
});

test('a university that stands gets each shipped rule that it never had, switched off', async () => {
  const rulesOf = (target: string) =>
    app.database.query<{ id: string; status: string; is_deleted: number }>(
      'select id::text, status, is_deleted from early_warning where warn_target = $1',
      [target],
    );
  const tick = () => runWarningsJob.run({ tenantId: home, data: {}, signal }, app.parts.engine);
  // One is new in this version, another was removed by the office.
  await app.database.query(`delete from early_warning where warn_target = 'ethics_decide'`);
  await app.database.query(
    `update early_warning set is_deleted = 1 where warn_target = 'advance_open'`,
  );
  const removed = await rulesOf('advance_open');
  await tick();
  await tick();
  expect(await rulesOf('ethics_decide')).toMatchObject([{ status: '0', is_deleted: 0 }]);
  expect(await rulesOf('advance_open')).toEqual(removed);
});
