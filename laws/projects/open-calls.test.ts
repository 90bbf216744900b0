import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { declarationOf, declareIn, joins, leads, releasedPlan } from '../support/declaring.ts';
import { faultOf, ok, path, projectOf } from '../support/filing.ts';

/** 申报大厅 and the limits of sponsors over calls: what people may declare, before a word is written. */
let app: LawApplication;
let teacher: Client;
let colleague: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  teacher = await app.as('teacher');
  colleague = await app.as('teacher2');
  office = await app.as('rd_project');
});
afterAll(() => app.close());

const callIn = async (who: Client, plan: RowLike): Promise<RowLike> => {
  const calls = (await ok(who.get(path('program/open')))) as unknown as RowLike[];
  const found = calls.find(({ id }) => id === plan.id);
  if (!found) throw new Error('the call is not there');
  return found;
};

const rulesOf = (part: unknown): readonly unknown[] =>
  (part as { findings: readonly { rule: string }[] }).findings.map(({ rule }) => rule);

test('every teacher sees a call that is out, with guide and own declarations, and no draft of one', async () => {
  const plan = await releasedPlan(office, { planName: '大厅一', guide: '<p>请按指南填报</p>' });
  const draft = await ok(
    office.post(path('declarePlan/submit'), {
      planName: '未发布',
      programKind: 'vertical',
      planYear: 2027,
      resource: '2004',
      level: '02',
      startTime: '2020-01-01 08:00:00',
      endTime: '2099-01-01 17:00:00',
      needReview: '0',
      fundMode: '1',
      deptQuotaMode: '0',
      personLimit: 1,
      excludeOverdue: '0',
    }),
  );
  const calls = (await ok(teacher.get(path('program/open')))) as unknown as RowLike[];
  expect(calls.some(({ id }) => id === draft.id)).toBe(false);
  expect(await callIn(teacher, plan)).toMatchObject({
    planName: '大厅一',
    window: 'open',
    invited: true,
    lead: { may: true, findings: [] },
    join: { may: true },
    mine: [],
  });
  expect((await callIn(teacher, plan)).guide).toContain('请按指南填报');
  const sent = await ok(declareIn(app, teacher, plan, { programName: '大厅的申报' }));
  expect((await callIn(teacher, plan)).mine).toEqual([
    {
      id: sent.id,
      programName: '大厅的申报',
      declareStatus: '10',
      declareStatusName: '待院系审核',
    },
  ]);
  // Nobody sees the declarations of others.
  expect((await callIn(colleague, plan)).mine).toEqual([]);
});

test('what the page says and what a declaration is refused for are the same', async () => {
  const plan = await releasedPlan(office, { planName: '大厅二', personLimit: 1, joinLimit: 1 });
  await ok(declareIn(app, teacher, plan, { programName: '第一项' }));
  const call = await callIn(teacher, plan);
  expect(call.lead).toMatchObject({ may: false });
  expect(rulesOf(call.lead)).toEqual(['R-102.2', 'R-102.6']);
  expect(rulesOf(call.join)).toEqual(['R-102.6']);
  expect((call.lead as { findings: RowLike[] }).findings[0]).toMatchObject({
    free: ['撤回申报【第一项】后', expect.any(String)],
  });
  const again = await declareIn(app, teacher, plan, { programName: '第二项，另一题目' });
  expect(faultOf(again)).toContain('超过限额 1 项');
});

test('a call for another college is shown and cannot be answered; coming calls are announced', async () => {
  const other = app.departments[home]?.get('320');
  const plan = await releasedPlan(office, { planName: '大厅三', deptIds: other });
  expect(await callIn(teacher, plan)).toMatchObject({ invited: false });
  const coming = await releasedPlan(office, {
    planName: '大厅四',
    startTime: '2098-01-01 08:00:00',
  });
  expect(await callIn(teacher, coming)).toMatchObject({ window: 'coming' });
});

