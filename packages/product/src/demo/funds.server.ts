import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { handleOpenTask, holderOf } from './handle-task.server.ts';
import { smallPdf } from './pdf.server.ts';
import { personOf } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { type Chance, chance } from './random.server.ts';
import { type Course, playCourse } from './record-course.server.ts';
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
  readonly beside?: Beside;
  /** Course of its booking, where that is not the usual one. */
  readonly booking?: Course | undefined;
}

/**
 * Further event of an arrival: half of it is claimed, it is confirmed, it was not for the university, or the claim is
 * turned down.
 */
type Beside = 'half' | 'finishConfirm' | 'reverse' | 'refuse';

const arrivals: readonly Arrival[] = (
  [
    ['省科学技术厅', '01', '300000.00', '重点研发计划第一年拨款', 'spending'],
    ['国家自然科学基金委员会', '01', '240000.00', '面上项目直接经费', 'spending'],
    ['江陵电力设计院有限公司', '02', '106000.00', '技术服务合同首期款', 'spending'],
    ['省哲学社会科学规划办公室', '01', '80000.00', '一般项目资助经费', 'booked', 'finishConfirm'],
    ['江陵市水务集团', '02', '58000.00', '委托开发合同尾款', 'inApproval'],
    ['江陵市教育局', '01', '30000.00', '教育规划课题经费', 'granted'],
    ['华中智造科技有限公司', '02', '150000.00', '合作研发合同二期款', 'claimed'],
    ['江汉农业科技发展有限公司', '02', '42000.00', '技术咨询费', 'claimed', 'refuse'],
    ['江陵市文化和旅游局', '99', '20000.00', '课题经费', 'arrived'],
    ['江陵市农业农村局', '01', '64000.00', '乡村振兴专题经费', 'granted', 'half'],
    ['江陵市城市建设投资集团', '02', '36000.00', '误汇款项', 'arrived', 'reverse'],
    ['省教育厅', '01', '26000.00', '教学改革项目经费', 'granted', []],
    ['省农业科学院', '01', '52000.00', '合作课题经费', 'granted', ['submit', 'return']],
    ['市科学技术局', '01', '45000.00', '软科学课题经费', 'granted', ['submit', 'agree', 'refuse']],
    ['江陵精密仪器有限公司', '02', '33000.00', '检测服务费', 'granted', ['submit', 'recall']],
    [
      '省文化和旅游厅',
      '01',
      '18000.00',
      '非遗调查经费',
      'granted',
      ['submit', 'finish', 'abolish'],
    ],
  ] as const
).map(([payer, type, amount, memo, stage, more]) => ({
  payer,
  type,
  amount,
  memo,
  stage,
  ...(typeof more === 'string' ? { beside: more } : { booking: more }),
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
  readonly course: Course;
  readonly paid?: true;
}

const expenses: readonly Expense[] = (
  [
    ['10201', '3860.50', '江陵化学试剂有限公司', '购买实验材料', ['submit', 'finish'], true],
    ['10202', '12000.00', '江陵大学分析测试中心', '样品测试', ['submit', 'finish']],
    ['10205', '2486.00', '江陵国际会议中心', '参加学术会议', ['submit']],
    ['10204', '5200.00', '学术出版社', '论文版面费', []],
    ['10201', '1298.00', '江陵办公用品商行', '购买打印耗材', ['submit', 'return']],
    ['10205', '1620.00', '江陵大酒店', '超标准的住宿费', ['submit', 'refuse']],
    ['10202', '3400.00', '省质量检测中心', '材料检测', ['submit', 'recall']],
    ['10201', '980.00', '江陵五金商行', '购买五金配件', ['submit', 'finish', 'abolish']],
  ] as const
).map(([item, amount, payee, reason, course, paid]) => ({
  item,
  amount,
  payee,
  reason,
  course,
  ...(paid && { paid }),
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

/** Context for creating the money of the demo. */
interface Telling {
  readonly parts: SeedParts;
  readonly now: Date;
  readonly random: Chance;
}

/** Takes a record along a course. */
const play = (
  { parts, now, random }: Telling,
  resource: unknown,
  writer: Actor,
  id: string,
  course: Course,
): Promise<void> =>
  playCourse(parts, { resource: resource as Resource, writer, id }, course, now, random);

/** Books the whole of an allocation on one item: overhead and nothing else is kept. */
const book = async (
  telling: Telling,
  leader: Actor,
  project: Project,
  divideId: string,
  { amount, stage, booking }: Arrival,
): Promise<void> => {
  const { parts } = telling;
  const indirectFee = project.kind === 'horizontal' ? percent(amount, '8') : '0.00';
  const half = percent(minus(amount, indirectFee), '50');
  const { id } = await parts.engine.as(leader).save(arrivalBudget, {
    divideId,
    taxAmount: '0.00',
    indirectFee,
    items: [
      { itemCode: '10201', amount: half },
      { itemCode: '10205', amount: minus(amount, indirectFee, half) },
    ],
    attachments: await attached(parts, leader, '26', '到账凭证'),
  });
  const usual: Course = reaches(stage, 'booked') ? ['submit', 'finish'] : ['submit'];
  await play(telling, arrivalBudget, leader, id, booking ?? usual);
};

const spend = async (
  telling: Telling,
  leader: Actor,
  finance: Actor,
  programId: string,
  { item, amount, payee, reason, course, paid }: Expense,
  place: number,
): Promise<void> => {
  const { parts } = telling;
  const { engine, clock } = parts;
  const number = `${dayText(clock.now).slice(0, 4)}${String(place).padStart(4, '0')}`;
  const row = await engine.as(leader).save(fundsExpenditure, {
    programId,
    expenseType: '01',
    expenseDate: dayText(clock.now),
    payee,
    receivablesAccount: `6222020200${number}`,
    openingBank: '中国工商银行江陵支行',
    reason,
    items: [{ itemCode: item, amount, invoiceNum: `264420000000${number}`, remark: reason }],
    attachments: await attached(parts, leader, '25', '发票'),
  });
  await play(telling, fundsExpenditure, leader, row.id, course);
  if (!paid) return;
  const { row: approved } = await engine.as(finance).read(fundsExpenditure, row.id);
  await engine.as(finance).perform(fundsExpenditure, 'pay', row.id, {
    version: approved.version,
    voucherNum: `记-${number}`,
    payDate: dayText(clock.now),
  });
};

/** Final action of the funds section on an arrival. */
const settle = async (
  { engine }: SeedParts,
  office: Actor,
  id: string,
  action: 'finishConfirm' | 'reverse',
): Promise<void> => {
  const { version } = (await engine.as(office).read(fundingArrive, id)).row;
  const reason = action === 'reverse' ? { reason: '汇款单位误汇，已退回。' } : {};
  await engine.as(office).perform(fundingArrive, action, id, { version, ...reason });
};

/**
 * Money of projects at every stage: arrivals that wait for claims, and others that leaders claimed,
 * booked and spent. Each is the command that a person would have sent; nothing happens where arrivals
 * are there already.
 */
export const demoFunds = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(fundingArrive.key)) return;
  const telling: Telling = { parts, now, random: chance(71) };
  const [office, finance] = [await holderOf(parts, 'rd_fund'), await holderOf(parts, 'finance')];
  const projects = [...(await projectsOf(parts))];
  for (const [index, arrival] of arrivals.entries()) {
    clock.now = new Date(now.getTime() - (140 - 8 * index) * day);
    const { id: arriveId } = await engine.as(office).save(fundingArrive, {
      fundingSource: arrival.payer,
      arriveType: arrival.type,
      arriveDate: dayText(clock.now),
      arriveAmount: arrival.amount,
      summary: arrival.memo,
      financeNum: `SK${dayText(clock.now).replaceAll('-', '')}${index}`,
      isPublic: '1',
    });
    if (arrival.beside === 'reverse') await settle(parts, office, arriveId, 'reverse');
    const isContract = arrival.type === '02';
    const at = projects.findIndex(({ kind }) => (kind === 'horizontal') === isContract);
    const [project] = projects.splice(Math.max(0, at), 1);
    const leader = project && (await personOf(engine, project.leader));
    if (!project || !leader || !reaches(arrival.stage, 'claimed')) continue;
    passDays(parts, 2);
    const { id: divideId, version } = await engine.as(leader).save(fundingDivide, {
      arriveId,
      programId: project.id,
      divideAmount: arrival.beside === 'half' ? percent(arrival.amount, '50') : arrival.amount,
    });
    if (arrival.beside === 'refuse') {
      passDays(parts, 1);
      await engine.as(office).perform(fundingDivide, 'refuse', divideId, {
        reason: '该款为另一合同的技术咨询费，请核对后认领。',
        version,
      });
    }
    if (!reaches(arrival.stage, 'granted')) continue;
    passDays(parts, 1);
    await engine.as(office).perform(fundingDivide, 'assign', divideId);
    if (!reaches(arrival.stage, 'inApproval') && !arrival.booking) continue;
    await book(telling, leader, project, divideId, arrival);
    if (arrival.beside === 'finishConfirm') await settle(parts, office, arriveId, 'finishConfirm');
    if (arrival.stage !== 'spending') continue;
    for (const [place, expense] of expenses.entries()) {
      passDays(parts, 3);
      await spend(telling, leader, finance, project.id, expense, index * 10 + place);
    }
  }
};
