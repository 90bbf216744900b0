import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { percent } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { processSurplus } from '../project/changes/process-surplus.ts';
import { memberRoleCodes } from '../project/common/parts.ts';
import { project } from '../project/project.ts';
import { fundingRefund } from '../refunds/refund.ts';
import { createRow } from '../shared/mechanisms/rows.server.ts';
import { approveToEnd, attachedFile } from './funds.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import {
  approvalNumberOf,
  grantOf,
  letterOf,
  programmeFor,
  termUntil,
} from './money/grants.server.ts';
import { payerMemoOf, payerOf } from './money/payers.server.ts';
import { bankDay, inOfficeHours } from './office-hours.server.ts';
import { projectBegin } from './papers.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { researchAimsOf } from './project-parts.server.ts';
import { chanceOf } from './random.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { collegeWords, topicAt } from './words.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Number of concluded projects per college. */
const perCollege = 3;

/** Spent part of the grants in percent, cyclic; the rest is a surplus. */
const spent = ['82.5', '93', '76', '88.2', '95.5'] as const;

interface Leader {
  readonly id: string;
  readonly department: string;
  readonly college: string;
}

/** Reads the first teacher of each college, who writes the college's records in these parts. */
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

/** Books a part of a project's arrival on one budget item. */
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

/** Imports the expenses of a project over its years from finance. */
const spend = async (
  { engine }: SeedParts,
  finance: Actor,
  program: Pick<Ending, 'programId' | 'programName' | 'programNum' | 'leaderId' | 'department'>,
  { amount, paid, voucher }: Readonly<Record<'amount' | 'paid' | 'voucher', string>>,
): Promise<void> => {
  const { programId, programName, programNum, leaderId, department } = program;
  await engine.database.transaction(tenantId, (tx) =>
    createRow(behaviourTransaction({ engine, actor: finance }, tx), fundsExpenditure as Resource, {
      programId,
      programName,
      programNum,
      programLeader: leaderId,
      departmentId: department,
      expenseNum: `LS${paid.slice(0, 4)}${programNum.slice(5)}`,
      expenseType: '01',
      expenseDate: paid,
      expenseAmount: amount,
      payee: '江陵大学财务处结转',
      reason: '项目执行期内业务费支出汇总',
      advanceItem: '10201',
      special: '0',
      items: [{ itemCode: '10201', amount, invoiceNum: null, remark: voucher }],
      isImport: '1',
      voucherNum: voucher,
      payDate: paid,
      status: '3',
      auditStatus: '2',
    }),
  );
};

/** Concluded project with unspent money. */
interface Ending {
  readonly programId: string;
  readonly programName: string;
  readonly programNum: string;
  readonly leaderId: string;
  readonly department: string;
  readonly amount: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly approvalNum: string;
  readonly source: string;
  readonly college: string;
}

