import { Readable } from 'node:stream';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { dayText, timeText } from '@keyan/kernel/values/time.ts';
import { prizeDeclaration } from '../achievement/award/prize-declaration.ts';
import { prizeNotice } from '../achievement/award/prize-notice.ts';
import { itemCodes, taskCodes } from '../review/dictionaries.ts';
import { expert } from '../review/expert.ts';
import { reviewInvitation } from '../review/external/invitation.ts';
import { reviewVisit } from '../review/external/visit.ts';
import { reviewFeeRate } from '../review/fee-rate.ts';
import { declareNoConflict, fillInSheet } from '../review/filling.server.ts';
import { personRelation } from '../review/person-relation.ts';
import { reviewAvoidance } from '../review/review-avoidance.ts';
import { reviewFee } from '../review/review-fee.ts';
import { reviewItem } from '../review/review-item.ts';
import { reviewMinutes } from '../review/review-minutes.ts';
import { reviewObjection } from '../review/review-objection.ts';
import { reviewSet } from '../review/review-set.ts';
import { reviewTask } from '../review/review-task.ts';
import { reviewTemplate } from '../review/review-template.ts';
import { actorByAccount, handleOpenTask } from './handle-task.server.ts';
import { inOfficeHours } from './office-hours.server.ts';
import { smallPdf } from './pdf.server.ts';
import { cachedActor } from './person-of.server.ts';
import { emptyResources } from './progress.server.ts';
import { type Chance, chanceOf } from './random.server.ts';
import { demoReviewData, followReview } from './review-outcome.server.ts';
import { fieldsOfExperts, registerOutsideExperts } from './rounds/experts.server.ts';
import type { SeedParts } from './story-player.server.ts';
import { demoUnits, university } from './university.server.ts';
import { commonTopicAt, disciplinesOf } from './words.server.ts';

/** Kinds whose records this part of the demo writes, since each follows from another. */
export const reviewDemoKinds = [
  expert,
  personRelation,
  reviewAvoidance,
  reviewFee,
  reviewFeeRate,
  reviewInvitation,
  reviewItem,
  reviewMinutes,
  reviewObjection,
  reviewSet,
  reviewTask,
  reviewTemplate,
  reviewVisit,
].map(({ key }) => key);

/** Experts of a review. */
const maxExperts = 14;

const { tenantId } = university;
const hour = 3_600_000;
const day = 24 * hour;

interface Person {
  readonly actor: Actor;
  readonly name: string;
  /** Code of the department. */
  readonly unit: string;
}

/** Accounts with this role, one of each department, or all. */
const peopleWith = async (
  { engine }: SeedParts,
  role: string,
  wanted: 'all' | readonly string[],
): Promise<readonly Person[]> => {
  const [each, departments] = wanted === 'all' ? ['u.id', null] : ['d.dept_code', wanted];
  const rows = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; name: string; unit: string }>(
      `select distinct on (${each}) u.id::text, u.real_name as name, d.dept_code as unit
         from users u
         join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
         join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
         join role r on r.tenant_id = u.tenant_id and r.id = ur.role_id
        where u.tenant_id = $1 and u.is_deleted = 0 and r.role_alias = $2
          and ($3::text[] is null or d.dept_code = any($3))
        order by ${each}, u.account = 'teacher' desc, u.id`,
      [tenantId, role, departments],
    ),
  );
  const found: Person[] = [];
  for (const { id, ...person } of rows) {
    const actor = await cachedActor(engine, id);
    if (actor) found.push({ actor, ...person });
  }
  return found;
};

/** Units whose experts judge, and units whose people declare. */
const panelUnits = ['320', '330', '350', '360', '440', '501'];
const writerUnits = ['310', '320', '330', '340', '410', '420', '430', '440', '450', '460', '470'];

const unitName = (code: string): string =>
  demoUnits.find((unit) => unit.code === code)?.name[0] ?? '';

/** A notice whose declarations experts judge. */
const notify = async (
  { engine }: SeedParts,
  office: Actor,
  [noticeName, awardName, awardType]: readonly [name: string, prize: string, type: string],
  now: Date,
): Promise<string> => {
  const { id } = await engine.as(office).save(prizeNotice, {
    noticeName,
    awardName,
    awardType,
    awardLevel: '02',
    awardUnit: '省人民政府',
    year: now.getFullYear(),
    startTime: timeText(new Date(now.getTime() - day)),
    endTime: timeText(new Date(now.getTime() + 400 * day)),
    personLimit: 2,
    needReview: '1',
    content: '<p>请各学院组织申报，经院系推荐后由学校组织专家评审。</p>',
  });
  await engine.as(office).perform(prizeNotice, 'publish', id);
  return id;
};

