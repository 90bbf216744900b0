import type { Actor } from '@keyan/kernel/access/actor.ts';
import { addMonths, dayText, timeText } from '@keyan/kernel/values/time.ts';
import { teamLeaderRole } from '../people/teams/dictionaries.ts';
import { team } from '../people/teams/team.ts';
import { processConclusion } from '../project/changes/process-conclusion.ts';
import { checkBatch } from '../project/checks/check-batch.ts';
import { checkReport } from '../project/checks/check-report.ts';
import { ethicsReview } from '../project/ethics/ethics-review.ts';
import { programNote } from '../project/home/program-note.ts';
import { project } from '../project/project.ts';
import { handIn, openTasksInTurn, readRows } from './call-review.server.ts';
import { attachedFile } from './funds.server.ts';
import { actorByAccount } from './handle-task.server.ts';
import { cachedActor } from './person-of.server.ts';
import { ethicsReviews } from './rounds/ethics.server.ts';
import {
  agreeTo,
  confirmRound,
  type RoundLeader,
  runReviewRound,
  voteFor,
} from './rounds/steps.server.ts';
import type { SeedParts } from './story-player.server.ts';

const day = 86_400_000;

/** Keys of the resources that this part fills, so that they need no specimens. */
export const otherReviewKinds: readonly string[] = [ethicsReview.key, programNote.key];

/** Reads the second teacher of each college. */
const leadersIn = async (
  parts: SeedParts,
  colleges: readonly string[],
): Promise<readonly RoundLeader[]> => {
  const rows = await readRows<Omit<RoundLeader, 'actor'>>(
    parts,
    `select id, dept from (
       select u.id::text, u.dept_id::text as dept, d.dept_code as code,
              row_number() over (partition by d.dept_code order by u.id) as place
         from users u
         join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
         join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
         join role r on r.tenant_id = u.tenant_id and r.id = ur.role_id and r.role_alias = 'teacher'
        where u.tenant_id = $1 and u.is_deleted = 0 and u.user_type = '2' and d.dept_code = any($2)
     ) found where place = 2 order by code`,
    [colleges],
  );
  const leaders: RoundLeader[] = [];
  for (const row of rows) {
    const actor = await cachedActor(parts.engine, row.id);
    if (actor) leaders.push({ ...row, actor });
  }
  return leaders;
};

/** Creates a running project, as an import does. */
const underWay = async (
  { engine }: SeedParts,
  office: Actor,
  { id, dept }: RoundLeader,
  [programName, programNum, from, to]: readonly [string, string, number, number],
  today: string,
): Promise<string> => {
  const startDate = addMonths(today, from);
  const made = await engine.as(office).save(
    project,
    {
      programName,
      programNum,
      programKind: 'vertical',
      level: '02',
      resource: '2005',
      projectType: '200501',
      approvalNum: `${startDate.slice(0, 4)}AFC${programNum.slice(-3)}`,
      approvalDate: addMonths(startDate, -1),
      programLeader: id,
      departmentId: dept,
      startDate,
      endDate: addMonths(today, to),
      fundMode: '2',
      funds: '60000.00',
      members: [{ sort: 1, personType: '01', userId: id, memberRole: '01', task: '主持项目' }],
    },
    { imported: true },
  );
  return made.id;
};

/** Writes a progress report under expert review, with one submitted review. */
const checkUnderReview = async (
  parts: SeedParts,
  office: Actor,
  { actor }: RoundLeader,
  programId: string,
  experts: readonly string[],
): Promise<void> => {
  const { engine, clock } = parts;
  const today = dayText(clock.now);
  const { id: batchId } = await engine.as(office).save(checkBatch, {
    batchName: `${today.slice(0, 4)} 年度省级项目中期检查`,
    batchType: '1',
    checkType: '02',
    batchYear: Number(today.slice(0, 4)),
    natures: ['vertical'],
    startTime: timeText(new Date(clock.now.getTime() - 10 * day)),
    endTime: timeText(new Date(clock.now.getTime() + 40 * day)),
    needReview: '1',
  });
  await engine.as(office).perform(checkBatch, 'publish', batchId);
  const { id } = await engine.as(actor).submit(checkReport, {
    programId,
    batchId,
    checkType: '02',
    checkYear: Number(today.slice(0, 4)),
    checkDate: today,
    finishRate: 55,
    isChange: '0',
    progress: '<p>完成样品制备与基础表征，建立了两套测试方法。</p>',
    stageResult: '投稿论文一篇，申请发明专利一项。',
    fundsUsage: '经费使用与预算一致。',
    nextPlan: '开展性能优化与应用验证。',
    attachments: await attachedFile(parts, actor, '05', '中期检查报告'),
  });
  await agreeTo(parts, id, 2);
  const set = await runReviewRound(parts, office, experts, {
    setName: '省级项目中期检查通讯评审',
    bizKind: '3',
    batchId,
  });
  const [first] = await openTasksInTurn(parts, set);
  if (first) await handIn(parts, first, 84);
};

/**
 * Writes a conclusion reviewed by mail: all experts have submitted, the office has confirmed, the director's decision
 * is open.
 */
