import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Answer, Client } from '../support/client.ts';
import { declareIn, joins, leads, releasedPlan } from '../support/declaring.ts';
import { agree, ok, path, read } from '../support/filing.ts';
import {
  actOn,
  enlist,
  itemsOf,
  type Judge,
  judge,
  newReview,
  tasksOf,
} from '../support/reviewing.ts';

/** Reviews in which experts meet, and what experts are paid (会评, 评审费). */
let app: LawApplication;
let teacher: Client;
let office: Client;
let admin: Client;
let finance: Client;
let judges: readonly Judge[];

beforeAll(async () => {
  app = await startApplication();
  [teacher, office, admin, finance] = (await Promise.all(
    ['teacher', 'rd_project', 'rd_admin', 'finance'].map((account) => app.as(account)),
  )) as [Client, Client, Client, Client];
  judges = await enlist(app, office, [
    ['expert', '俞望舒', { bankName: '工商银行', bankAccount: '6222000012345678' }],
    ['school_leader', '邵则成'],
    ['teacher320', '程鸿渐', { ranks: '012' }],
  ]);
});
afterAll(() => app.close());

/** A declaration in a review of all three experts; `members` are named by it. */
const reviewed = async (more: RowLike, members?: readonly RowLike[]): Promise<RowLike> => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  const declared = await ok(
    declareIn(app, teacher, plan, {
      programName: `湿地修复${JSON.stringify(more).length}`,
      ...(members && { members }),
    }),
  );
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, members ? await app.as('rd_leader') : office);
  const set = await newReview(admin, judges, {
    planId: plan.id,
    expertPerItem: 3,
    reserves: 0,
    ...more,
  });
  await ok(actOn(admin, set, 'publish'));
  return set;
};

const minutesOf = async (set: RowLike): Promise<RowLike> => {
  const page = await ok(
    admin.get(path('pssz/minutes/list'), {
      view: 'all',
      setId: String(set.id),
      size: '9',
      current: '1',
    }),
  );
  return (page.records as RowLike[])[0] ?? {};
};

const act = async (
  who: Client,
  minutes: RowLike,
  call: string,
  more: RowLike = {},
): Promise<Answer> => {
  const { version } = await read(who, 'pssz/minutes', minutes);
  return who.post(path(`pssz/minutes/${call}`), {
    id: minutes.id,
    ids: minutes.id,
    version,
    ...more,
  });
};

test('a meeting begins with two thirds of its panel, and nothing is confirmed before its minutes are signed', async () => {
  const set = await reviewed({ reviewMode: '2', scoreScheme: '3' });
  expect((await actOn(admin, set, 'ok')).msg).toContain('请先召开会评');
  await ok(actOn(admin, set, 'meet'));
  expect((await actOn(admin, set, 'meet')).msg).toContain('各组会评已召开');
  const minutes = await minutesOf(set);
  const [one, two, three] = judges as readonly [Judge, Judge, Judge];
  await ok(act(one.client, minutes, 'checkIn'));
  await ok(act(two.client, minutes, 'checkIn'));
  expect((await act(admin, minutes, 'start')).msg).toContain('到会专家不足三分之二');
  await ok(act(admin, minutes, 'mark', { expertIds: three.id }));
  await ok(act(admin, minutes, 'start'));
  expect((await act(admin, minutes, 'finish')).msg).toContain('还有 3 份评审未提交');

  const panel = (who: Client) => who.get(path('pssz/minutes/panel'), { id: String(minutes.id) });
  const [task = {}] = await tasksOf(one.client, set);
  await ok(judge(one.client, task, { vote: '1' }));
  const [shown] = (await ok(panel(admin))).items as RowLike[];
  // Values show when all sheets are in.
  expect(shown).toMatchObject({ handedIn: 1, sheets: 3, votes: '', conclusion: '' });
  for (const [at, { client }] of [two, three].entries()) {
    const [own = {}] = await tasksOf(client, set);
    await ok(judge(client, own, { vote: at === 0 ? '1' : '2' }));
  }
  expect((await ok(panel(admin))).items).toMatchObject([
    { handedIn: 3, votes: '2 : 1 : 0', conclusion: '推荐' },
  ]);
  // Only the office and the chair have the screen.
  expect((await panel(two.client)).status).toBe(404);

  await ok(act(admin, minutes, 'finish'));
  expect((await read(admin, 'pssz/minutes', minutes)).lines).toMatchObject([
    { votes: '2 : 1 : 0', conclusion: '1' },
  ]);
  expect((await actOn(admin, set, 'ok')).msg).toContain('会评纪要未签字');
  expect((await act(admin, minutes, 'seal')).msg).toContain('请先填写纪要');
  await ok(act(admin, minutes, 'write', { content: '专家组听取汇报并表决。' }));
  await ok(act(one.client, minutes, 'sign'));
  expect((await act(admin, minutes, 'seal')).msg).toContain('签字专家不足');
  await ok(act(admin, minutes, 'signOnPaper', { expertIds: two.id }));
  expect((await act(admin, minutes, 'seal')).msg).toContain('请先填写未签字专家的情况说明');
  await ok(act(three.client, minutes, 'sign'));
  await ok(act(admin, minutes, 'seal'));
  const { attendance } = await read(admin, 'pssz/minutes', minutes);
  expect((attendance as RowLike[]).map(({ signWay }) => signWay)).toEqual(['1', '2', '1']);
  await ok(actOn(admin, set, 'ok'));
});