/** A declaration that has come to its review. */
const declare = async (
  parts: SeedParts,
  noticeId: string,
  who: Person,
  index: number,
): Promise<string> => {
  const { engine, files } = parts;
  const topic = commonTopicAt(who.unit, 7100 + index);
  const stream = Readable.from([smallPdf(topic.zh, ['申报书'])]);
  const file = await files.put(who.actor, { fileName: '申报书.pdf', stream, catalog: '01' });
  const { id } = await engine.as(who.actor).submit(prizeDeclaration, {
    noticeId,
    achName: topic.zh,
    applyGrade: index % 3 === 0 ? '01' : '02',
    subject: disciplinesOf(who.unit)[0] ?? null,
    resultForm: '08',
    content: `围绕“${topic.zh}”开展系统研究，形成较完整的理论与方法，成果在省内多家单位应用。`,
    innovation: '提出新的分析框架，建立了可复现的方法与数据集，关键指标优于已有工作。',
    socialEffect: '成果被三家单位采用，培养研究生九名，产生良好的社会效益。',
    authors: [
      {
        sort: 1,
        personType: '01',
        userId: who.actor.id,
        name: who.name,
        unit: unitName(who.unit),
        authorType: '01',
        contributionRate: '100',
      },
    ],
    attachments: [{ id: file.id, catalog: '01' }],
  });
  for (let step = 0; step < 3; step += 1) {
    parts.clock.now = new Date(parts.clock.now.getTime() + 5 * hour);
    await handleOpenTask(parts, id, (task) => ({ is: 'agree', task, comment: '材料齐全，同意' }));
  }
  return id;
};

const opinions = [
  '选题有重要现实意义，方法扎实，创新点明确，建议推荐。',
  '研究系统深入，应用证明材料充分，推广价值较大，同意推荐。',
  '理论贡献较突出，实证部分还可加强，总体达到申报要求。',
  '成果有一定应用基础，创新程度一般，建议进一步凝练。',
];

/** An expert judges, or only begins to. */
const judge = async (
  { engine }: SeedParts,
  task: { readonly id: string; readonly version: number; readonly user: string },
  action: 'keep' | 'handIn',
  random: Chance,
): Promise<void> => {
  const actor = await cachedActor(engine, task.user);
  if (!actor) return;
  await declareNoConflict(engine, actor, task.id);
  const { row } = await engine.as(actor).read(reviewTask, task.id);
  const scores = (row.scores ?? []).map(({ sort, weight }) => ({
    sort: sort ?? 0,
    score: `${Math.round((weight ?? 0) * (70 + random.int(0, 28))) / 100}`,
  }));
  const given = action === 'keep' ? scores.slice(0, 2) : scores;
  await fillInSheet(
    engine,
    actor,
    { id: task.id, version: task.version, scores: given, comment: random.pick(opinions) },
    action,
  );
};

const tasksOf = ({ engine }: SeedParts, setId: string, status: string = taskCodes.open) =>
  engine.database.read(tenantId, (session) =>
    session.query<{ id: string; version: number; user: string }>(
      `select id::text, version, user_id::text as user from review_task
        where tenant_id = $1 and set_id = $2 and status = $3 order by id`,
      [tenantId, setId, status],
    ),
  );

/** Further events of a review: a review is returned, an expert declines, a declaration is taken out. */
const beside = async (parts: SeedParts, office: Actor, setId: string): Promise<void> => {
  const { engine } = parts;
  const [returned] = await tasksOf(parts, setId, taskCodes.handedIn);
  if (returned) {
    const { id, version } = returned;
    const backReason = '意见过于笼统，请结合评分标准说明扣分理由。';
    await engine.as(office).perform(reviewTask, 'giveBack', id, { backReason, version });
  }
  const declined = (await tasksOf(parts, setId)).at(0);
  const expertOf = declined && (await cachedActor(engine, declined.user));
  if (expertOf) {
    const { id, version } = declined;
    const declineReason = '与申报人近三年有合作论文。';
    await engine
      .as(expertOf)
      .perform(reviewTask, 'decline', id, { conflict: '3', declineReason, version });
  }
  const [left] = await engine.database.read(tenantId, (session) =>
    session.query<{ record: string }>(
      `select business_id as record from review_item i
        where tenant_id = $1 and set_id = $2 and status = $3 order by id desc limit 1`,
      [tenantId, setId, itemCodes.open],
    ),
  );
  if (left) {
    const reason = '申报人提出本年度不再申报，退回草稿。';
    await engine.as(office).backDraft(prizeDeclaration, left.record, reason);
  }
};

/** A review of a notice, that is not begun. */
const prepare = async (
  { engine }: SeedParts,
  office: Actor,
  [setName, noticeId]: readonly [string, string],
  panel: readonly string[],
  endTime: Date,
  reviewMode: '1' | '2' = '1',
): Promise<string> => {
  const { id } = await engine.as(office).save(reviewSet, {
    setName,
    bizKind: '4',
    noticeId,
    reviewMode,
    blindMode: '1',
    quota: 3,
    publicity: '2',
    feedbackScore: '1',
    reserves: 1,
    expertPerItem: Math.max(1, Math.min(3, panel.length - 1)),
    dropExtreme: '0',
    minWords: 10,
    endTime: timeText(endTime),
    guide: '请对照评分标准独立打分，意见不少于 10 字；与申报人有利害关系的请申请回避。',
    experts: panel.map((expertId) => ({ expertId })),
  });
  return id;
};

