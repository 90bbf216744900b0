import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { taskContract } from '../project/agreements/task-contract.ts';
import { declareInfo } from '../project/declaration/declare-info.ts';
import { declarePlan } from '../project/declaration/declare-plan.ts';
import { taskCodes } from '../review/dictionaries.ts';
import { declareNoConflict, fillInSheet } from '../review/filling.server.ts';
import { reviewItem } from '../review/review-item.ts';
import { reviewSet } from '../review/review-set.ts';
import { reviewTask } from '../review/review-task.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { smallPdf } from './pdf.server.ts';
import { cachedActor } from './person-of.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { university } from './university.server.ts';
import { commonTopicAt, disciplinesOf } from './words.server.ts';

const { tenantId } = university;
const hour = 3_600_000;
const day = 24 * hour;

/** Number of experts in the review. */
const panelSize = 14;

/** Codes of the colleges whose teachers declare projects, each with a budget item for the requested amount. */
const colleges = ['310', '330', '410', '440'];

export const readRows = <Row extends object>(
  { engine }: SeedParts,
  sql: string,
  more: readonly unknown[] = [],
): Promise<readonly Row[]> =>
  engine.database.read(tenantId, (session) => session.query<Row>(sql, [tenantId, ...more]));

/** Creates a call for proposals with expert review, and returns its id. */
const call = async ({ engine }: SeedParts, office: Actor, now: Date): Promise<string> => {
  const year = now.getFullYear() + 1;
  const { id } = await engine.as(office).save(declarePlan, {
    planName: `${year} 年度青年教师科研启动项目申报`,
    programKind: 'school',
    planYear: year,
    resource: '6001',
    level: '04',
    startTime: timeText(new Date(now.getTime() - 30 * day)),
    endTime: timeText(new Date(now.getTime() + 30 * day)),
    needReview: '1',
    reviewMode: '1',
    fundMode: '2',
    deptQuotaMode: '0',
    personLimit: 2,
    excludeOverdue: '0',
    defaultFunds: '50000.00',
  });
  await engine.as(office).perform(declarePlan, 'publish', id);
  return id;
};

interface Writer {
  readonly id: string;
  readonly dept: string;
  readonly college: string;
}

/** Submits one declaration and passes it to the review. */
const declare = async (
  parts: SeedParts,
  planId: string,
  { id: writer, dept, college }: Writer,
  year: number,
): Promise<void> => {
  const { engine, files, clock } = parts;
  const actor = await cachedActor(engine, writer);
  if (!actor) return;
  const topic = commonTopicAt(college, 8200 + Number(college));
  const attachments: object[] = [];
  for (const [fileName, catalog] of [
    ['申报书.pdf', '01'],
    ['科研诚信承诺书.pdf', '34'],
    ['匿名申报书.pdf', '36'],
  ] as const) {
    const stream = Readable.from([smallPdf(topic.zh, ['申报书'])]);
    attachments.push({ id: (await files.put(actor, { fileName, stream, catalog })).id, catalog });
  }
  const { id } = await engine.as(actor).submit(declareInfo, {
    planId,
    programName: topic.zh,
    projectType: '600103',
    programLeader: writer,
    departmentId: dept,
    leaderPhone: '13900001111',
    leaderEmail: 'starter@jiangling.example',
    subjectClass: '01',
    subject: disciplinesOf(college)[0] ?? null,
    keywords: '同行评议；科研管理；绩效评估',
    researchType: '1',
    resultForms: ['01'],
    startDate: `${year}-01-01`,
    endDate: `${year + 1}-12-31`,
    applyFunds: '50000.00',
    abstractText: `围绕“${topic.zh}”，在前期预实验的基础上建立研究方案，形成论文一至两篇。`,
    ethics: '0',
    integrity: '1',
    members: [{ sort: 1, personType: '01', userId: writer, memberRole: '01', task: '主持项目' }],
    attachments,
  });
  for (let step = 0; step < 3; step += 1) {
    clock.now = new Date(clock.now.getTime() + hour);
    await handleOpenTask(parts, id, (task) => ({ is: 'agree', task, comment: '材料齐全，同意' }));
  }
};

export interface DemoReviewTask {
  readonly id: string;
  readonly version: number;
  readonly user: string;
  readonly item: string;
}

/** Sorts the open tasks of a review: the first task of each record, then the second ones. */
export const openTasksInTurn = (
  parts: SeedParts,
  set: string,
): Promise<readonly DemoReviewTask[]> =>
  readRows<DemoReviewTask>(
    parts,
    `select id::text, version, user_id::text as user, item_id::text as item from review_task
      where tenant_id = $1 and set_id = $2 and status = $3
      order by row_number() over (partition by item_id order by id), item_id`,
    [set, taskCodes.open],
  );

