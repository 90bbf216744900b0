import { Readable } from 'node:stream';
import { asOfNow } from '@keyan/engine/identity/rights.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { handleOpenTask, holderOf } from './handle-task.server.ts';
import { smallPdf } from './pdf.server.ts';
import { emptyResources } from './progress.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;
/** No route of ours has more steps. */
const mostSteps = 10;

/** How far the money of an arrival has come in the demo. */
type Stage = 'arrived' | 'claimed' | 'granted' | 'inApproval' | 'booked' | 'spending';

interface Arrival {
  readonly payer: string;
  readonly type: string;
  readonly amount: string;
  readonly memo: string;
  readonly stage: Stage;
}

const arrivals: readonly Arrival[] = [
  ['省科学技术厅', '01', '300000.00', '重点研发计划第一年拨款', 'spending'],
  ['国家自然科学基金委员会', '01', '240000.00', '面上项目直接经费', 'spending'],
  ['江陵电力设计院有限公司', '02', '106000.00', '技术服务合同首期款', 'spending'],
  ['省哲学社会科学规划办公室', '01', '80000.00', '一般项目资助经费', 'booked'],
  ['江陵市水务集团', '02', '58000.00', '委托开发合同尾款', 'inApproval'],
  ['江陵市教育局', '01', '30000.00', '教育规划课题经费', 'granted'],
  ['华中智造科技有限公司', '02', '150000.00', '合作研发合同二期款', 'claimed'],
  ['江汉农业科技发展有限公司', '02', '42000.00', '技术咨询费', 'arrived'],
  ['江陵市文化和旅游局', '99', '20000.00', '课题经费', 'arrived'],
].map(([payer = '', type = '', amount = '', memo = '', stage]) => ({
  payer,
  type,
  amount,
  memo,
  stage: stage as Stage,
}));

const stages: readonly Stage[] = [
  'arrived',
  'claimed',
  'granted',
  'inApproval',
  'booked',
  'spending',
];
const reaches = (stage: Stage, least: Stage): boolean =>
  stages.indexOf(stage) >= stages.indexOf(least);

interface Expense {
  readonly item: string;
  readonly amount: string;
  readonly payee: string;
  readonly reason: string;
  readonly fate: 'draft' | 'submitted' | 'approved' | 'paid';
}

const expenses: readonly Expense[] = [
  ['10201', '3860.50', '江陵化学试剂有限公司', '购买实验材料', 'paid'],
  ['10202', '12000.00', '江陵大学分析测试中心', '样品测试', 'approved'],
  ['10205', '2486.00', '江陵国际会议中心', '参加学术会议', 'submitted'],
  ['10204', '5200.00', '学术出版社', '论文版面费', 'draft'],
].map(([item = '', amount = '', payee = '', reason = '', fate]) => ({
  item,
  amount,
  payee,
  reason,
  fate: fate as Expense['fate'],
}));

interface Project {
  readonly id: string;
  readonly leader: string;
  readonly kind: string;
}

/** Projects under way, one of each leader: those of contracts for what contracts pay. */
const projectsOf = ({ engine }: SeedParts): Promise<readonly Project[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Project>(
      `select distinct on (program_leader) id::text, program_leader::text as leader,
              program_kind as kind
         from program where tenant_id = $1 and is_deleted = 0 and status in ('20', '21')
        order by program_leader, id limit 40`,
      [tenantId],
    ),
  );

const passDays = ({ clock }: SeedParts, days: number): void => {
  clock.now = new Date(clock.now.getTime() + days * day);
};

/** All who are still to be asked agree, one each day. */
export const agreeToAll = async (parts: SeedParts, id: string): Promise<void> => {
  for (let step = 0; step < mostSteps; step += 1) {
    passDays(parts, 1);
    const open = await handleOpenTask(parts, id, (task) => ({
      is: 'agree',
      task,
      comment: '同意',
    }));
    if (!open) return;
  }
};

/** A small file in a category of attachments. */
export const attached = async (
  { files }: SeedParts,
  owner: Actor,
  catalog: string,
  title: string,
) => {
  const stream = Readable.from([smallPdf(title, [title])]);
  const { id } = await files.put(owner, { fileName: `${title}.pdf`, stream, catalog });
  return [{ id, catalog }];
};

