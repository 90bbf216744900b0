import type { RowLike } from '@keyan/kernel/values/row.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LawApplication, startApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { agree, attached, ok, path, projectOf, read } from '../support/filing.ts';

/** 经费配置: the rates of a booking are those of its submission. */
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

const day = (offset: number): string =>
  new Date(app.parts.engine.clock().getTime() + offset * 86_400_000 + 8 * 3_600_000)
    .toISOString()
    .slice(0, 10);

const configured = (more: RowLike): Promise<RowLike> =>
  ok(
    office.post(path('fundsConfig/submit'), {
      programKind: 'horizontal',
      manageRate: '6',
      startDate: day(-30),
      ...more,
    }),
  );

const enable = (config: RowLike) =>
  office.post(path('fundsConfig/enable'), { id: config.id, version: config.version });

let project: RowLike;

/** Money that was granted to the project. */
const granted = async (amount: string): Promise<RowLike> => {
  const arrival = await ok(
    office.post(path('fundingArrive/submit'), {
      fundingSource: '江陵电力公司',
      arriveType: '02',
      arriveDate: day(-1),
      arriveAmount: amount,
      isPublic: '1',
    }),
  );
  const claim = await ok(
    leader.post(path('fundingDivide/submit'), {
      arriveId: arrival.id,
      programId: project.id,
      divideAmount: amount,
    }),
  );
  await ok(office.post(path('fundingDivide/assign'), { ids: claim.id }));
  return claim;
};

const booking = async (claim: RowLike, indirectFee: string, net: string): Promise<RowLike> => ({
  divideId: claim.id,
  ticketType: '04',
  indirectFee,
  items: [{ itemCode: '10201', amount: net }],
  ...(await attached(leader, '26')),
});

test('the configuration that says most holds; the earlier of two alike ends the day before', async () => {
  project = await projectOf(app, leader, {
    programKind: 'horizontal',
    fundMode: '1',
    funds: '620000',
    endDate: '2029-12-31',
    budget: [{ itemCode: '10201', amount: '500000' }],
  });
  const all = await configured({ configName: '横向 2025', manageRate: '8' });
  await ok(enable(all));
  const claim = await granted('100000');
  const draft = await ok(leader.post(path('jfdzys/save'), { divideId: claim.id }));
  expect(draft).toMatchObject({ manageRate: '8.00', configId: all.id, ratesOf: day(0) });

  const bands = await configured({
    configName: '横向 2026',
    startDate: day(-1),
    manageSteps: [{ upTo: '500000', rate: '8' }, { rate: '6' }],
    performanceRate: '10',
  });
  await ok(enable(bands));
  expect(await read(office, 'fundsConfig', all)).toMatchObject({ endDate: day(-2), status: '1' });
  const twin = await configured({ configName: '横向 2026 之二', startDate: day(-1) });
  expect((await enable(twin)).msg).toBe(
    `【横向 2026】适用范围相同，也自 ${day(-1)} 生效，请先停用`,
  );

  const over = await leader.post(path('jfdzys/submit'), {
    ...(await booking(claim, '16000.01', '83999.99')),
    performanceFee: '10000.01',
  });
  expect(over.errors[0]?.message).toBe('绩效 10,000.01 元，超过上限 10,000.00 元（10.00%）');
  const sent = await ok(leader.post(path('jfdzys/submit'), await booking(claim, '6000', '94000')));
  expect(sent).toMatchObject({ manageRate: '6.00', manageFee: '6000.00', configId: bands.id });

  // Between submission and approval another rate is enabled: the one of the submission holds.
  const later = await configured({ configName: '横向 自今日', startDate: day(0), manageRate: '5' });
  await ok(enable(later));
  const found = await ok(
    office.get('kh-edu-research/mywork/todo/checks', {
      kind: 'jfdzys',
      businessId: String(sent.id),
    }),
  );
  expect(JSON.stringify(found)).toContain(
    `费率配置已于 ${day(0)} 由 6% 改为 5%，本单按提交时（${day(0)}）的 6% 计算`,
  );
  await agree(sent, office, finance);
  expect(await read(leader, 'jfdzys', sent)).toMatchObject({
    manageRate: '6.00',
    manageFee: '6000.00',
    configId: bands.id,
    status: '2',
  });

  // A disabled one holds for nobody, and the one before it goes on.
  const { version } = await read(office, 'fundsConfig', later);
  await ok(office.post(path('fundsConfig/disable'), { id: later.id, version }));
  expect(await read(office, 'fundsConfig', bands)).toMatchObject({ endDate: '' });
  const next = await granted('1000');
  const again = await ok(leader.post(path('jfdzys/save'), { divideId: next.id }));
  expect(again).toMatchObject({ manageRate: '6.00', configId: bands.id });
});
