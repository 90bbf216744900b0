import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import { reserveNumber } from '@keyan/engine/commands/record-number.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { atLeast, minus, percent } from '@keyan/kernel/values/amounts.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../../funds/arrival-budget.ts';
import { taxWithin } from '../../funds/booking.ts';
import { divideArrival } from '../../funds/dividing/divide.server.ts';
import { fundingArrive } from '../../funds/funding-arrive.ts';
import { fundingDivide } from '../../funds/funding-divide.ts';
import { fundsExpenditure } from '../../funds/funds-expenditure.ts';
import { createRow } from '../../shared/mechanisms/rows.server.ts';
import { continueRecord } from '../chapters.server.ts';
import { attachedFile } from '../funds.server.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { bankDay } from '../office-hours.server.ts';
import { cachedActor } from '../person-of.server.ts';
import { type Chance, chanceOf } from '../random.server.ts';
import { runCourse } from '../record-course.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import { demoExchange } from './exchange.server.ts';
import {
  grantedAmounts,
  type PaidProject,
  payerMemoOf,
  payerOf,
  projectsWithoutMoney,
} from './payers.server.ts';

const { tenantId } = university;
const day = 86_400_000;

/** Number of projects that get money in this part. */
const paidProjectCount = 84;

/** Returns whether the arrival at an index is not booked yet; includes one of the guided tour's account. */
const isWaiting = (place: number): boolean => place === 1 || place % 9 === 4;

interface MoneyContext {
  readonly parts: SeedParts;
  readonly now: Date;
  readonly random: Chance;
  readonly office: Actor;
}

/** Creates an arrival as the funds section enters it. */
const arrive = async ({ parts, office }: MoneyContext, values: RowLike): Promise<string> => {
  const { engine, clock } = parts;
  const { id } = await engine.as(office).save(fundingArrive, {
    arriveDate: dayText(clock.now),
    isPublic: '0',
    ...values,
  });
  return id;
};

interface Booked {
  readonly project: PaidProject;
  readonly arriveId: string;
  readonly leader: Actor;
  readonly amount: string;
}

/** Tax values of a general taxpayer, with surtax. */
const taxation = { payer: 'general', rate: '0.06', surtaxRate: '0.12' };

/** Returns the booked items: materials, labour, and travel or equipment. */
const sharesOf = ({ kind }: PaidProject, net: string) => {
  const [work, labour] = [percent(net, '60'), percent(net, '25')];
  return [
    { itemCode: '10201', amount: work },
    { itemCode: '10301', amount: labour },
    { itemCode: kind === 'horizontal' ? '10205' : '10101', amount: minus(net, work, labour) },
  ];
};

/**
 * Stores an approved booking without running its approval, like bookings imported from an older system;
 * `funds.server.ts` runs real approvals.
 */
const bookAtOnce = async (
  { parts }: MoneyContext,
  { project, arriveId, leader, amount }: Booked,
): Promise<void> => {
  const { engine, clock } = parts;
  const resource = arrivalBudget as Resource;
  const [divided] = await engine.database.read(tenantId, (session) =>
    session.query<Readonly<Record<string, string | null>>>(
      `select id::text as "divideId", arrive_code as "arriveCode", funding_source as "fundingSource",
              arrive_date::text as "arriveDate" from funding_divide
        where tenant_id = $1 and arrive_id = $2 and program_id = $3`,
      [tenantId, arriveId, project.id],
    ),
  );
  const isContract = project.kind === 'horizontal';
  const outFunds = isContract ? project.transfer : null;
  const ticketType = isContract && !project.taxFree ? '01' : null;
  const tax = taxWithin(ticketType, amount, taxation);
  const manageFee = isContract ? percent(minus(amount, tax, outFunds), '8') : '0.00';
  const netAmount = minus(amount, tax, manageFee, outFunds);
  clock.now = new Date(clock.now.getTime() + 3 * day);
  const number = await reserveNumber({ engine, actor: leader }, resource, {}, { kind: 'submit' });
  await engine.database.transaction(tenantId, (tx) =>
    createRow(behaviourTransaction({ engine, actor: leader }, tx), resource, {
      ...divided,
      ysNum: number?.text,
      arriveId,
      programId: project.id,
      programName: project.name,
      programNum: project.number,
      programLeader: project.leader,
      departmentId: project.department,
      programKind: project.kind,
      fundMode: project.fundMode,
      contractId: project.contract,
      divideAmount: amount,
      ticketType,
      taxDue: tax,
      taxAmount: tax,
      taxRate: taxation.rate,
      manageRate: isContract ? '8.00' : '0.00',
      manageFee,
      indirectFee: manageFee,
      outFunds,
      netAmount,
      items: project.fundMode === '2' ? null : sharesOf(project, netAmount),
      status: '2',
      auditStatus: '2',
    }),
  );
};

