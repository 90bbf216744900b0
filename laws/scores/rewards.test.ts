import { gridsIn } from '@keyan/engine/testing/books.ts';
import { cellText } from '@keyan/engine/workbooks/cell.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { scoreBatch } from '@keyan/product/scoring/score-batch.ts';
import { assertPaidOnce } from '@keyan/product/scoring/score-reward.server.ts';
import {
  annulRewards,
  generateRewards,
  lockScores,
} from '@keyan/product/scoring/scoring.server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { home, type LawApplication } from '../support/application.ts';
import type { Client } from '../support/client.ts';
import { ok, path, read } from '../support/filing.ts';
import {
  computeBatch,
  division,
  listOf,
  openScoredYear,
  versioned as versionedFor,
  workOn,
} from '../support/scored-year.ts';

/** Rewards of a year whose scores are confirmed: generated, put right, approved and paid. */
let app: LawApplication;
let office: Client;
let leader: Client;
let finance: Client;
let teacher: Client;
let colleague: Client;
let norm: RowLike;
let batch: RowLike;
const engine = () => app.parts.engine;

beforeAll(async () => {
  const year = await openScoredYear();
  ({ app, office, leader, finance, teacher, colleague, norm, batch } = year);
  const [allot = {}] = await listOf(teacher, 'scoreAllot');
  await ok(teacher.post(path('scoreAllot/submit'), await division(year, allot, ['70', '30'])));
  await ok(teacher.post(path('scoreAllot/divide'), await versioned('scoreAllot', allot)));
  await computeBatch(year);
  await app.database.query(`update score_batch set public_end = '2020-01-01' where id = $1`, [
    batch.id,
  ]);
  const system = engine().asSystem('law', home);
  await system.perform(scoreBatch as unknown as Resource, 'closeAppeals', String(batch.id));
  await ok(office.post(path('scoreBatch/confirm'), { ids: batch.id }));
  await lockScores.run(workOn(batch), engine());
});
afterAll(() => app.close());

const versioned = (kind: string, row: RowLike) => versionedFor(office, kind, row);

