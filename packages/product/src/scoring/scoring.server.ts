import type { EngineJob } from '@keyan/engine/engine.ts';
import {
  type Behaviour,
  behave,
  type TransactionContext,
} from '@keyan/engine/records/behaviour.ts';
import { roleHolders } from '@keyan/engine/records/role-holders.ts';
import type { Session } from '@keyan/engine/store/database.ts';
import { isSystem } from '@keyan/kernel/access/actor.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { computeScores } from './compute.server.ts';
import { lockScores } from './lock.server.ts';
import { rescoreOutputs, unlockOutput } from './rescore.server.ts';
import { scoreAppeal } from './score-appeal.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreResult } from './score-result.ts';

/** The type of messages about scores (考核(计分)提醒). */
const scoreMessage = '13';

/** Everybody with a score in the batch. */
const peopleOfBatch = async (session: Session, batchId: string): Promise<readonly string[]> => {
  const rows = await session.query<{ id: string }>(
    `select distinct user_id::text as id from score_person
      where tenant_id = $1 and batch_id = $2 and is_deleted = 0`,
    [session.tenantId, batchId],
  );
  return rows.map(({ id }) => id);
};

/** The work follows the commit: nothing is computed for an action that was refused after all. */
const queue =
  (job: typeof computeScores | typeof lockScores) =>
  ({ id }: { readonly id: string }, { engine, actor, tx }: TransactionContext): void => {
    const by = isSystem(actor) ? {} : { by: actor.id };
    engine.jobs.queue(tx, job, { batchId: id }, { key: id, ...by });
  };

const batchBehaviour = behave<typeof scoreBatch.fields>(scoreBatch, {
  performed: {
    calc: queue(computeScores),
    confirm: queue(lockScores),
    annul: queue(lockScores),
    // Those who were shown their scores before look at them anew by themselves.
    computed: async ({ id, batchName, publicEnd, resumeAt }, { engine, tx }) => {
      if (resumeAt !== '1') return;
      const names = { name: batchName ?? '', end: (publicEnd ?? '').slice(0, 16) };
      await engine.messages.send(tx, [
        {
          type: scoreMessage,
          title: fill(['计分结果公示：{name}', 'Scores are out: {name}'], names),
          content: fill(
            [
              '【{name}】已完成计算并开始公示，请核对本人得分；如有异议请在 {end} 前提出申诉。',
              'The scores of “{name}” are shown. Look at yours; appeals are taken until {end}.',
            ],
            names,
          ),
          business: { resource: scoreBatch.key, id },
          link: `${scoreResult.views.mine?.path}/index`,
          to: await peopleOfBatch(tx, id),
        },
      ]);
    },
  },
});

interface Appeal {
  readonly id: string;
  readonly subject: string | null;
  readonly result: string | null;
}

/** A message about an appeal, to those who act next or have waited for it. */
const tell = (
  row: Appeal,
  { engine, tx }: TransactionContext,
  title: Label,
  content: Label,
  to: readonly string[],
): Promise<void> =>
  engine.messages.send(tx, [
    {
      type: scoreMessage,
      title,
      content: fill(content, { subject: row.subject ?? '', result: row.result ?? '' }),
      business: { resource: scoreAppeal.key, id: row.id },
      link: `${scoreAppeal.views.all?.path}/detail?id=${row.id}`,
      to,
    },
  ]);

const appealBehaviour = behave<typeof scoreAppeal.fields>(scoreAppeal, {
  performed: {
    handIn: async (row, transaction) =>
      tell(
        row,
        transaction,
        ['收到计分申诉', 'An appeal against a score'],
        ['【{subject}】的计分申诉待处理。', 'The appeal about “{subject}” waits for a decision.'],
        await roleHolders(transaction.tx, ['rd_achieve']),
      ),
    uphold: (row, transaction) =>
      tell(
        row,
        transaction,
        ['计分申诉成立', 'Your appeal was upheld'],
        ['【{subject}】的申诉成立：{result}', 'Your appeal about “{subject}” was upheld: {result}'],
        [row.createUser],
      ),
    reject: (row, transaction) =>
      tell(
        row,
        transaction,
        ['计分申诉不成立', 'Your appeal was rejected'],
        [
          '【{subject}】的申诉不成立：{result}',
          'Your appeal about “{subject}” was rejected: {result}',
        ],
        [row.createUser],
      ),
  },
});

const resultBehaviour = behave<typeof scoreResult.fields>(scoreResult, {
  performed: { unlockOutput },
});

export const scoringBehaviours: readonly Behaviour[] = [
  batchBehaviour,
  appealBehaviour,
  resultBehaviour,
];

export const scoringJobs = [
  computeScores,
  lockScores,
  rescoreOutputs,
] as readonly EngineJob<never>[];