/** Writes one payment of a project: arrival, allocation, and mostly booking and confirmation. */
const pay = async (
  context: MoneyContext,
  project: PaidProject,
  {
    amount,
    when,
    purpose,
    place,
  }: Readonly<{
    amount: string;
    when: Date;
    purpose: string;
    place: number;
  }>,
): Promise<void> => {
  const { parts, now, office } = context;
  const { engine, clock } = parts;
  const leader = await cachedActor(engine, project.leader);
  if (!leader) return;
  const [payer, arriveType, usual] = payerOf(project);
  clock.now = bankDay(when);
  const arriveId = await arrive(context, {
    fundingSource: payer,
    arriveType,
    arriveAmount: amount,
    summary: payerMemoOf(project, purpose || usual),
    financeNum: `YH${dayText(clock.now).replaceAll('-', '')}${String(place).padStart(4, '0')}`,
  });
  clock.now = new Date(Math.min(clock.now.getTime() + day, now.getTime()));
  await divideArrival(
    { engine, actor: office },
    arriveId,
    [{ programId: project.id, divideAmount: amount }],
    [],
  );
  if (isWaiting(place)) return;
  await bookAtOnce(context, { project, arriveId, leader, amount });
  if (place % 3 === 0) return;
  const { version } = (await engine.as(office).read(fundingArrive, arriveId)).row;
  await engine.as(office).perform(fundingArrive, 'finishConfirm', arriveId, { version });
};

/** Writes the transfer of a contract partner's part. */
const transferOut = async (
  { parts, random, now }: MoneyContext,
  { id: programId, partner, transfer, number }: PaidProject,
  leader: Actor,
): Promise<void> => {
  const { engine, clock } = parts;
  if (!partner || !transfer) return;
  clock.now = bankDay(new Date(Math.min(clock.now.getTime() + 2 * day, now.getTime() - day)));
  const { id } = await engine.as(leader).save(fundsExpenditure, {
    programId,
    expenseType: '05',
    expenseDate: dayText(clock.now),
    payee: partner,
    receivablesAccount: '310066018800103456',
    openingBank: '交通银行上海闵行支行',
    reason: '按合作协议拨付现场试验与数据采集经费',
    items: [{ itemCode: '104', amount: transfer, remark: '外拨合作经费' }],
    attachments: [
      ...(await attachedFile(parts, leader, '25', '合作单位收款收据')),
      ...(await attachedFile(parts, leader, '03', '合作协议')),
    ],
  });
  const record = { resource: fundsExpenditure as Resource, writer: leader, id };
  await runCourse(parts, record, ['submit', 'finish'], now, random);
  const finance = await actorByAccount(parts, 'finance');
  const { row } = await engine.as(finance).read(fundsExpenditure, id);
  await engine.as(finance).perform(fundsExpenditure, 'pay', id, {
    version: row.version,
    voucherNum: `转-${number}`,
    payDate: dayText(clock.now),
  });
};

/** Books the first payments of contracts; most leaders have booked. */
const bookContracts = async (context: MoneyContext): Promise<void> => {
  const { parts, now } = context;
  const granted = await grantedAmounts(parts);
  for (const [place, { arriveId, amount, paid, ...project }] of granted.entries()) {
    const leader = await cachedActor(parts.engine, project.leader);
    if (!leader || project.account === 'teacher' || place % 5 === 4) continue;
    const when = new Date(`${paid}T10:00:00+08:00`).getTime() + 4 * day;
    parts.clock.now = new Date(Math.min(when, now.getTime() - 4 * day));
    await bookAtOnce(context, { project, arriveId, leader, amount });
    await transferOut(context, project, leader);
  }
};

/** Writes the first payment of each project two to three months after its start, and the next a year later. */
const writePayments = async (
  context: MoneyContext,
  projects: readonly PaidProject[],
): Promise<void> => {
  const { now, random } = context;
  for (const [place, project] of projects.slice(0, paidProjectCount).entries()) {
    const isContract = project.contract !== null;
    const began = new Date(`${project.start}T10:00:00+08:00`).getTime();
    const first = began + random.int(isContract ? 8 : 50, isContract ? 40 : 110) * day;
    const when = new Date(Math.min(first, now.getTime() - (12 + (place % 40)) * day));
    const amount = percent(project.granted, isContract ? '40' : '50');
    const purpose = isContract ? '首期款' : '';
    await continueRecord(context.parts, project.id, () =>
      pay(context, project, { amount, when, purpose, place }),
    );
  }
};

