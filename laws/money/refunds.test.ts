import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { agree, attached, faultOf, ok, path, projectOf, read } from '../support/filing.ts';
import { booked, spent } from '../support/money.ts';

/** Money that goes back, with the worked example of 5,000.00 out of 106,000.00, and parts for later years. */
let app: LawApplication;
let leader: Client;
let office: Client;
let finance: Client;
beforeAll(async () => {
  app = await startApplication();
  leader = await app.as('teacher');
  office = await app.as('rd_fund');
  finance = await app.as('finance');
});
afterAll(() => app.close());

const today = new Date().toISOString().slice(0, 10);

const projected = (more: RowLike = {}): Promise<RowLike> =>
  projectOf(app, leader, {
    programKind: 'horizontal',
    level: '06',
    fundMode: '1',
    endDate: '2027-12-31',
    budget: [{ itemCode: '10201', amount: '100000' }],
    ...more,
  });

const confirm = async ({ id }: RowLike, who = finance) => {
  const { version } = await read(finance, 'fundingRefund', { id });
  return who.post(path('fundingRefund/confirm'), {
    id,
    version,
    voucherNum: `退-${id}`,
    refundDate: today,
  });
};

const sent = async (more: RowLike): Promise<RowLike> =>
  ok(finance.post(path('fundingRefund/submit'), { refundReason: '多付', ...more }));

const figures = async (project: RowLike): Promise<readonly unknown[]> => {
  const row = await read(leader, 'programInfo', project);
  return [
    row.arrivedFunds,
    row.taxedFunds,
    row.overheadFunds,
    row.indirectFunds,
    row.netFunds,
    row.balance,
  ];
};

test('R-301: undivided money goes back, all of it at last, and never a fen more', async () => {
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '1000',
      isPublic: '1',
    }),
  );
  const beyond = await finance.post(path('fundingRefund/submit'), {
    arriveId: arrival.id,
    refundAmount: '1000.01',
    refundReason: '多付',
  });
  expect(faultOf(beyond)).toBe('可退 1,000.00 元，不能退款 1,000.01 元');
  const first = await sent({ arriveId: arrival.id, refundAmount: '400' });
  const both = await sent({ arriveId: arrival.id, refundAmount: '700' });
  expect(first.refundNum).toMatch(/^TK\d{9}$/);
  expect((await confirm(first, office)).status).toBe(403);
  await ok(confirm(first));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    refundedAmount: '400.00',
    leftAmount: '600.00',
    status: '0',
  });
  expect((await confirm(both)).msg).toContain('剩余 600.00 元');
  const reversed = await finance.post(path('fundingArrive/reverse'), {
    id: arrival.id,
    version: (await read(finance, 'fundingArrive', arrival)).version,
    reason: '退款',
  });
  expect(reversed.msg).toContain('已有退款');
  await ok(confirm(await sent({ arriveId: arrival.id, refundAmount: '600' })));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    leftAmount: '0.00',
    status: '5',
  });
});

test('R-301: a refund of a booking takes its share of each figure, the last one the exact rest', async () => {
  const project = await projected();
  const { arrival, division, booking } = await booked({ leader, office, finance }, project);
  await ok(finance.post(path('fundingArrive/finishConfirm'), { ids: arrival.id }));
  expect(await figures(project)).toEqual([
    '106000.00',
    '6720.00',
    '7942.40',
    '7942.40',
    '91337.60',
    '91337.60',
  ]);
  const of = { arriveId: arrival.id, divideId: division.id };
  const one = await sent({ ...of, refundAmount: '5000' });
  expect(one).toMatchObject({ taxBack: '0.00', feeBack: '374.64', netBack: '4625.36' });
  await ok(confirm(one));
  expect(await figures(project)).toEqual([
    '101000.00',
    '6720.00',
    '7567.76',
    '7567.76',
    '86712.24',
    '86712.24',
  ]);
  // A booking on which a refund stands is not taken away.
  const taken = await (await app.as('rd_admin')).post(path('jfdzys/abolish'), {
    id: booking.id,
    reason: '误报',
  });
  expect(taken.msg).toContain('该分配已退款 5,000.00 元（TK');
  // Money that an expense holds cannot go back.
  const expense = await spent({ leader, office, finance }, project, '86000.00');
  const rest = await sent({ ...of, refundAmount: '101000' });
  expect((await confirm(rest)).status).not.toBe(200);
  await ok(leader.post(path('fundsExpenditure/recall'), { id: expense.id }));
  expect((await confirm(rest)).msg).toMatch(/可用余额不足/);
  await ok(confirm(await sent({ ...of, refundAmount: '50000' })));
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    refundedAmount: '55000.00',
    leftAmount: '0.00',
    bookedAmount: '51000.00',
    status: '3',
  });
});

test('R-301: two notes of one rest: the second is refused, also where the arrival has more', async () => {
  const project = await projected({ fundMode: '2', budget: [] });
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '2000',
      isPublic: '1',
    }),
  );
  const divisions: RowLike[] = [];
  for (const _ of [1, 2]) {
    const division = await ok(
      leader.post(path('fundingDivide/submit'), {
        arriveId: arrival.id,
        programId: project.id,
        divideAmount: '1000',
      }),
    );
    await ok(office.post(path('fundingDivide/assign'), { ids: division.id }));
    const booking = await ok(
      leader.post(path('jfdzys/submit'), {
        ...(await attached(leader, '26')),
        divideId: division.id,
        taxAmount: '0',
        indirectFee: '80',
      }),
    );
    await agree(booking, office, finance);
    divisions.push(division);
  }
  const rest = { arriveId: arrival.id, divideId: divisions[0]?.id };
  const notes = [
    await sent({ ...rest, refundAmount: '1000' }),
    await sent({ ...rest, refundAmount: '600' }),
  ];
  await ok(confirm(notes[0] as RowLike));
  expect((await confirm(notes[1] as RowLike)).msg).toBe('可退 0.00 元，不能退款 600.00 元');
  expect(await read(office, 'fundingArrive', arrival)).toMatchObject({
    refundedAmount: '1000.00',
    bookedAmount: '1000.00',
  });
});

test('a part of an arrival is meant for a later year, and counts there', async () => {
  const project = await projected({ fundMode: '2' });
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: '2026-03-01',
      arriveAmount: '3000',
      isPublic: '1',
    }),
  );
  const wrong = await leader.post(path('fundingDivide/submit'), {
    arriveId: arrival.id,
    programId: project.id,
    divideAmount: '1',
    useYear: 2025,
  });
  expect(JSON.stringify(wrong.errors)).toContain('使用年度不能早于到账年度');
  const shares = [
    { programId: project.id, divideAmount: '1000' },
    { programId: project.id, divideAmount: '2000', useYear: 2027 },
  ];
  await ok(office.post(path('fundingArrive/divide'), { id: arrival.id, shares }));
  const { records } = await ok(
    leader.get(path('fundingDivide/list'), { arriveId: String(arrival.id) }),
  );
  const later = (records as RowLike[]).find(({ useYear }) => Number(useYear) === 2027);
  const booking = await ok(
    leader.post(path('jfdzys/save'), { divideId: later?.id, ticketType: '04' }),
  );
  expect(booking).toMatchObject({ bookDay: '2027-01-01' });
});
