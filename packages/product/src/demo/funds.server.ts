import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { minus, percent } from '@keyan/kernel/values/amounts.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { arrivalBudget } from '../funds/arrival-budget.ts';
import { fundingArrive } from '../funds/funding-arrive.ts';
import { fundingDivide } from '../funds/funding-divide.ts';
import { fundsExpenditure } from '../funds/funds-expenditure.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { type PaidProject, payerMemoOf, payerOf } from './money/payers.server.ts';
import { bankDay } from './office-hours.server.ts';
import { smallPdf } from './pdf.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { isWaiting, type RecordCourse, runCourse, waitingAge } from './record-course.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';

const { tenantId } = university;
const day = 86_400_000;
/** Maximum number of approval steps per record in the demo. */
const maxApprovalSteps = 10;

/** Stage that the money of an arrival has reached. */
type Stage = 'arrived' | 'claimed' | 'granted' | 'inApproval' | 'booked' | 'spending';

/** Deviation in the course of an arrival: half claimed, confirmed, not for the university, or claim rejected. */
type Beside = 'half' | 'finishConfirm' | 'reverse' | 'refuse';

interface Arrival {
  /** Source of the project that the arrival is for; a payer if it is for none. */
  readonly of: string | { readonly payer: string; readonly type: string; readonly amount: string };
  /** Part of the grant in percent. */
  readonly share: string;
  readonly memo: string;
  readonly stage: Stage;
  readonly beside?: Beside;
  /** Course of the booking, if not the usual one. */
  readonly booking?: RecordCourse | undefined;
}

/** Code of the project source of commissioned projects. */
const commissioned = '4002';

const arrivals: readonly Arrival[] = [
  { of: '2004', share: '60', memo: '第一年拨款', stage: 'spending' },
  { of: '1003', share: '50', memo: '直接经费', stage: 'spending' },
  { of: commissioned, share: '50', memo: '技术服务费首期款', stage: 'spending' },
  { of: '2006', share: '60', memo: '资助经费', stage: 'booked', beside: 'finishConfirm' },
  { of: commissioned, share: '40', memo: '技术服务费二期款', stage: 'inApproval' },
  { of: '3001', share: '60', memo: '资助经费', stage: 'granted' },
  { of: commissioned, share: '40', memo: '技术服务费二期款', stage: 'claimed' },
  { of: commissioned, share: '20', memo: '技术咨询费', stage: 'claimed', beside: 'refuse' },
  {
    of: { payer: '江陵市文化和旅游局', type: '99', amount: '20000.00' },
    share: '100',
    memo: '课题经费',
    stage: 'arrived',
  },
  { of: '2006', share: '60', memo: '资助经费', stage: 'granted', beside: 'half' },
  {
    of: { payer: '江陵市城市建设投资集团有限公司', type: '02', amount: '36000.00' },
    share: '100',
    memo: '工程款（误汇）',
    stage: 'arrived',
    beside: 'reverse',
  },
  { of: '6001', share: '50', memo: '拨款', stage: 'granted', booking: [] },
  { of: '2004', share: '50', memo: '第一年拨款', stage: 'granted', booking: ['submit', 'return'] },
  {
    of: '2006',
    share: '50',
    memo: '资助经费',
    stage: 'granted',
    booking: ['submit', 'agree', 'refuse'],
  },
  {
    of: commissioned,
    share: '30',
    memo: '检测服务费',
    stage: 'granted',
    booking: ['submit', 'recall'],
  },
  {
    of: '1004',
    share: '50',
    memo: '资助经费',
    stage: 'granted',
    booking: ['submit', 'finish', 'abolish'],
  },
];

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
  readonly type: string;
  readonly item: string;
  readonly amount: string;
  readonly payee: string;
  readonly reason: string;
  readonly course: RecordCourse;
  readonly paid?: true;
}

