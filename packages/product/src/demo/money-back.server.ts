import { dayText } from '@keyan/kernel/values/time.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { processSurplus } from '../project/changes/process-surplus.ts';
import { fundingRefund } from '../refunds/refund.ts';
import { agreeToAll } from './funds.server.ts';
import { holderOf } from './handle-task.server.ts';
import { personOf } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

/** Where these come from, no specimens are needed. */
export const toldWithRefunds = [fundingRefund.key];

const { tenantId } = university;
const day = 86_400_000;

/** Payments that went to the wrong account, or came twice: what arrived, what goes back, and whether it did. */
const strays = [
  {
    payer: '江陵市水务集团有限公司',
    arrived: '5000.00',
    back: '5000.00',
    memo: '误汇',
    done: true,
  },
  { payer: '省农业科学院', arrived: '32000.00', back: '2000.00', memo: '多付协作费', done: true },
  {
    payer: '楚天传媒集团有限公司',
    arrived: '8600.00',
    back: '600.00',
    memo: '重复付款',
    done: false,
  },
] as const;

interface Ended {
  readonly id: string;
  readonly leader: string;
  readonly left: string;
}

/** A surplus that went back to its funder: approved, and paid by the finance office. */
const payBack = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  const [project] = await engine.database.read(tenantId, (session) =>
    session.query<Ended>(
      `select p.id::text, p.program_leader::text as leader, b.booked::text as left
         from program p
         join ledger_funds_balance b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
        where p.tenant_id = $1 and p.status = '40'
          and b.booked > 0 and b.held = 0 and b.spent = 0 and b.settled = 0
          and b.arrived + b.carried = b.taxed + b.overhead + b.booked
          and not exists (select 1 from process_surplus s where s.tenant_id = p.tenant_id and s.program_id = p.id)
        order by p.id limit 1`,
      [tenantId],
    ),
  );
  const leader = project && (await personOf(engine, project.leader));
  if (!project || !leader) return;
  const { id } = await engine.as(leader).submit(processSurplus, {
    programId: project.id,
    surplusHandle: '04',
    handleAmount: project.left,
    applyDate: dayText(now),
    payee: '省科学技术厅',
    payeeAccount: '4200013803060001',
    payeeBank: '中国银行江陵支行',
    plan: '项目已结题，结余经费按任务书约定退回拨款单位',
  });
  await agreeToAll(parts, id);
  const finance = await holderOf(parts, 'finance');
  const { row } = await engine.as(finance).read(processSurplus, id);
  await engine.as(finance).perform(processSurplus, 'pay', id, {
    version: row.version,
    voucherNum: '记-2026-1127',
    payDate: dayText(now),
  });
};

/** Money that goes back: refunds of arrivals, and a surplus that its funder takes. */
export const demoMoneyBack = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(fundingRefund.key)) return;
  const finance = await holderOf(parts, 'finance');
  for (const [index, { payer, arrived, back, memo, done }] of strays.entries()) {
    clock.now = new Date(now.getTime() - (12 - index * 3) * day);
    const today = dayText(clock.now);
    const { id: arriveId } = await engine.as(finance).save(fundingArrive, {
      fundingSource: payer,
      arriveType: '02',
      arriveDate: today,
      arriveAmount: arrived,
      summary: memo,
      financeNum: `TK${today.replaceAll('-', '')}${index}`,
      isPublic: '1',
    });
    const { id, version } = await engine.as(finance).save(fundingRefund, {
      arriveId,
      refundAmount: back,
      refundReason: `${memo}，付款单位来函要求退回`,
    });
    if (!done) continue;
    await engine.as(finance).perform(fundingRefund, 'confirm', id, {
      version,
      voucherNum: `退-${today}-${index + 1}`,
      refundDate: today,
    });
  }
  // The day before yesterday: people take their time, and nothing happens in the future.
  clock.now = new Date(now.getTime() - 2 * day);
  await payBack(parts, clock.now);
  clock.now = now;
};
