import { languageHeader } from '@keyan/kernel/label.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { actOn, declarationOf, declareIn, releasedPlan } from '../support/declaring.ts';
import { agree, faultOf, handle, ok, path, projectOf, read } from '../support/filing.ts';

/** Changes of declarations after their deadline: R-101 for one person, and R-104. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let secretary: Client;
let dean: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  colleague = await app.as('teacher2');
  secretary = await app.as('dept_secretary');
  dean = await app.as('dept_leader');
  office = await app.as('rd_project');
});
afterAll(() => app.close());

const close = ({ id }: RowLike): Promise<unknown> =>
  app.database.query(
    "update declare_plan set status = '3', end_time = now() - interval '1 hour' where id = $1",
    [id],
  );

const college = (): string => app.departments[home]?.get('310') ?? '';

const reportOf = (plan: RowLike, ...declarations: readonly RowLike[]): RowLike => ({
  id: plan.id,
  deptId: college(),
  declarations: declarations.map(({ id }, at) => ({ id, rank: at + 1 })),
});

const report = (who: Client, plan: RowLike, ...declarations: readonly RowLike[]): Promise<Answer> =>
  who.post(path('declarePlan/submitQr'), reportOf(plan, ...declarations));

const letters = async ({ id }: Client, { id: record }: RowLike): Promise<string> =>
  JSON.stringify(
    await app.database.query('select * from message where biz_id = $1 and receiver_id = $2', [
      record,
      id,
    ]),
  );

test('R-101: the office lets one person declare until a later time, and nobody else', async () => {
  const plan = await releasedPlan(office);
  await close(plan);
  const { version } = await read(office, 'declarePlan', plan);
  const extend = (who: Client, until: string): Promise<Answer> =>
    actOn(who, 'declarePlan/extend', plan, {
      userId: teacher.id,
      until,
      reason: '住院治疗',
      version,
    });
  expect((await extend(secretary, '2099-03-25 17:00:00')).status).toBe(403);
  expect((await extend(office, '2020-03-25 17:00:00')).errors).toEqual([
    { path: 'until', message: '开放时间应晚于现在和申报截止时间' },
  ]);
  const found = (who: Client) =>
    who.get(path('declareInfo/choices'), { field: 'planId', ids: String(plan.id) });
  expect((await found(teacher)).data).toEqual([]);
  await ok(extend(office, '2099-03-25 17:00:00'));
  expect(await read(office, 'declarePlan', plan)).toMatchObject({
    extendedUntil: '2099-03-25 17:00:00',
    extensions: [{ userId: teacher.id, until: '2099-03-25 17:00:00' }],
  });
  expect(await letters(teacher, plan)).toContain('申报延时开放');

  expect((await found(teacher)).data).toMatchObject([{ id: plan.id }]);
  expect((await found(colleague)).data).toEqual([]);
  expect(faultOf(await declareIn(app, colleague, plan))).toBe('不在申报时间范围内');
  const draft = await ok(
    teacher.post(path('declareInfo/save'), await declarationOf(app, teacher, plan)),
  );
  // The time is over for this person, although it is not for somebody else.
  const until = (when: string) =>
    app.database.query(
      `update declare_plan_extensions set until = now() + $2::interval where parent_id = $1`,
      [plan.id, when],
    );
  const hand = () =>
    teacher.post(path('declareInfo/submit'), { id: draft.id, version: draft.version });
  await until('-1 minute');
  expect(faultOf(await hand())).toBe('不在申报时间范围内');
  await until('1 hour');
  expect(await ok(hand())).toMatchObject({ declareStatus: '10' });
});

test('a plan that is out is told to those who may declare under it', async () => {
  const ours = await releasedPlan(office, { deptIds: college() });
  expect(await letters(teacher, ours)).toContain('申报计划：省科技计划申报');
  expect(await letters(secretary, ours)).toBe('[]');
  const theirs = await releasedPlan(office, { deptIds: app.departments[home]?.get('320') });
  expect(await letters(teacher, theirs)).toBe('[]');
  expect(await letters(await app.as('teacher320'), theirs)).toContain('申报计划');
});

test('a dialog names no record that nobody may choose', async () => {
  const plan = await releasedPlan(office);
  const { version } = await read(office, 'declarePlan', plan);
  const more = { userId: '404', until: '2099-03-25 17:00:00', reason: '误填', version };
  const { errors } = await actOn(office, 'declarePlan/extend', plan, more);
  expect(errors).toEqual([{ path: 'userId', message: '【人员】所选记录不存在或不能选择' }]);
  const offered = await office.get(path('declarePlan/choices'), {
    field: 'extend.userId',
    ids: teacher.id,
  });
  expect(offered.data).toMatchObject([{ id: teacher.id }]);
  const unknown = await office.get(path('declarePlan/choices'), { field: 'extend.toString' });
  expect(unknown.status).toBe(400);
});

test('R-104: what a department has reported is final until the office gives it back', async () => {
  const plan = await releasedPlan(office);
  const first = await ok(declareIn(app, teacher, plan));
  const second = await ok(declareIn(app, colleague, plan));
  const third = await ok(declareIn(app, teacher, plan));
  await agree(first, secretary, dean);
  await agree(second, secretary, dean);
  await agree(third, secretary);
  // A department that is ready does not wait for the deadline.
  expect((await report(teacher, plan, second, first)).status).toBe(403);
  const another = { ...reportOf(plan, second, first), deptId: app.departments[home]?.get('320') };
  const other = await secretary.post(path('declarePlan/submitQr'), another);
  expect(other.errors).toEqual([{ path: 'deptId', message: '【院系】所选记录不存在或不能选择' }]);
  expect(faultOf(await report(secretary, plan, first))).toContain('推荐情况有变化');
  expect(faultOf(await report(secretary, plan, first, second, third))).toContain('有变化');
  const before = await ok(secretary.get(path('declarePlan/reports'), { id: String(plan.id) }));
  expect(before).toMatchObject({
    isOpen: true,
    mayReport: true,
    mayGiveBack: false,
    colleges: [{ deptId: college(), waiting: 1, isReported: false }],
  });

  const unit = "update dept set dept_name_en = 'School of Computing' where id = $1";
  await app.database.query(unit, [college()]);
  const reader = { payload: reportOf(plan, second, first), headers: { [languageHeader]: 'en' } };
  await ok(secretary.call('POST', path('declarePlan/submitQr'), reader));
  expect(await read(office, 'declarePlan', plan)).toMatchObject({
    reports: [{ deptId: college(), isReported: '1', reportCount: 2, reportUser: secretary.id }],
  });
  expect(await read(office, 'declareInfo', second)).toMatchObject({
    deptOpinionRank: 1,
    isReported: '1',
  });
  // Each language names the department in its own, whatever the reporter reads.
  expect(await letters(office, plan)).toContain('【计算机学院】已确认上报');
  expect(await letters(office, plan)).toContain('“School of Computing” confirmed its report');
  expect(faultOf(await report(secretary, plan, second, first))).toContain('已确认上报');

  // Nothing else is recommended, and what was reported may come back.
  expect((await handle(dean, third, { flag: 'ok' })).msg).toContain('已确认上报');
  await ok(handle(office, first, { flag: 'back', comment: '请补充预算说明' }));
  const { version } = await read(teacher, 'declareInfo', first);
  await ok(teacher.post(path('declareInfo/submit'), { id: first.id, version }));
  await agree(first, secretary, dean);

  const { version: seen } = await read(office, 'declarePlan', plan);
  const back = (who: Client, reason: string): Promise<Answer> =>
    actOn(who, 'declarePlan/returnQr', plan, { deptId: college(), reason, version: seen });
  expect((await back(secretary, '漏报')).status).toBe(403);
  expect((await back(office, ' ')).errors).toMatchObject([{ path: 'reason' }]);
  await ok(back(office, '漏报一项'));
  expect(await letters(secretary, plan)).toContain('院系上报被退回');
  await agree(third, dean);
  await ok(report(secretary, plan, third, second, first));
  expect(await read(office, 'declareInfo', third)).toMatchObject({ deptOpinionRank: 1 });
});

test('R-102.9: whoever handles a declaration reads which others have nearly the same title', async () => {
  const plan = await releasedPlan(office);
  const checks = async (who: Client, { id }: RowLike): Promise<unknown> =>
    (
      await who.get(path('mywork/todo/checks'), {
        kind: 'vertical/declare',
        businessId: String(id),
      })
    ).data;
  const fresh = { programName: '芦苇根际微生物的季节动态' };
  const first = await ok(declareIn(app, teacher, plan, fresh));
  expect(await checks(secretary, first)).toMatchObject([{ key: 'likeness', level: 'good' }]);
  const near = { programName: '芦苇根际微生物的季节动态（二）' };
  const second = await ok(declareIn(app, colleague, plan, near));
  expect(await checks(secretary, second)).toMatchObject([
    {
      key: 'likeness',
      level: 'warn',
      text: '1 项申报或项目名称相近：《芦苇根际微生物的季节动态》（92%）',
      link: { id: first.id },
    },
  ]);
  // Checks of several records at once that ask for a look, on records on which the reader has a task.
  const open = async (who: Client): Promise<unknown> =>
    (
      await who.get(path('mywork/todo/open-checks'), {
        kind: 'vertical/declare',
        businessIds: `${first.id},${second.id}`,
      })
    ).data;
  const warned = [{ key: 'likeness', level: 'warn' }];
  expect(await open(secretary)).toMatchObject({
    [String(first.id)]: warned,
    [String(second.id)]: warned,
  });
  expect(await open(teacher)).toEqual({});
  // The applicant is told when it is handed in, of strangers' records no more than that there are some.
  const told = await ok(colleague.get(path('message/list'), { size: '100' }));
  expect(JSON.stringify(told.records)).toContain(
    '您提交的《芦苇根际微生物的季节动态（二）》：1 项申报或项目名称相近，您无权查看。如有区别或承接关系，请在申报材料中说明。',
  );
  // Projects of the ledger count as well (office F3).
  await projectOf(app, teacher, { programName: '湖泊沉积物的磷释放规律', endDate: '2029-12-31' });
  const known = { programName: '湖泊沉积物的磷释放规律' };
  const third = await ok(declareIn(app, colleague, plan, known));
  expect(await checks(secretary, third)).toMatchObject([
    { level: 'warn', text: expect.stringContaining('《湖泊沉积物的磷释放规律》（100%）') },
  ]);
  // So they do whatever became of them: approved for later, suspended, terminated.
  for (const code of ['10', '60', '90']) {
    const programName = `岩溶地下水${code}示踪`;
    const { id } = await projectOf(app, teacher, { programName, endDate: '2029-12-31' });
    await app.database.query('update program set status = $2 where id = $1', [id, code]);
    const again = await ok(declareIn(app, colleague, plan, { programName }));
    expect([code, await checks(secretary, again)]).toMatchObject([code, [{ level: 'warn' }]]);
  }
});