/** Expenses of a project: some of each type and state. */
const expenses: readonly Expense[] = (
  [
    ['01', '10201', '3860.50', '江陵科学器材有限公司', '购买实验材料', ['submit', 'finish'], true],
    ['02', '10202', '8200.00', '江陵大学分析测试中心', '样品测试', ['submit', 'finish']],
    ['01', '10205', '2486.00', '江陵国际会议中心', '参加学术会议', ['submit']],
    ['02', '10204', '5200.00', '学术出版社', '论文版面费', []],
    ['01', '10201', '1298.00', '江陵办公用品商行', '购买打印耗材', ['submit', 'return']],
    ['01', '10205', '1620.00', '江陵大酒店', '超标准的住宿费', ['submit', 'refuse']],
    ['06', '10202', '3400.00', '江陵大学材料测试平台', '校内测试结算', ['submit', 'recall']],
    ['01', '10201', '980.00', '江陵五金商行', '购买五金配件', ['submit', 'finish', 'abolish']],
    ['04', '10302', '2400.00', '临聘人员劳务发放', '数据录入劳务', ['submit', 'finish'], true],
    ['03', '10205', '3000.00', '差旅借款', '赴外地调研借款', ['submit', 'finish'], true],
    ['06', '10202', '1750.00', '江陵大学分析测试中心', '电镜机时', ['submit', 'finish'], true],
    ['07', '10205', '860.00', '差旅借款冲账', '调研借款冲账', ['submit', 'finish'], true],
  ] as const
).map(([type, item, amount, payee, reason, course, paid]) => ({
  type,
  item,
  amount,
  payee,
  reason,
  course,
  ...(paid && { paid }),
}));

/** Expenses with their index; pending ones last, since they are the most recent. */
const expensesInOrder = [...expenses.entries()].toSorted(
  ([, one], [, other]) => Number(isWaiting(one.course)) - Number(isWaiting(other.course)),
);

/** Returns whether the booking of an arrival waits for a decision. */
const isBookingOpen = ({ stage, booking }: Arrival): boolean =>
  booking ? isWaiting(booking) : reaches(stage, 'inApproval') && !reaches(stage, 'booked');

interface Project extends Pick<PaidProject, 'approval' | 'number' | 'name' | 'college'> {
  readonly id: string;
  readonly leader: string;
  readonly kind: string;
  readonly source: string | null;
  readonly granted: string;
}

/** Reads one running project per leader, those of the guided tour's account first. */
const projectsOf = ({ engine }: SeedParts): Promise<readonly Project[]> =>
  engine.database.read(tenantId, (session) =>
    session.query<Project>(
      `select * from (
         select distinct on (p.program_leader) p.id::text, p.program_leader::text as leader, p.program_kind as kind,
                p.resource as source, p.approval_num as approval, p.program_num as number, p.program_name as name,
                p.funds::text as granted, d.dept_code as college, u.account = 'teacher' as tried
           from program p
           join users u on u.tenant_id = p.tenant_id and u.id = p.program_leader
           join dept d on d.tenant_id = p.tenant_id and d.id = p.department_id
          where p.tenant_id = $1 and p.is_deleted = 0 and p.status in ('20', '21')
            and p.resource is not null and p.funds is not null
          order by p.program_leader, p.funds desc, p.id) one
        order by tried desc, granted::numeric desc, id`,
      [tenantId],
    ),
  );

const passDays = ({ clock }: SeedParts, days: number): void => {
  clock.now = new Date(clock.now.getTime() + days * day);
};

/** Approves all remaining steps, one per day. */
export const approveToEnd = async (parts: SeedParts, id: string): Promise<void> => {
  for (let step = 0; step < maxApprovalSteps; step += 1) {
    passDays(parts, 1);
    const open = await handleOpenTask(parts, id, (task) => ({
      is: 'agree',
      task,
      comment: '同意',
    }));
    if (!open) return;
  }
};

/** Uploads a small file in a category of attachments. */
export const attachedFile = async (
  { files }: SeedParts,
  owner: Actor,
  catalog: string,
  title: string,
) => {
  const stream = Readable.from([smallPdf(title, [title])]);
  const { id } = await files.put(owner, { fileName: `${title}.pdf`, stream, catalog });
  return [{ id, catalog }];
};

/** Dependencies, date and random source for writing the money of the demo. */
interface FundsContext {
  readonly parts: SeedParts;
  readonly now: Date;
  readonly random: Chance;
}

/** Runs the events of a course on a record. */
const play = (
  { parts, now, random }: FundsContext,
  resource: unknown,
  writer: Actor,
  id: string,
  course: RecordCourse,
): Promise<void> =>
  runCourse(parts, { resource: resource as Resource, writer, id }, course, now, random);

/** Books an allocation completely; overhead is deducted first. */
const book = async (
  context: FundsContext,
  leader: Actor,
  project: Project,
  divideId: string,
  amount: string,
  { stage, booking }: Arrival,
): Promise<void> => {
  const { parts } = context;
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
    attachments: await attachedFile(parts, leader, '26', '到账凭证'),
  });
  const usual: RecordCourse = reaches(stage, 'booked') ? ['submit', 'finish'] : ['submit'];
  await play(context, arrivalBudget, leader, id, booking ?? usual);
};

