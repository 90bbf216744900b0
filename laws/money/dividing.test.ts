import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok, path, projectOf, read } from '../support/filing.ts';

/** 分配: one arrival over several projects in one step, with the ruling over its claims. */
let app: LawApplication;
let leader: Client;
let office: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  office = await app.as('rd_fund');
});
afterAll(() => app.close());

const projects: RowLike[] = [];
let arrival: RowLike;
const claims: RowLike[] = [];

const claim = async (programId: unknown, divideAmount: string): Promise<RowLike> =>
  ok(leader.post(path('fundingDivide/submit'), { arriveId: arrival.id, programId, divideAmount }));

const divide = (asked: RowLike, who = office) =>
  who.post(path('fundingArrive/divide'), { id: arrival.id, ...asked });

const left = async () => (await read(office, 'fundingArrive', arrival)).leftAmount;

test('two claims compete, and a third project gets the rest: all in one step, or nothing', async () => {
  for (const n of [1, 2, 3]) {
    projects.push(
      await projectOf(app, leader, { programName: `分配项目${n}`, endDate: '2029-12-31' }),
    );
  }
  arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '106000',
      isPublic: '1',
    }),
  );
  const [first, second, third] = projects.map(({ id }) => id);
  claims.push(await claim(first, '106000'), await claim(second, '50000'));
  const { records } = await ok(
    office.get(path('fundingDivide/list'), { arriveId: String(arrival.id), status: '9' }),
  );
  const versions = new Map((records as RowLike[]).map(({ id, version }) => [id, version]));
  const [one, two] = claims.map(({ id }) => ({ id, version: versions.get(id) ?? 0 }));
  expect((await divide({ shares: [{ programId: first, divideAmount: '1' }] }, leader)).status).toBe(
    403,
  );

  // One fen too much: nothing of it happens.
  const tooMuch = await divide({
    claims: [
      { ...one, granted: true, divideAmount: '60000' },
      { ...two, granted: false, reason: '与合同不符' },
    ],
    shares: [{ programId: third, divideAmount: '46000.01' }],
  });
  expect(JSON.stringify([tooMuch.msg, tooMuch.errors])).toContain('剩余');
  expect(await left()).toBe('106000.00');
  expect(await read(office, 'fundingDivide', claims[1] as RowLike)).toMatchObject({ status: '9' });

  const lacking = await divide({ claims: [{ ...two, granted: false }] });
  expect(lacking.errors[0]?.path).toBe('claims.0.reason');

  const done = await ok(
    divide({
      claims: [
        { ...one, granted: true, divideAmount: '60000' },
        { ...two, granted: false, reason: '与合同不符' },
      ],
      shares: [{ programId: third, divideAmount: '46000' }],
    }),
  );
  expect(done).toEqual({ granted: 2, refused: 1 });
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    status: '2',
    leftAmount: '0.00',
    dividedAmount: '106000.00',
  });
  expect(await read(office, 'fundingDivide', claims[0] as RowLike)).toMatchObject({
    status: '0',
    divideAmount: '60000.00',
  });
  expect(await read(office, 'fundingDivide', claims[1] as RowLike)).toMatchObject({
    status: '8',
    refusedFor: '与合同不符',
  });
  const { records: told } = await ok(leader.get('kh-edu-research/message/list', { size: '20' }));
  expect(JSON.stringify(told)).toContain(
    '江陵电力公司 来款到账 46,000.00 元，已分配到项目【分配项目3】，请办理入账。',
  );
  // A claim that somebody decided meanwhile is not decided again.
  const again = await divide({ claims: [{ ...one, granted: true }] });
  expect(again.status).toBe(400);
});

test('R-303: the memo and the amount say to which project an arrival belongs', async () => {
  const named = await projectOf(app, leader, {
    programKind: 'horizontal',
    programNum: 'H2026777',
    funds: '88000',
    endDate: '2029-12-31',
  });
  const paid = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '某公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '88000',
      summary: 'H2026777 合同款',
      isPublic: '1',
    }),
  );
  const found = await ok(office.get(path('fundingArrive/suspects'), { id: String(paid.id) }));
  expect(found).toMatchObject([{ id: named.id, points: 80 }]);
  // Finance, who divides nothing, reads the same; a leader reads their own projects, and another one nothing.
  const finance = await app.as('finance');
  const suspectsFor = async (who: Client) =>
    ok(who.get(path('fundingArrive/suspects'), { id: String(paid.id) }));
  for (const who of [finance, leader]) {
    expect(await suspectsFor(who)).toMatchObject([
      {
        id: named.id,
        points: 80,
        reasons: [
          ['附言含项目编号 H2026777', expect.anything()],
          ['金额=未到账余额', expect.anything()],
        ],
      },
    ]);
  }
  expect(await suspectsFor(await app.as('teacher2'))).toEqual([]);
  // The form of a claim asks what is left of the arrival while it is filled in.
  expect(
    await ok(leader.post(path('fundingDivide/facts'), { arriveId: paid.id, programId: named.id })),
  ).toMatchObject({ 'balances arrivals arriveId': { '': { left: '88000.00' } } });
  // The same from the side of the project: for its leader and the office, and for nobody else.
  const offered = async (who: Client) =>
    ok(who.get(path('fundingArrive/suspectsOf'), { programId: String(named.id) }));
  for (const who of [leader, office, finance]) {
    expect(await offered(who)).toMatchObject([{ id: paid.id, amount: '88000.00', points: 80 }]);
  }
  const stranger = await app.as('teacher2');
  const refused = await stranger.get(path('fundingArrive/suspectsOf'), {
    programId: String(named.id),
  });
  expect(refused.status).not.toBe(200);
  // Money that was granted teaches its account: the next from there is worth 15 more, for whoever reads it masked, too.
  const more = {
    fundingSource: '江陵财政局',
    arriveType: '02',
    arriveDate: '2026-03-01',
    isPublic: '1',
  };
  const bankAccount = '42001862108053000123';
  const first = await ok(
    office.post(path('fundingArrive/submit'), { ...more, arriveAmount: '100', bankAccount }),
  );
  await ok(
    office.post(path('fundingArrive/divide'), {
      id: first.id,
      shares: [{ programId: named.id, divideAmount: '100' }],
      claims: [],
    }),
  );
  const next = await ok(
    office.post(path('fundingArrive/submit'), {
      ...more,
      arriveAmount: '87900',
      bankAccount: '4200 1862 1080 5300 0123',
      summary: '某项目',
    }),
  );
  const ofNext = await ok(office.get(path('fundingArrive/suspects'), { id: String(next.id) }));
  expect(JSON.stringify(ofNext)).toContain('来款账号以往确认过');
  expect(JSON.stringify(await offered(leader))).toContain('来款账号以往确认过');
});