/** Creates a project as on its first day. */
const begin = async (
  { engine, clock }: SeedParts,
  { id: leaderId, department, college }: Leader,
  turn: number,
  now: Date,
): Promise<Ending> => {
  const words = collegeWords[college];
  const index = turn % perCollege;
  const programme = programmeFor('ended', college, index);
  const { kind, level, resource: source, type, years } = programme;
  // Projects ended between spring and autumn.
  const { startDate, endDate } = termUntil(dayText(now), -(3 + ((turn * 4) % 8)), years);
  const number = `${letterOf[kind]}${startDate.slice(0, 4)}${college}${String(index + 901).padStart(4, '0')}`;
  const approvalNum = approvalNumberOf(programme, number);
  const amount = grantOf(programme, turn);
  const programName = topicAt(college, 140 + index * 11).zh;
  clock.now = projectBegin(startDate);
  const { id: programId } = await engine.asSystem('演示数据', tenantId).save(project, {
    programName,
    programNum: number,
    programKind: kind,
    level,
    resource: source,
    projectType: type,
    approvalNum,
    programLeader: leaderId,
    departmentId: department,
    startDate,
    endDate,
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
  const own = { programId, programName, programNum: number, leaderId, department };
  return { ...own, amount, startDate, endDate, approvalNum, source, college };
};

/**
 * Writes projects concluded in the last year with money left, so that there are surpluses to handle. Does nothing if
 * surpluses exist.
 */
export const demoEndedProjects = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(processSurplus.key)) return;
  const [office, director, finance] = [
    await actorByAccount(parts, 'rd_fund'),
    await actorByAccount(parts, 'rd_admin'),
    await actorByAccount(parts, 'finance'),
  ];
  const turns = (await leadersOf(parts)).flatMap((leader) =>
    Array.from({ length: perCollege }, () => leader),
  );
  for (const [turn, given] of turns.entries()) {
    const leader = await cachedActor(engine, given.id);
    if (!leader) continue;
    const one = await begin(parts, given, turn, now);
    const { programId, amount, approvalNum, source, college } = one;
    const [fundingSource, arriveType, purpose] = payerOf({ source, client: null, college });
    const began = projectBegin(one.startDate).getTime();
    clock.now = bankDay(new Date(began + (60 + ((turn * 5) % 40)) * day));
    const paid = dayText(clock.now);
    const arrival = await engine.as(office).save(fundingArrive, {
      fundingSource,
      arriveType,
      arriveDate: paid,
      arriveAmount: amount,
      summary: payerMemoOf({ approval: approvalNum, number: '', name: one.programName }, purpose),
      financeNum: `WK${paid.replaceAll('-', '')}${String(turn).padStart(3, '0')}`,
      isPublic: '1',
    });
    await bookFor(parts, leader, office, { arriveId: arrival.id, programId, amount });
    const last = new Date(`${one.endDate}T10:00:00+08:00`).getTime();
    clock.now = bankDay(new Date(last - 20 * day));
    await spend(parts, finance, one, {
      amount: percent(amount, spent[turn % spent.length] ?? '80'),
      paid: dayText(clock.now),
      voucher: `JZ${dayText(clock.now).slice(2, 7).replace('-', '')}-${turn + 301}`,
    });
    clock.now = new Date(inOfficeHours(last + (25 + ((turn * 3) % 30)) * day, chanceOf(turn)));
    const { row } = await engine.as(director).read(project, programId);
    await engine.as(director).perform(project, 'registerConclusion', programId, {
      version: row.version,
      reason: '上级部门已结题，登记入账',
    });
  }
  clock.now = now;
};

/** Keys of the resources that this part fills, so that they need no specimens. */
export const refundDemoKinds = [fundingRefund.key];

/**
 * Payments that went to the wrong account or were paid twice: arrived amount, refunded amount, and whether refunded.
 */
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

/** Writes a surplus returned to its funder: approved, and paid by the finance office. */
const payBack = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine } = parts;
  const [project] = await engine.database.read(tenantId, (session) =>
    session.query<Ended>(
      `select p.id::text, p.program_leader::text as leader, (b.booked - b.held - b.spent - b.settled)::text as left
         from program p
         join ledger_funds_balance b on b.tenant_id = p.tenant_id and b.owner_id = p.id and b.account = ''
        where p.tenant_id = $1 and p.status = '40'
          and b.booked > b.spent and b.held = 0 and b.settled = 0
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

/** Writes refunds of arrivals, and a surplus returned to its funder. */
export const demoMoneyBack = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(fundingRefund.key)) return;
  const finance = await actorByAccount(parts, 'finance');
  for (const [index, { payer, arrived, back, memo, done }] of strays.entries()) {
    clock.now = bankDay(new Date(now.getTime() - (12 - index * 3) * day));
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
  // Starts two weeks ago, since each person takes days and nothing may lie in the future.
  clock.now = new Date(now.getTime() - 14 * day);
  await payBack(parts, clock.now);
  clock.now = now;
};