/** Returns payments to two external people for their work. */
const labourOf = (amount: string) => {
  const half = percent(amount, '50');
  return [half, minus(amount, half)].map((gross, index) => ({
    name: ['鲍立秋', '车晓明'][index],
    idNumber: ['421024199603121228', '421024199811063516'][index],
    personType: '03',
    bankAccount: `62220202000000${String(7101 + index)}`,
    gross,
    tax: '80.00',
  }));
};

const spend = async (
  context: FundsContext,
  leader: Actor,
  finance: Actor,
  programId: string,
  { type, item, amount, payee, reason, course, paid }: Expense,
  place: number,
): Promise<void> => {
  const { parts } = context;
  const { engine, clock } = parts;
  const number = `${dayText(clock.now).slice(0, 4)}${String(place).padStart(4, '0')}`;
  const [advance] =
    type === '07'
      ? await engine.as(leader).all(fundsExpenditure, {
          where: [
            equals('programId', programId),
            equals('expenseType', '03'),
            equals('status', '3'),
          ],
          fields: ['expenseNum'],
        })
      : [];
  const row = await engine.as(leader).save(fundsExpenditure, {
    programId,
    expenseType: type,
    ...(advance && { advanceId: advance.id }),
    ...(type === '04' && { labors: labourOf(amount) }),
    expenseDate: dayText(clock.now),
    payee,
    receivablesAccount: `6222020200${number}`,
    openingBank: '中国工商银行江陵支行',
    reason,
    items: [{ itemCode: item, amount, invoiceNum: `264420000000${number}`, remark: reason }],
    attachments: await attachedFile(parts, leader, '25', '发票'),
  });
  await play(context, fundsExpenditure, leader, row.id, course);
  if (!paid) return;
  const { row: approved } = await engine.as(finance).read(fundsExpenditure, row.id);
  await engine.as(finance).perform(fundsExpenditure, 'pay', row.id, {
    version: approved.version,
    voucherNum: `记-${number}`,
    payDate: dayText(clock.now),
  });
};

/** Records the final action of the funds section on an arrival. */
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

/** Removes and returns the first project of a source; if there is none, the first of all. */
const taken = (projects: Project[], source: string): Project | undefined => {
  const at = projects.findIndex((one) => one.source === source);
  return projects.splice(Math.max(0, at), 1)[0];
};

/**
 * Writes project money at every stage: unclaimed arrivals, and arrivals that leaders claimed, booked and spent, with
 * the commands that people would send. Does nothing if arrivals exist.
 */
export const demoFunds = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(fundingArrive.key)) return;
  const context: FundsContext = { parts, now, random: chanceOf(71) };
  const [office, finance] = [
    await actorByAccount(parts, 'rd_fund'),
    await actorByAccount(parts, 'finance'),
  ];
  const projects = [...(await projectsOf(parts))];
  for (const [index, arrival] of arrivals.entries()) {
    const age = isBookingOpen(arrival) ? 5 * day + waitingAge(index) : (140 - 8 * index) * day;
    clock.now = bankDay(new Date(now.getTime() - age));
    const project = typeof arrival.of === 'string' ? taken(projects, arrival.of) : undefined;
    const [payer, type] = typeof arrival.of === 'string' && project ? payerOf(project) : [];
    const given = typeof arrival.of === 'string' ? null : arrival.of;
    const amount = given?.amount ?? percent(project?.granted ?? '60000.00', arrival.share);
    const { id: arriveId } = await engine.as(office).save(fundingArrive, {
      fundingSource: given?.payer ?? payer,
      arriveType: given?.type ?? type,
      arriveDate: dayText(clock.now),
      arriveAmount: amount,
      summary: project ? payerMemoOf(project, arrival.memo) : arrival.memo,
      financeNum: `SK${dayText(clock.now).replaceAll('-', '')}${index}`,
      isPublic: '1',
    });
    if (arrival.beside === 'reverse') await settle(parts, office, arriveId, 'reverse');
    const leader = project && (await cachedActor(engine, project.leader));
    if (!project || !leader || !reaches(arrival.stage, 'claimed')) continue;
    passDays(parts, 2);
    const { id: divideId, version } = await engine.as(leader).save(fundingDivide, {
      arriveId,
      programId: project.id,
      divideAmount: arrival.beside === 'half' ? percent(amount, '50') : amount,
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
    await book(context, leader, project, divideId, amount, arrival);
    if (arrival.beside === 'finishConfirm') await settle(parts, office, arriveId, 'finishConfirm');
    if (arrival.stage !== 'spending') continue;
    for (const [place, expense] of expensesInOrder) {
      if (isWaiting(expense.course)) clock.now = new Date(now.getTime() - waitingAge(place));
      else passDays(parts, 3);
      await spend(context, leader, finance, project.id, expense, index * 20 + place);
    }
  }
};
