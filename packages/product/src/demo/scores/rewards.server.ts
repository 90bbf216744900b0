import type { Actor } from '@keyan/kernel/access/actor.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { batchStatusCodes } from '../../scoring/dictionaries.ts';
import { scoreAllot } from '../../scoring/score-allot.ts';
import { scoreReward } from '../../scoring/score-reward.ts';
import { scoreTrial } from '../../scoring/score-trial.ts';
import { computeTrial, generateRewards } from '../../scoring/scoring.server.ts';
import { teamTemplate } from '../../scoring/team-template.ts';
import { actorByAccount } from '../handle-task.server.ts';
import { cachedActor } from '../person-of.server.ts';
import type { SeedParts } from '../story-player.server.ts';
import { university } from '../university.server.ts';
import { draftNorm } from './norms.server.ts';

const { tenantId } = university;

/** The scoring batches of the closed years and of the one under way, and the norm. */
export interface ScoredYears {
  readonly normId: string;
  readonly batches: readonly { readonly id: string; readonly year: number }[];
}

const work = (id: string) => ({ tenantId, data: { id }, signal: new AbortController().signal });

/** The confirmed scores of a year, paid. */
export const makeReward = async (
  parts: SeedParts,
  office: Actor,
  { id: batchId, year }: ScoredYears['batches'][number],
  isPaid: boolean,
): Promise<void> => {
  const { engine, clock } = parts;
  const commands = engine.as(office);
  const { id } = await commands.save(scoreReward, {
    rewardName: `${year} 年度科研奖励`,
    batchId,
    rewardMode: '1',
    unitPrice: '40.00',
    exceptObjects: ['paper'],
    maxPerPerson: '20000.00',
    budget: '300000.00',
    description: '论文不与奖励直接挂钩；按成果得分发放，个人封顶 2 万元。',
  });
  await commands.perform(scoreReward, 'generate', id);
  await generateRewards.run(work(id), engine);
  const { row: generated } = await commands.read(scoreReward, id);
  if ((generated.detailCount ?? 0) === 0) {
    await commands.perform(scoreReward, 'annul', id, {
      reason: '当年没有可奖励的成果。',
      version: generated.version,
    });
    return;
  }
  await commands.perform(scoreReward, 'handIn', id);
  if (!isPaid) return;
  await engine.as(await actorByAccount(parts, 'rd_leader')).perform(scoreReward, 'confirm', id);
  const finance = engine.as(await actorByAccount(parts, 'finance'));
  const { row } = await finance.read(scoreReward, id);
  await finance.perform(scoreReward, 'issue', id, {
    issueDate: timeText(clock.now).slice(0, 10),
    version: row.version,
  });
};

/** A criterion that is counted, and one that the research office marks. */
const counted = (measure: string, target: string | null | undefined) => ({
  isQuant: '1',
  measure,
  target,
});
const marked = { isQuant: '0' };

/** How scores of awards are divided by rank. */
const makeDivision = async ({ engine }: SeedParts, office: Actor): Promise<void> => {
  const commands = engine.as(office);
  const places = [
    [2, ['0.6500', '0.3500']],
    [3, ['0.5500', '0.3000', '0.1500']],
    [4, ['0.5000', '0.2500', '0.1500', '0.1000']],
  ] as const;
  const { id } = await commands.save(teamTemplate, {
    templateName: '获奖成果排名分配系数',
    templateKind: '1',
    scoreObject: ['award'],
    coefs: places.flatMap(([memberNum, coefs]) =>
      coefs.map((coef, at) => ({ memberNum, sort: at + 1, coef })),
    ),
  });
  await commands.performAll(teamTemplate, 'enable', [id]);
};