test('whoever a record names that came after the meeting was called, reads nothing of it', async () => {
  const set = await reviewed({ reviewMode: '2', scoreScheme: '3', setName: '补充分配' });
  await ok(actOn(admin, set, 'meet'));
  const minutes = await minutesOf(set);
  const seen = async () => [
    (await office.get(path('pssz/minutes/detail'), { id: String(minutes.id) })).status,
    (await office.get(path('pssz/minutes/panel'), { id: String(minutes.id) })).status,
  ];
  expect(await seen()).toEqual([200, 200]);
  const late = await ok(
    declareIn(
      app,
      teacher,
      { id: set.planId },
      {
        programName: '后到的申报',
        members: [leads(teacher), joins(office)],
      },
    ),
  );
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader', 'rd_leader'].map((account) => app.as(account)),
  );
  await agree(late, ...handlers);
  await ok(actOn(admin, set, 'assign'));
  expect(await seen()).toEqual([404, 404]);
});

test('fees follow the rate of a rank, and stay closed to whom the judged records name', async () => {
  // The section head is a member of the project.
  const set = await reviewed({}, [leads(teacher), joins(office)]);
  for (const { client } of judges) {
    const [task = {}] = await tasksOf(client, set);
    await ok(judge(client, task, { percent: 80 }));
  }
  expect((await actOn(admin, set, 'charge')).status).not.toBe(200);
  await ok(actOn(admin, set, 'ok'));
  expect((await actOn(admin, set, 'charge')).msg).toContain('请先维护【网络通讯评审】的评审费标准');
  const rate = (more: RowLike) =>
    ok(
      admin.post(path('reviewFeeRate/submit'), { rateName: '通讯评审', reviewMode: '1', ...more }),
    );
  await rate({ price: '100.00' });
  await rate({ price: '150.00', ranks: '011', most: '120.00' });
  await ok(actOn(admin, set, 'charge'));
  const feesOf = async (who: Client, view: string) =>
    (
      await ok(
        who.get(path('reviewFee/list'), {
          view,
          setId: String(set.id),
          size: '9',
          current: '1',
        }),
      )
    ).records as RowLike[];
  const made = await feesOf(admin, 'all');
  expect(
    made.map(({ name, items, amount, isCapped }) => [name, items, amount, isCapped]).toSorted(),
  ).toEqual([
    ['俞望舒', 1, '120.00', '1'],
    ['程鸿渐', 1, '100.00', '0'],
    ['邵则成', 1, '120.00', '1'],
  ]);
  expect(JSON.stringify(made)).not.toContain('6222000012345678');
  expect(await feesOf(office, 'all')).toEqual([]);
  expect((await office.get(path('reviewFee/detail'), { id: String(made[0]?.id) })).status).toBe(
    404,
  );

  const ids = made.map(({ id }) => id).join(',');
  const paid = { ids, payDate: '2026-12-01' };
  // Nothing is paid before the office confirms it.
  await finance.post(path('reviewFee/pay'), paid);
  expect((await feesOf(finance, 'pay')).map(({ status }) => status)).toEqual(['0', '0', '0']);
  await ok(admin.post(path('reviewFee/agree'), { ids }));
  await ok(finance.post(path('reviewFee/pay'), paid));
  expect((await feesOf(finance, 'pay')).map(({ status }) => status)).toEqual(['2', '2', '2']);
  expect((await actOn(admin, set, 'charge')).msg).toContain('没有需要生成评审费的专家');
});

test('a preview is what publishing writes, and other chance may choose others', async () => {
  const plan = await releasedPlan(office, { needReview: '1', reviewMode: '1' });
  const declared = await ok(declareIn(app, teacher, plan, { programName: '湿地预览' }));
  const handlers = await Promise.all(
    ['dept_secretary', 'dept_leader'].map((account) => app.as(account)),
  );
  await agree(declared, ...handlers, office);
  const set = await newReview(admin, judges, { planId: plan.id, expertPerItem: 1, reserves: 1 });
  const preview = async () => ok(admin.get(path('pssz/preview'), { id: String(set.id) }));
  const shown = await preview();
  expect(shown).toMatchObject({ records: 1, experts: 3, fault: '' });
  const [item] = shown.items as (RowLike & { asked: RowLike[]; reserves: RowLike[] })[];
  expect(await tasksOf(admin, set, 'progress')).toEqual([]);
  expect(await preview()).toEqual(shown);
  await ok(actOn(admin, set, 'publish'));
  const given = await tasksOf(admin, set, 'progress');
  const idsOf = (role: string) =>
    given.filter((task) => task.role === role).map(({ expertId }) => expertId);
  expect(idsOf('1')).toEqual(item?.asked.map(({ id }) => id));
  expect(idsOf('2')).toEqual(item?.reserves.map(({ id }) => id));
  expect(await itemsOf(admin, set)).toHaveLength(1);
});