/** Submits an expert's review with a percentage of all points. */
export const handIn = async (
  { engine }: SeedParts,
  task: DemoReviewTask,
  percent: number,
): Promise<void> => {
  const actor = await cachedActor(engine, task.user);
  if (!actor) return;
  await declareNoConflict(engine, actor, task.id);
  const { row } = await engine.as(actor).read(reviewTask, task.id);
  const scores = (row.scores ?? []).map(({ sort, weight }) => ({
    sort: sort ?? 0,
    score: ((weight ?? 0) * (percent / 100)).toFixed(2),
    words: percent < 70 ? '研究基础薄弱，论证不够充分' : null,
  }));
  const comment =
    percent < 70
      ? '选题尚可，但研究方案论证不足，前期积累较少。'
      : '选题有意义，方案可行，同意推荐。';
  const { id, version } = task;
  await fillInSheet(engine, actor, { id, version, scores, comment }, 'handIn');
};

/** Signs the contracts of two projects, and files the first of them. */
const signContracts = async (parts: SeedParts, office: Actor): Promise<void> => {
  const { engine, files, clock } = parts;
  const drafts = await readRows<{ id: string }>(
    parts,
    `select id::text from task_contract where tenant_id = $1 and status = '1' and is_deleted = 0
      order by id limit 2`,
  );
  for (const [at, { id }] of drafts.entries()) {
    const stream = Readable.from([smallPdf('任务书', ['双方已签字盖章'])]);
    const file = await files.put(office, { fileName: '任务书（签章）.pdf', stream, catalog: '02' });
    const { row } = await engine.as(office).read(taskContract, id);
    await engine.as(office).perform(taskContract, 'sign', id, {
      version: row.version,
      signedOn: dayText(clock.now),
      attachments: [{ id: file.id, catalog: '02' }],
    });
    if (at > 0) continue;
    const { row: signed } = await engine.as(office).read(taskContract, id);
    await engine.as(office).perform(taskContract, 'archive', id, {
      version: signed.version,
      fileNum: `KY-RW-${clock.now.getFullYear()}-01`,
    });
  }
};

/**
 * Writes a call whose declarations fourteen experts review: one review is late, an expert with a conflict of interest
 * is replaced by a substitute, and one declaration with scores 32 points apart is reviewed again. Writes project
 * contracts in each state.
 */
export const demoCallReview = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  const office = await actorByAccount(parts, 'rd_project');
  clock.now = new Date(now.getTime() - 31 * day);
  const planId = await call(parts, office, now);
  clock.now = new Date(now.getTime() - 6 * day);
  const writers = await readRows<Writer>(
    parts,
    `select distinct on (d.dept_code) u.id::text, u.dept_id::text as dept, d.dept_code as college
       from users u
       join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
       join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
       join role r on r.tenant_id = u.tenant_id and r.id = ur.role_id and r.role_alias = 'teacher'
      where u.tenant_id = $1 and u.is_deleted = 0 and u.user_type = '2' and d.dept_code = any($2)
        and u.account <> 'teacher'
      order by d.dept_code, u.id desc`,
    [colleges],
  );
  for (const writer of writers) await declare(parts, planId, writer, now.getFullYear() + 1);
  const experts = await readRows<{ id: string }>(
    parts,
    // The expert account of the guided tour reviews prizes instead.
    `select e.id::text from expert e join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
      where e.tenant_id = $1 and e.status = '1' and e.is_deleted = 0 and u.account <> 'expert'
      order by e.id limit ${panelSize}`,
  );
  clock.now = new Date(now.getTime() - 4 * day);
  const { id: set } = await engine.as(office).save(reviewSet, {
    setName: '青年教师科研启动项目通讯评审',
    bizKind: '1',
    planId,
    reviewMode: '1',
    blindMode: '2',
    scoreScheme: '1',
    expertPerItem: 3,
    reserves: 1,
    quota: 2,
    dropExtreme: '0',
    commentBelow: 60,
    spreadMark: 30,
    minWords: 10,
    endTime: timeText(new Date(now.getTime() - day)),
    guide: '本次评审为双盲评审，请仅依据匿名材料打分，意见不少于 10 字。',
    experts: experts.map(({ id }) => ({ expertId: id })),
  });
  await engine.as(office).perform(reviewSet, 'publish', set);
  clock.now = new Date(now.getTime() - 3 * day);
  const [apart, late, conflicted, ...others] = await openTasksInTurn(parts, set);
  const expert = conflicted && (await cachedActor(engine, conflicted.user));
  if (expert) {
    await engine.as(expert).perform(reviewTask, 'decline', conflicted.id, {
      version: conflicted.version,
      conflict: '3',
      declineReason: '与课题组近三年合作发表过论文。',
    });
  }
  clock.now = new Date(now.getTime() - 2 * day);
  if (apart) await handIn(parts, apart, 60);
  const [same, rest] = [true, false].map((is) =>
    others.filter(({ item }) => (item === apart?.item) === is),
  );
  for (const [at, task] of (same ?? []).entries()) await handIn(parts, task, 92 - 7 * at);
  for (const [at, task] of (rest ?? []).entries()) {
    await handIn(parts, task, 76 + ((at * 5) % 17));
  }
  clock.now = now;
  if (late) await engine.asSystem('评审', tenantId).perform(reviewTask, 'expire', late.id);
  if (apart) await engine.as(office).perform(reviewItem, 'lookAgain', apart.item);
  await signContracts(parts, office);
  clock.now = now;
};
