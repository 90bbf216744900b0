import type { Actor } from '@keyan/kernel/access/actor.ts';
import { sum } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { processSurplus } from '../project/changes/process-surplus.ts';
import { memberRoleCodes } from '../project/common/parts.ts';
import { project } from '../project/project.ts';
import { fundingRefund } from '../refunds/refund.ts';
import { approveToEnd, attachedFile } from './funds.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { payerOf } from './money/payers.server.ts';
import { bankDay } from './office-hours.server.ts';
import { projectBegin } from './papers.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { researchAimsOf } from './project-parts.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { collegeWords, topicAt } from './words.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Grants of the projects of one college, in yuan. */
const amounts = ['30000.00', '50000.00', '80000.00'] as const;

interface Leader {
  readonly id: string;
  readonly department: string;
  readonly college: string;
}

/** The first teacher of each college: whoever writes its records of kinds that the story does not tell. */
const leadersOf = ({ engine }: SeedParts): Promise<readonly Leader[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Leader>(
      `select distinct on (dept.dept_code) users.id::text, dept.id::text as department,
              dept.dept_code as college
         from users join dept on dept.id = users.dept_id and dept.tenant_id = users.tenant_id
        where users.tenant_id = $1 and dept.dept_code = any($2)
        order by dept.dept_code, users.id`,
      [tenantId, Object.keys(collegeWords)],
    ),
  );

/** Books a part of an arrival for a project, on one item. */
const bookFor = async (
  parts: SeedParts,
  leader: Actor,
  office: Actor,
  { arriveId, programId, amount }: Readonly<Record<'arriveId' | 'programId' | 'amount', string>>,
): Promise<void> => {
  const { engine } = parts;
  const { id: divideId } = await engine
    .as(leader)
    .save(fundingDivide, { arriveId, programId, divideAmount: amount });
  await engine.as(office).perform(fundingDivide, 'assign', divideId);
  const { id } = await engine.as(leader).submit(arrivalBudget, {
    divideId,
    taxAmount: '0.00',
    indirectFee: '0.00',
    items: [{ itemCode: '10201', amount }],
    attachments: await attachedFile(parts, leader, '26', '到账凭证'),
  });
  await approveToEnd(parts, id);
};

/**
 * Projects that were concluded last year and have money left, so that there are surpluses to handle.
 * Nothing happens where surpluses are there already.
 */
export const demoEndedProjects = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(processSurplus.key)) return;
  const [office, director] = [
    await actorByAccount(parts, 'rd_fund'),
    await actorByAccount(parts, 'rd_admin'),
  ];
  const begin = new Date(now.getTime() - 330 * day);
  const year = Number(dayText(now).slice(0, 4)) - 3;
  for (const [place, { id: leaderId, department, college }] of (await leadersOf(parts)).entries()) {
    const leader = await cachedActor(engine, leaderId);
    if (!leader) continue;
    const paid = bankDay(new Date(begin.getTime() + place * 3 * day));
    clock.now = paid;
    const words = collegeWords[college];
    const source = words?.subjectClass === '02' ? '2006' : '2004';
    const [fundingSource, arriveType, purpose] = payerOf({ source, client: null, college });
    const arrival = await engine.as(office).save(fundingArrive, {
      fundingSource,
      arriveType,
      arriveDate: dayText(paid),
      arriveAmount: sum(
        amounts.map((amount) => ({ amount })),
        'amount',
      ),
      summary: `${year} 年度立项三个项目 ${purpose}`,
      financeNum: `WK${dayText(paid).replaceAll('-', '')}${college}`,
      isPublic: '1',
    });
    for (const [index, amount] of amounts.entries()) {
      clock.now = projectBegin(`${year}-01-01`);
      const { id: programId } = await engine.asSystem('演示数据', tenantId).save(project, {
        programName: topicAt(college, 140 + index * 11).zh,
        programNum: `Z${year}${college}${String(index + 901).padStart(4, '0')}`,
        programKind: 'vertical',
        level: '02',
        resource: source,
        approvalNum: `${source === '2006' ? 'SK' : 'KJ'}${year}${college}0${index + 1}`,
        programLeader: leaderId,
        departmentId: department,
        startDate: `${year}-01-01`,
        endDate: dayText(new Date(begin.getTime() + 60 * day)),
        fundMode: '2',
        funds: amount,
        subjectClass: words?.subjectClass ?? '01',
        subject: words?.disciplines[0],
        researchType: '1',
        ...researchAimsOf(college),
        members: [
          {
            sort: 1,
            personType: '01',
            userId: leaderId,
            memberRole: memberRoleCodes.leader,
            task: '主持项目',
            workMonths: '0.5',
          },
        ],
      });
      clock.now = new Date(paid.getTime() + index * day);
      await bookFor(parts, leader, office, { arriveId: arrival.id, programId, amount });
      const { row } = await engine.as(director).read(project, programId);
      await engine.as(director).perform(project, 'registerConclusion', programId, {
        version: row.version,
        reason: '上级部门已结题，登记入账',
      });
    }
  }
  clock.now = now;
};

/** Kinds whose records this part of the demo writes, so that they need no specimens. */
export const refundDemoKinds = [fundingRefund.key];

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
  const leader = project && (await cachedActor(engine, project.leader));
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
  await approveToEnd(parts, id);
  const finance = await actorByAccount(parts, 'finance');
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
  const finance = await actorByAccount(parts, 'finance');
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
  // A fortnight ago: several people take days of work each, and nothing happens in the future.
  clock.now = new Date(now.getTime() - 14 * day);
  await payBack(parts, clock.now);
  clock.now = now;
};