const conclusionReviewed = async (
  parts: SeedParts,
  office: Actor,
  { actor }: RoundLeader,
  programId: string,
  experts: readonly string[],
): Promise<void> => {
  const { engine, clock } = parts;
  const today = dayText(clock.now);
  const { id } = await engine.as(actor).submit(processConclusion, {
    programId,
    conclusionType: '02',
    applyDate: today,
    realEndDate: today,
    isSecretResult: '0',
    summary: '<p>按任务书完成全部研究内容，形成可复现的方法与数据集。</p>',
    resultSummary: '发表论文两篇，数据集一套。',
    targetFinish: '考核指标全部完成。',
    results: [{ bizType: 'paper', title: '湿地植物群落恢复的评价方法', isMarked: '1' }],
    attachments: [
      ...(await attachedFile(parts, actor, '08', '结题报告')),
      ...(await attachedFile(parts, actor, '10', '经费决算表')),
    ],
  });
  await agreeTo(parts, id, 4);
  const set = await runReviewRound(parts, office, experts, {
    setName: '省级项目结题通讯评审',
    bizKind: '2',
    batchId: null,
  });
  for (const [at, task] of (await openTasksInTurn(parts, set)).entries()) {
    await handIn(parts, task, [88, 83, 79][at % 3] ?? 80);
  }
  await confirmRound(parts, office, set);
};

/** Writes the founding of a team on which experts vote. */
const teamVotedOn = async (
  parts: SeedParts,
  { id: leaderId, dept, actor }: RoundLeader,
  experts: readonly string[],
): Promise<void> => {
  const admin = await actorByAccount(parts, 'rd_admin');
  const founded = addMonths(dayText(parts.clock.now), -2);
  const { id } = await parts.engine.as(actor).submit(team, {
    teamName: '数字经济与产业政策创新团队',
    teamType: '01',
    teamLevel: '04',
    leaderId,
    fkDeptId: dept,
    discipline: '79041',
    direction: '数字产业；产业政策评价',
    foundDate: founded,
    cycleStart: founded,
    cycleEnd: addMonths(founded, 36),
    funds: '200000.00',
    target: '建成省内有影响的研究团队，承担省部级项目三项以上。',
    staff: [{ userId: leaderId, teamRole: teamLeaderRole, joinDate: founded }],
    attachments: await attachedFile(parts, actor, '01', '团队申请书'),
  });
  await agreeTo(parts, id, 2, ['team', { needReview: '1' }]);
  const set = await runReviewRound(parts, admin, experts, {
    setName: '校级科研团队立项评审',
    bizKind: '5',
    scoreScheme: '3',
  });
  const [first, second] = await openTasksInTurn(parts, set);
  for (const task of [first, second]) if (task) await voteFor(parts, task);
};

/** Writes notes of leader and office on a project. */
const notes = async (parts: SeedParts, office: Actor, leader: RoundLeader, programId: string) => {
  const today = dayText(parts.clock.now);
  for (const [who, topic, content] of [
    [leader.actor, '设备借用', '与化学学院商定每周三借用光谱仪，使用记录由研究生整理。'],
    [office, '经费提醒', '电话提醒负责人：执行率偏低，年底前完成设备采购。'],
  ] as const) {
    const note = { programId, topic, content, noteDate: today };
    await parts.engine.as(who).save(programNote, note);
  }
};

/**
 * Writes expert reviews in different states: of a progress report, a conclusion, a team and a study; and notes on a
 * project.
 */
export const demoOtherReviews = async (parts: SeedParts, now: Date): Promise<void> => {
  const { clock } = parts;
  clock.now = new Date(now.getTime() - 5 * day);
  const today = dayText(clock.now);
  const [checked, concluded, founder] = await leadersIn(parts, ['330', '350', '440']);
  const found = await readRows<{ id: string }>(
    parts,
    `select e.id::text from expert e
       join users u on u.tenant_id = e.tenant_id and u.id = e.user_id
       join dept d on d.tenant_id = u.tenant_id and d.id = u.dept_id
      where e.tenant_id = $1 and e.status = '1' and e.is_deleted = 0 and u.account <> 'expert'
        and (e.valid_date is null or e.valid_date > $2) and d.dept_code <> all($3)
      order by e.id limit 6`,
    [today, ['330', '350', '440']],
  );
  const panel = found.map(({ id }) => id);
  if (!checked || !concluded || !founder || panel.length < 3) return;
  const office = await actorByAccount(parts, 'rd_project');
  const year = today.slice(0, 4);
  const ongoing = await underWay(
    parts,
    office,
    checked,
    ['柔性光电传感器件的界面调控', `Z${year}3309001`, -14, 22],
    today,
  );
  const ending = await underWay(
    parts,
    office,
    concluded,
    ['湿地植物群落恢复的评价方法', `Z${year}3509001`, -34, 1],
    today,
  );
  await checkUnderReview(parts, office, checked, ongoing, panel);
  await conclusionReviewed(parts, office, concluded, ending, panel);
  await teamVotedOn(parts, founder, panel);
  await ethicsReviews(parts, office, [checked, concluded], ongoing, panel);
  await notes(parts, office, checked, ongoing);
  clock.now = now;
};