/** Tables: how scores are divided, and by what teams are judged. */
export const makeTemplates = async (parts: SeedParts, office: Actor): Promise<void> => {
  await makeDivision(parts, office);
  const commands = parts.engine.as(office);
  const judging = await Promise.all(
    [
      ['科研创新团队考核指标', '01', '科研产出', '6', '15.00'],
      ['科研平台与基地考核指标', null, '科研产出', '8', '25.00'],
    ].map(([templateName, teamType, group, papers, funds]) =>
      commands.save(teamTemplate, {
        templateName,
        templateKind: '2',
        teamType,
        items: [
          {
            ...counted('3', papers),
            countedObject: 'paper',
            parentName: group,
            itemName: '期刊论文',
            itemScore: '25.00',
          },
          {
            ...counted('1', '100.00'),
            parentName: group,
            itemName: '成员业绩完成率',
            itemScore: '30.00',
          },
          {
            ...counted('5', funds),
            parentName: '项目与经费',
            itemName: '到账经费',
            itemScore: '15.00',
          },
          {
            ...marked,
            parentName: '团队建设',
            itemName: '人才培养',
            itemScore: '20.00',
            standard: '培养研究生、青年教师及获得人才称号情况',
          },
          {
            ...marked,
            parentName: '社会贡献',
            itemName: '成果转化与服务',
            itemScore: '10.00',
            standard: '成果转化、决策咨询和社会服务情况',
          },
        ],
      }),
    ),
  );
  await commands.performAll(
    teamTemplate,
    'enable',
    judging.map((one) => one.id),
  );
  await commands.save(teamTemplate, {
    templateName: '智库考核指标（征求意见）',
    templateKind: '2',
    teamType: '05',
    items: [
      {
        ...counted('3', '4'),
        countedObject: 'advisory',
        itemName: '决策咨询成果',
        itemScore: '60.00',
      },
      { ...marked, itemName: '社会影响', itemScore: '40.00', standard: '媒体报道、会议与论坛情况' },
    ],
  });
};

/** A draft norm and the one in force, both tried on the last closed year before the committee decides. */
export const makeTrials = async (
  parts: SeedParts,
  office: Actor,
  { normId, batches }: ScoredYears,
): Promise<void> => {
  const [, batch] = batches;
  if (!batch) return;
  const { engine } = parts;
  const commands = engine.as(office);
  const trials = [
    [
      `${batch.year} 年度按修订稿试算`,
      await draftNorm(parts, office, batch.year + 2),
      '按修订征求意见稿重算上一年度，看各学院、职称和学科的增减。',
    ],
    [
      `${batch.year} 年度现行标准复算`,
      normId,
      '以现行标准复算作为对照：与结果的差异只来自申诉和调整。',
    ],
  ] as const;
  for (const [trialName, norm, description] of trials) {
    const { id } = await commands.save(scoreTrial, {
      trialName,
      normId: norm,
      batchId: batch.id,
      description,
    });
    await commands.perform(scoreTrial, 'calc', id);
    await computeTrial.run(work(id), engine);
  }
};

/** One leader confirmed how a score is divided; the others have not yet, and `teacher` is one of these. */
export const divideOneScore = async ({ engine }: SeedParts): Promise<void> => {
  const found = await engine.database.read(tenantId, (session) =>
    session.query<{ id: string; leader: string }>(
      `select a.id::text, a.leader_id::text as leader
         from score_allot a join score_batch b on b.tenant_id = a.tenant_id and b.id = a.batch_id
        where a.tenant_id = $1 and a.is_deleted = 0 and b.status <> $2
          and a.leader_id not in (select id from users where tenant_id = $1 and account = 'teacher')
        order by a.output_score desc, a.id limit 10`,
      [tenantId, batchStatusCodes.confirmed],
    ),
  );
  for (const { id, leader } of found) {
    const actor = await cachedActor(engine, leader);
    if (!actor?.permissions.has('sallot_divide')) continue;
    const own = engine.as(actor);
    const { row } = await own.read(scoreAllot, id);
    const lines = (row as { readonly lines?: readonly { readonly userId: string }[] }).lines ?? [];
    const others = lines.filter((line) => line.userId !== leader);
    if (others.length === 0) continue;
    const rest = Math.floor(30 / others.length);
    await own.save(scoreAllot, {
      ...row,
      lines: [
        { userId: leader, rate: `${100 - rest * others.length}.00` },
        ...others.map(({ userId }) => ({ userId, rate: `${rest}.00` })),
      ],
    });
    await own.perform(scoreAllot, 'divide', id);
    return;
  }
};