/** Unclaimed arrivals: payer, type, amount, memo, age in days, open for claims. */
const unclaimed = [
  ['江陵市农业农村局', '02', '40000.00', '课题费', 3, '1'],
  ['省科学技术厅', '01', '90000.00', '2026 年度科技计划项目后补助', 5, '1'],
  ['江陵精密仪器有限公司', '02', '25000.00', '检测费', 6, '1'],
  ['楚天传媒集团有限公司', '02', '18000.00', '研究费尾款', 8, '1'],
  ['华东某高校', '05', '60000.00', '合作项目外拨经费', 9, '1'],
  ['江陵市水务集团有限公司', '02', '36000.00', '技术服务', 10, '0'],
  ['省教育厅', '01', '20000.00', '教改项目', 12, '0'],
  ['荆楚环保工程有限公司', '02', '52800.00', '货款', 13, '0'],
  ['江陵国际物流有限公司', '02', '9800.00', '翻译费', 16, '0'],
  ['江陵市中心医院', '02', '15000.00', '合作研究', 17, '0'],
] as const;

const writeUnclaimedArrivals = async (context: MoneyContext): Promise<void> => {
  const { parts, now } = context;
  for (const [place, one] of unclaimed.entries()) {
    const [fundingSource, arriveType, arriveAmount, summary, ago, isPublic] = one;
    parts.clock.now = bankDay(new Date(now.getTime() - ago * day));
    await arrive(context, {
      fundingSource,
      arriveType,
      arriveAmount,
      summary,
      isPublic,
      financeNum: `YH${dayText(parts.clock.now).replaceAll('-', '')}9${String(place).padStart(3, '0')}`,
    });
  }
};

/** Writes four arrivals that two leaders claim. */
const writeRivalClaims = async (
  context: MoneyContext,
  projects: readonly PaidProject[],
): Promise<void> => {
  const { parts, now } = context;
  const { engine, clock } = parts;
  const contracts = projects.filter(({ contract }) => contract !== null).toReversed();
  for (let place = 0; place < 4; place += 1) {
    const [one, other] = [contracts[place * 2], contracts[place * 2 + 1]];
    if (!one || !other) return;
    clock.now = bankDay(new Date(now.getTime() - (4 + place * 3) * day));
    const arriveId = await arrive(context, {
      fundingSource: payerOf(one)[0],
      arriveType: '02',
      arriveAmount: '50000.00',
      summary: '技术合同款',
      isPublic: '1',
      financeNum: `YH${dayText(clock.now).replaceAll('-', '')}8${String(place).padStart(3, '0')}`,
    });
    for (const [project, divideAmount] of [
      [one, '50000.00'],
      [other, '30000.00'],
    ] as const) {
      const leader = await cachedActor(engine, project.leader);
      if (!leader || !atLeast('50000.00', divideAmount)) continue;
      clock.now = new Date(Math.min(clock.now.getTime() + day / 4, now.getTime()));
      await engine.as(leader).save(fundingDivide, {
        arriveId,
        programId: project.id,
        divideAmount,
        remarks: '与合同约定的付款节点一致。',
      });
    }
  }
};

/**
 * Writes the money of projects from their own sources over their duration: arrivals, bookings, disputed claims, and the
 * exchange with finance. Does nothing if the part was written.
 */
export const demoMoney = async (parts: SeedParts, now: Date): Promise<void> => {
  const [known] = await parts.engine.database.read(tenantId, (session) =>
    session.query(
      `select 1 from funding_arrive where tenant_id = $1 and finance_num like 'YH%' limit 1`,
      [tenantId],
    ),
  );
  if (known) return;
  const office = await actorByAccount(parts, 'rd_fund');
  const context: MoneyContext = { parts, now, random: chanceOf(631), office };
  const projects = await projectsWithoutMoney(parts, dayText(now));
  await bookContracts(context);
  await writePayments(context, projects);
  await writeUnclaimedArrivals(context);
  await writeRivalClaims(context, projects);
  await demoExchange(parts, now);
  parts.clock.now = now;
};