test('R-102.10: applications and projects of a sponsor count over all calls, and the reason stays one’s own', async () => {
  await ok(
    office.post(path('sponsorLimit/submit'), {
      limitName: '申请和承担国家自然科学基金项目',
      resource: '1003',
      parts: ['1', '2'],
      ranks: '0',
      applying: ['1', '2'],
      holding: ['1', '2'],
      sameType: '0',
      endsFree: '1',
      itself: '1',
      most: 2,
      level: '1',
    }),
  );
  const nsfc = { resource: '1003', level: '01', planYear: 2027 };
  const first = await releasedPlan(office, { ...nsfc, planName: '国基金集中申报' });
  const second = await releasedPlan(office, { ...nsfc, planName: '国基金专项' });
  await projectOf(app, colleague, {
    resource: '1003',
    projectType: '100301',
    endDate: '2029-12-31',
    level: '01',
    programNum: 'Z20270099',
  });
  const of = { projectType: '100301', programName: '表面反应的同位素示踪' };
  expect(await callIn(colleague, first)).toMatchObject({ lead: { may: true } });
  await ok(declareIn(app, colleague, first, of));

  // One under way and one applied for under another call: a third is refused.
  const call = await callIn(colleague, second);
  expect(call.lead).toMatchObject({
    may: false,
    findings: [
      {
        rule: 'R-102.10',
        message: [expect.stringContaining('已达 2 项'), expect.any(String)],
        free: ['申报【表面反应的同位素示踪】未获资助后', expect.any(String)],
      },
    ],
  });
  const third = await declareIn(app, colleague, second, { ...of, programName: '另一个题目' });
  expect(faultOf(third)).toContain('已达 2 项（表面反应的同位素示踪、Z20270099），限 2 项');

  // Somebody who names them reads no more than that they cannot join.
  const team = [leads(teacher), joins(colleague)];
  const named = await teacher.post(
    path('declareInfo/submit'),
    await declarationOf(app, teacher, second, { ...of, programName: '联合研究', members: team }),
  );
  expect(faultOf(named)).toMatch(/^【.+】目前不能参加本次申报，请与本人确认$/);
  // A project that is over frees its people at once.
  expect(await callIn(teacher, second)).toMatchObject({ lead: { may: true } });
});

const tallyOf = async (who: Client, plan: RowLike): Promise<RowLike> => {
  const { calls } = await ok(who.get(path('program/eligible'), {}));
  const found = (calls as RowLike[]).find(({ id }) => id === plan.id);
  return (found?.people ?? {}) as RowLike;
};
const listed = async (who: Client, plan: RowLike, standing: string): Promise<RowLike[]> => {
  const asked = { planId: String(plan.id), standing };
  return (await ok(who.get(path('program/eligible/people'), asked))) as unknown as RowLike[];
};
const tried = async (who: Client, plan: RowLike, team: RowLike): Promise<RowLike> => {
  const calls = (await ok(who.post(path('program/team'), team))) as unknown as RowLike[];
  return calls.find(({ id }) => id === plan.id) ?? {};
};

test('a college sees who could still apply and why the others may not, by the same rules (R-102)', async () => {
  const plan = await releasedPlan(office, { planName: '资格一', personLimit: 1, joinLimit: 1 });
  const secretary = await app.as('dept_secretary');
  const me = app.people[home]?.get('teacher') ?? '';
  const before = await tallyOf(secretary, plan);
  expect((await listed(secretary, plan, 'lead')).map(({ id }) => id)).toContain(me);
  await ok(declareIn(app, teacher, plan, { programName: '资格一的申报' }));
  expect(await tallyOf(secretary, plan)).toEqual({
    ...before,
    lead: Number(before.lead) - 1,
    applied: Number(before.applied) + 1,
  });
  const [applied] = (await listed(secretary, plan, 'applied')).filter(({ id }) => id === me);
  expect(rulesOf(applied?.lead)).toEqual(rulesOf((await callIn(teacher, plan)).lead));
  // Another college has its own people alone; whoever looks after nobody has no page.
  const other = await app.as('secretary320');
  expect((await listed(other, plan, 'applied')).map(({ id }) => id)).not.toContain(me);
  expect((await teacher.get(path('program/eligible'), {})).status).toBe(403);
});

test('a team is tried on every call: who keeps it back, told to offices and to oneself alone', async () => {
  const plan = await releasedPlan(office, { planName: '资格二', joinLimit: 1 });
  await ok(declareIn(app, colleague, plan, { programName: '资格二的申报' }));
  const [leaderId, member] = ['teacher', 'teacher2'].map((name) => app.people[home]?.get(name));
  const team = { leaderId, members: [member] };
  const shown = (await tried(teacher, plan, team)).members as RowLike[];
  expect(shown).toMatchObject([
    { id: leaderId, leads: true, part: { may: true } },
    { id: member, leads: false, part: { may: false, findings: [{ rule: 'R-102' }] } },
  ]);
  const known = (await tried(office, plan, team)).members as RowLike[];
  expect(rulesOf(known[1]?.part)).toEqual(['R-102.6']);
});
