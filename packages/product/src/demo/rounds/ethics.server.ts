import type { Actor } from '@keyan/kernel/access/actor.ts';
import { addMonths, dayText } from '@keyan/kernel/values/time.ts';
import { ethicsReview } from '../../project/ethics/ethics-review.ts';
import { openTasksInTurn, readRows } from '../call-review.server.ts';
import { attachedFile } from '../funds.server.ts';
import { actorByAccount, handleOpenTask } from '../handle-task.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import {
  agreeTo,
  confirmRound,
  type RoundLeader,
  runReviewRound,
  voteFor,
} from './steps.server.ts';

const day = 86_400_000;

/** A study in each status that the others do not have; the approval from elsewhere is void in the end. */
const otherStatuses = async (
  parts: SeedParts,
  [leader, other]: readonly [RoundLeader, RoundLeader],
  approved: string,
): Promise<void> => {
  const { engine } = parts;
  const study = (who: RoundLeader, title: string) => ({
    leaderId: who.id,
    departmentId: who.dept,
    onList: '0',
    origin: '1',
    procedure: '2',
    title,
    subjects: ['1'],
    content: '向在校志愿者发放问卷，不收集姓名与学号。',
    protection: '自愿填写，可随时退出；结果只作统计。',
  });
  await engine.as(leader.actor).save(ethicsReview, study(leader, '大学生久坐行为问卷研究'));
  const sent = (title: string) => engine.as(other.actor).submit(ethicsReview, study(other, title));
  const unclear = await sent('实验动物镇痛方案比较');
  await handleOpenTask(parts, unclear.id, (task) => {
    return { is: 'back', task, to: 'applicant', comment: '请补充动物来源与数量依据' };
  });
  const refused = await sent('未备案样本的再利用研究');
  await handleOpenTask(parts, refused.id, (task) => {
    return { is: 'refuse', task, comment: '样本来源未经同意，不予受理' };
  });
  const early = await sent('可穿戴设备睡眠监测研究');
  await engine.as(other.actor).recall(ethicsReview, early.id);
  const admin = await actorByAccount(parts, 'rd_admin');
  await engine.as(admin).abolish(ethicsReview, approved, '牵头单位撤回批件');
};

/**
 * Studies before the ethics committee: one in force and soon followed up, one to be accepted, one decided elsewhere,
 * and one in every other status.
 */
export const ethicsReviews = async (
  parts: SeedParts,
  office: Actor,
  [leader, other]: readonly [RoundLeader, RoundLeader],
  programId: string,
  experts: readonly string[],
): Promise<void> => {
  const { engine, clock } = parts;
  const today = dayText(clock.now);
  const members = await readRows(
    parts,
    `select 1 from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = $1 and r.role_alias = 'ethics' limit 1`,
  );
  // A demo from before has nobody in the committee.
  if (members.length === 0) return;
  const send = async (who: RoundLeader, study: object, more: object = {}) =>
    engine.as(who.actor).submit(ethicsReview, {
      leaderId: who.id,
      departmentId: who.dept,
      onList: '0',
      origin: '1',
      procedure: '2',
      ...study,
      ...more,
    });
  const decided = await send(leader, {
    title: '柔性传感器采集人体运动数据的研究',
    programId,
    subjects: ['1', '4'],
    content: '招募健康成年志愿者 40 名，佩戴柔性传感器完成日常动作。',
    protection: '签署知情同意书，数据去标识后存于校内服务器。',
  });
  await agreeTo(parts, decided.id, 1);
  const set = await runReviewRound(parts, office, experts, {
    setName: '科技伦理审查（简易程序）',
    bizKind: '7',
    blindMode: '0',
    scoreScheme: '3',
  });
  for (const task of await openTasksInTurn(parts, set)) await voteFor(parts, task);
  await confirmRound(parts, office, set);
  const nextTrack = dayText(new Date(clock.now.getTime() + 20 * day));
  const opinion = '同意开展，请按期提交跟踪报告。';
  const verdict = { decision: '1', validUntil: addMonths(today, 24), nextTrack, opinion };
  await agreeTo(parts, decided.id, 1, ['ethics_review', verdict]);
  await send(other, {
    title: '小鼠模型评价水体微塑料毒性',
    subjects: ['2'],
    content: '以 C57 小鼠 60 只分组饲喂，观察生理与组织学变化。',
    protection: '遵循 3R 原则，设定人道终点，由持证人员操作。',
  });
  const outside = await send(
    leader,
    {
      title: '多中心步态康复研究',
      subjects: ['1'],
      content: '与附属医院合作，采集康复期患者步态数据。',
      protection: '由牵头单位统一审查并备案。',
    },
    {
      origin: '2',
      procedure: null,
      board: '江陵大学附属医院伦理委员会',
      approvalNum: `${today.slice(0, 4)}-KY-118`,
      grantedOn: addMonths(today, -3),
      validUntil: addMonths(today, 21),
      attachments: await attachedFile(parts, leader.actor, '33', '伦理审查批件'),
    },
  );
  await agreeTo(parts, outside.id, 1);
  await otherStatuses(parts, [leader, other], outside.id);
};