test('R-607: confirmed scores are paid by the price of their rules within the budget; papers are left out by default', async () => {
  const given = { rewardMode: '2', batchId: batch.id };
  const plain = await ok(
    office.post(path('scoreReward/submit'), {
      ...given,
      rewardName: '默认',
      exceptObjects: ['paper'],
    }),
  );
  await ok(office.post(path('scoreReward/generateResult'), { ids: plain.id }));
  await generateRewards.run(workOn(plain), engine());
  expect(await read(office, 'scoreReward', plain)).toMatchObject({ detailCount: 0 });
  // With a wrong price and a wrong cap at first: both are put right after the reward was handed in.
  const [rule] = await listOf(office, 'scoreProject', { normId: String(norm.id) });
  const reprice = async (rewardPrice: string) =>
    ok(
      office.post(path('scoreProject/reprice'), {
        ...(await versioned('scoreProject', rule ?? {})),
        rewardPrice,
        reason: '按文件核对',
      }),
    );
  await reprice('2000');
  const terms = { ...given, rewardName: '2025 年度奖励', exceptObjects: null, budget: '3050' };
  const reward = await ok(
    office.post(path('scoreReward/submit'), { ...terms, maxPerPerson: '1500' }),
  );
  await ok(office.post(path('scoreReward/generateResult'), { ids: reward.id }));
  await generateRewards.run(workOn(reward), engine());
  expect(await read(office, 'scoreReward', reward)).toMatchObject({ totalAmount: '2000.00' });
  await ok(office.post(path('scoreReward/handIn'), { ids: reward.id }));
  await ok(office.post(path('scoreReward/reopen'), { ids: reward.id }));
  await reprice('3000');
  const right = { ...terms, ...(await versioned('scoreReward', reward)), maxPerPerson: '2000' };
  await ok(office.post(path('scoreReward/submit'), right));
  const unhanded = await office.post(path('scoreReward/handIn'), { ids: reward.id });
  expect(JSON.stringify(unhanded)).not.toContain('已提交审批');
  await ok(office.post(path('scoreReward/generateResult'), { ids: reward.id }));
  await generateRewards.run(workOn(reward), engine());
  expect(await read(office, 'scoreReward', reward)).toMatchObject({
    status: '1',
    totalAmount: '2900.00',
    detailCount: 2,
  });
  const details = await listOf(office, 'scoreRewardDetail', { rewardId: String(reward.id) });
  const small = details.find(({ userId }) => userId === colleague.id) ?? {};
  const adjust = async (manualAmount: string) =>
    ok(
      office.post(path('scoreRewardDetail/adjust'), {
        ...(await versioned('scoreRewardDetail', small)),
        manualAmount,
        reason: '补足整数',
      }),
    );
  // By hand it may come to more than the budget, but nobody approves or pays that.
  await adjust('1050.01');
  const dear = await office.post(path('scoreReward/handIn'), { ids: reward.id });
  expect(JSON.stringify([dear.msg, dear.data])).toContain('总金额超出预算总额，请调整');
  await adjust('1000');
  // Generated again, what was changed by hand stays.
  await ok(office.post(path('scoreReward/generateResult'), { ids: reward.id }));
  await generateRewards.run(workOn(reward), engine());
  expect(await read(office, 'scoreReward', reward)).toMatchObject({ totalAmount: '3000.00' });
  expect((await ok(teacher.get(path('scoreRewardDetail/list'), { view: 'mine' }))).total).toBe(0);
  await ok(office.post(path('scoreReward/handIn'), { ids: reward.id }));
  await finance.post(path('scoreReward/confirm'), { ids: reward.id });
  expect(await read(office, 'scoreReward', reward)).toMatchObject({ status: '2' });
  await ok(leader.post(path('scoreReward/confirm'), { ids: reward.id }));
  await ok(
    finance.post(path('scoreReward/issue'), {
      ...(await versioned('scoreReward', reward)),
      issueDate: '2026-01-15',
    }),
  );
  // The list that finance pays by: staff numbers, names and amounts.
  const payroll = await finance.get(path('scoreRewardDetail/export'), {
    view: 'all',
    rewardId: String(reward.id),
  });
  const cells = [...(await gridsIn(payroll.raw)).values()].flat(2).map(cellText);
  expect(cells).toEqual(expect.arrayContaining(['工号', '姓名', '2000', '1000']));
  // The list by which finance pays: one sum for each person, the total, and the outputs behind them.
  const sums = await finance.get(path('scoreReward/payroll'), { id: String(reward.id) });
  const sheets = [...(await gridsIn(sums.raw)).values()].map((grid) => grid.flat(1).map(cellText));
  expect(sheets[0]).toEqual(expect.arrayContaining(['工号', '合计', '2000', '1000', '3000']));
  expect(sheets[1]).toEqual(expect.arrayContaining(['成果', '补足整数']));
  const refused = await teacher.get(path('scoreReward/payroll'), { id: String(reward.id) });
  expect(refused.status).toBe(403);
  const mine = (await ok(teacher.get(path('scoreRewardDetail/list'), { view: 'mine' }))).records;
  expect(mine).toMatchObject([{ amount: '2000.00' }]);
  const annul = async (one: RowLike) => {
    await ok(
      office.post(path('scoreReward/abolish'), {
        ...(await versioned('scoreReward', one)),
        reason: '误建',
      }),
    );
    await annulRewards.run(workOn(one), engine());
  };
  await annul(plain);
  // No score is paid twice: another reward of the batch finds none that is left.
  const again = await ok(
    office.post(path('scoreReward/submit'), {
      ...given,
      rewardName: '补发',
      exceptObjects: null,
      unitPrice: null,
    }),
  );
  await ok(office.post(path('scoreReward/generateResult'), { ids: again.id }));
  await generateRewards.run(workOn(again), engine());
  expect(await read(office, 'scoreReward', again)).toMatchObject({ detailCount: 0 });
  // As if both had been generated at one moment: the second is not handed in.
  const [columns] = await app.database.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
      where table_name = 'score_reward_detail' and is_generated = 'NEVER'`,
  );
  await app.database.query(
    `insert into score_reward_detail (${columns?.names})
     select ${columns?.names} from (
       select (jsonb_populate_record(d, jsonb_build_object('id', $1::bigint, 'reward_id', $1::bigint))).*
         from score_reward_detail d where d.reward_id = $2 limit 1) copy`,
    [again.id, reward.id],
  );
  const twice = engine().database.transaction(home, (tx) =>
    assertPaidOnce(tx, { id: String(again.id), batchId: String(again.batchId) }),
  );
  await expect(twice).rejects.toThrow('有 1 条得分已由【2025 年度奖励】发放，请重新生成');
  await app.database.query('delete from score_reward_detail where reward_id = $1', [again.id]);
  // scores that were paid stay.
  const annulled = await office.post(path('scoreBatch/invalidate'), {
    ...(await versioned('scoreBatch', batch)),
    reason: '重算',
  });
  expect(JSON.stringify([annulled.msg, annulled.data])).toContain(
    '已生成奖励「2025 年度奖励」，请先作废该奖励批次',
  );
});