/** Books the whole of an allocation on one item: overhead and nothing else is kept. */
const book = async (
  parts: SeedParts,
  leader: Actor,
  project: Project,
  divideId: string,
  { amount, stage }: Arrival,
): Promise<void> => {
  const indirectFee = project.kind === 'horizontal' ? percent(amount, '8') : '0.00';
  const half = percent(minus(amount, indirectFee), '50');
  const { id } = await parts.engine.as(leader).submit(arrivalBudget, {
    divideId,
    taxAmount: '0.00',
    indirectFee,
    items: [
      { itemCode: '10201', amount: half },
      { itemCode: '10205', amount: minus(amount, indirectFee, half) },
    ],
    attachments: await attached(parts, leader, '26', '到账凭证'),
  });
  if (reaches(stage, 'booked')) await agreeToAll(parts, id);
};

const spend = async (
  parts: SeedParts,
  leader: Actor,
  finance: Actor,
  programId: string,
  { item, amount, payee, reason, fate }: Expense,
  place: number,
): Promise<void> => {
  const { engine, clock } = parts;
  const number = String(20_260_000 + place);
  const row = await engine.as(leader).save(fundsExpenditure, {
    programId,
    expenseType: '01',
    expenseDate: dayText(clock.now),
    payee,
    receivablesAccount: `6222020200${number}`,
    openingBank: '中国工商银行江陵支行',
    reason,
    items: [{ itemCode: item, amount, invoiceNum: number, remark: reason }],
    attachments: await attached(parts, leader, '25', '发票'),
  });
  if (fate === 'draft') return;
  await engine.as(leader).submit(fundsExpenditure, { id: row.id, version: row.version });
  if (fate === 'submitted') return;
  await agreeToAll(parts, row.id);
  if (fate === 'approved') return;
  const { row: approved } = await engine.as(finance).read(fundsExpenditure, row.id);
  await engine.as(finance).perform(fundsExpenditure, 'pay', row.id, {
    version: approved.version,
    voucherNum: `记-${number}`,
    payDate: dayText(clock.now),
  });
};

/**
 * Money of projects at every stage: arrivals that wait for claims, and others that leaders claimed,
 * booked and spent. Each is the command that a person would have sent; nothing happens where arrivals
 * are there already.
 */
export const demoFunds = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(fundingArrive.key)) return;
  const [office, finance] = [await holderOf(parts, 'rd_fund'), await holderOf(parts, 'finance')];
  const projects = [...(await projectsOf(parts))];
  for (const [index, arrival] of arrivals.entries()) {
    clock.now = new Date(now.getTime() - (140 - 12 * index) * day);
    const { id: arriveId } = await engine.as(office).save(fundingArrive, {
      fundingSource: arrival.payer,
      arriveType: arrival.type,
      arriveDate: dayText(clock.now),
      arriveAmount: arrival.amount,
      summary: arrival.memo,
      financeNum: `SK${dayText(clock.now).replaceAll('-', '')}${index}`,
      isPublic: '1',
    });
    const isContract = arrival.type === '02';
    const at = projects.findIndex(({ kind }) => (kind === 'horizontal') === isContract);
    const [project] = projects.splice(Math.max(0, at), 1);
    const leader = project && (await asOfNow(engine, { id: project.leader, tenantId, roles: [] }));
    if (!project || !leader || !reaches(arrival.stage, 'claimed')) continue;
    passDays(parts, 2);
    const { id: divideId } = await engine.as(leader).save(fundingDivide, {
      arriveId,
      programId: project.id,
      divideAmount: arrival.amount,
    });
    if (!reaches(arrival.stage, 'granted')) continue;
    passDays(parts, 1);
    await engine.as(office).perform(fundingDivide, 'assign', divideId);
    if (!reaches(arrival.stage, 'inApproval')) continue;
    await book(parts, leader, project, divideId, arrival);
    if (arrival.stage !== 'spending') continue;
    for (const [place, expense] of expenses.entries()) {
      passDays(parts, 3);
      await spend(parts, leader, finance, project.id, expense, index * 10 + place);
    }
  }
};