/** A review that is prepared and published: its experts are asked. */
const begin = async (...given: Parameters<typeof prepare>): Promise<string> => {
  const [{ engine }, office] = given;
  const id = await prepare(...given);
  await engine.as(office).perform(reviewSet, 'publish', id);
  return id;
};

/** The experts of the office. @returns those who judge what is declared */
const registerExperts = async (
  parts: SeedParts,
  office: Actor,
  now: Date,
): Promise<readonly string[]> => {
  const { engine } = parts;
  const panel: string[] = [];
  const judges = new Set(
    (await peopleWith(parts, 'expert', panelUnits)).map(({ actor }) => actor.id),
  );
  for (const [index, { actor, name, unit }] of (
    await peopleWith(parts, 'expert', 'all')
  ).entries()) {
    const { id } = await engine.as(office).save(expert, {
      name,
      expertType: '1',
      userId: actor.id,
      unit: university.name[0],
      deptName: unitName(unit),
      ranks: '011',
      disciplines: [...disciplinesOf(unit)],
      keywords: fieldsOfExperts[index % fieldsOfExperts.length],
      validDate: dayText(new Date(now.getTime() + (200 + index * 31) * day)),
    });
    if (judges.has(actor.id)) panel.unshift(id);
    // One is abroad for a year.
    else if (index % 9 === 4) await engine.as(office).perform(expert, 'disable', id);
    else panel.push(id);
  }
  await registerOutsideExperts(parts, office, now);
  return panel.slice(0, maxExperts);
};

/**
 * Experts, a review whose results are confirmed, and one under way in which the expert of the tour has something
 * to do. Nothing happens where the demo has experts already.
 */
export const demoReviews = async (parts: SeedParts, now: Date): Promise<void> => {
  const { engine, clock } = parts;
  if (!(await emptyResources(engine)).includes(expert.key)) return;
  const random = chanceOf(801);
  const at = (daysAgo: number): void => {
    // The steps of a declaration take fifteen hours: nothing happens in the future.
    const last = now.getTime() - 16 * hour;
    clock.now = new Date(Math.min(inOfficeHours(now.getTime() - daysAgo * day, random), last));
  };
  const office = await actorByAccount(parts, 'rd_achieve');
  at(60);
  const panel = await registerExperts(parts, office, now);
  const writers = await peopleWith(parts, 'teacher', writerUnits);
  const past = await notify(
    parts,
    office,
    ['省科学技术奖校内遴选通知', '省科学技术进步奖', '04'],
    clock.now,
  );
  for (const [index, who] of writers.slice(0, -1).entries()) {
    at(50 - index);
    await declare(parts, past, who, index);
  }
  at(40);
  const end = new Date(now.getTime() - 25 * day);
  const done = await begin(parts, office, ['省科学技术奖校内遴选评审', past], panel, end);
  const [forgotten, ...rest] = await tasksOf(parts, done);
  for (const task of rest) {
    at(34 - random.int(0, 6));
    await judge(parts, task, 'handIn', random);
  }
  at(24);
  if (forgotten)
    await engine.asSystem('评审', tenantId).perform(reviewTask, 'expire', forgotten.id);
  const { row: judged } = await engine.as(office).read(reviewSet, done);
  await engine.as(office).perform(reviewSet, 'confirm', done, {
    version: judged.version,
    spreadWhy: '专家分别来自基础与应用方向，评价侧重不同，经科研处核对认可',
  });
  at(23);
  await followReview(parts, office, done, writers);
  await demoReviewData(parts, office, writers);

  const open = await notify(
    parts,
    office,
    ['省社会科学优秀成果奖遴选通知', '省社会科学优秀成果奖', '06'],
    clock.now,
  );
  for (const [index, who] of writers.toReversed().entries()) {
    at(16 - index);
    await declare(parts, open, who, 20 + index);
  }
  at(5);
  const later = new Date(now.getTime() + 12 * day);
  const set = await begin(parts, office, ['省社会科学优秀成果奖遴选评审', open], panel, later, '2');
  await engine.as(office).perform(reviewSet, 'meet', set);
  for (const [index, task] of (await tasksOf(parts, set)).entries()) {
    at(3 - (index % 3));
    // The first of everybody's tasks are still to do.
    if (index % 3 === 0) await judge(parts, task, 'handIn', random);
    else if (index % 7 === 1) await judge(parts, task, 'keep', random);
  }
  at(2);
  await beside(parts, office, set);
  at(1);
  // One came too late for the review: a second review of it was withdrawn, it is to be added to the first.
  const [late] = writers;
  if (late) await declare(parts, open, late, 40);
  const second = await begin(parts, office, ['省社会科学优秀成果奖补充评审', open], panel, later);
  await engine.as(office).perform(reviewSet, 'withdraw', second);
  await prepare(parts, office, ['省社会科学优秀成果奖复评', open], panel, later);
  clock.now = now;
};
