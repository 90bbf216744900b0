import { derive } from '@keyan/engine/commands/derived.ts';
import type { RecordWork } from '@keyan/engine/commands/work.ts';
import type { EngineJob } from '@keyan/engine/engine.ts';
import { everyHour } from '@keyan/engine/jobs/schedule.ts';
import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { anyOf, equals } from '@keyan/kernel/records/query.ts';
import { recordPage } from '../achievement/common/words.ts';
import { changeRow } from '../shared/rows.server.ts';
import { type Batch, resultsFor } from './compute.server.ts';
import { personsOf } from './compute.ts';
import { mark, type Source, sourcesOf } from './lock.server.ts';
import { scoredKinds } from './objects.ts';
import { scoreBatch } from './score-batch.ts';
import { scorePerson } from './score-person.ts';
import { scoreResult } from './score-result.ts';

// an output that a confirmed batch scored is unlocked, changed, approved again, and scored anew.

const unlocked: Label = [
  '计分解锁，可以退回修改',
  'Unlocked by the scoring office: it may be changed',
];

/** The output says so in its history, and its writer learns of it. */
export const unlockOutput = async (
  { scoreObject, bizId }: Source,
  transaction: TransactionContext,
): Promise<void> => {
  const resource = scoredKinds[scoreObject ?? '']?.resource;
  const before = resource && (await lockTarget(transaction, resource, bizId ?? '0'));
  if (!resource || !before) throw new Refused(['成果已不存在', 'The output is gone']);
  await changeRow(transaction, resource, before, 'effect', { isLocked: '0' }, unlocked[0]);
  const { engine, tx } = transaction;
  await engine.messages.send(tx, [
    {
      type: '13',
      title: ['已计分的成果已解锁', 'A scored output was unlocked'],
      content: fill(
        [
          '《{title}》的计分锁定已解除。退回修改并再次通过后，得分自动重算。',
          '“{title}” is no longer locked by its score. Once changed and approved again, it is scored anew.',
        ],
        { title: String((before as unknown as Record<string, unknown>)[resource.title] ?? '') },
      ),
      business: { resource: resource.key, id: before.id },
      link: recordPage(resource, before),
      to: [before.createUser],
    },
  ]);
};

type Work = Pick<RecordWork, 'engine' | 'actor' | 'commands'>;

interface Unlocked extends Source {
  readonly unlockedAt: string | null;
}

/** Was it approved again, or is it gone for good? While somebody works on it, its score waits. */
const isSettled = async ({ commands }: Work, one: Unlocked): Promise<boolean> => {
  const resource = scoredKinds[one.scoreObject ?? '']?.resource;
  if (!resource) return false;
  const [row] = await commands.all(resource, {
    where: [equals('id', one.bizId)],
    fields: ['auditStatus', 'finishTime'],
  });
  if (!row || row.auditStatus === statuses.void) return true;
  const again = row.finishTime !== null && row.finishTime >= (one.unlockedAt ?? '');
  return row.auditStatus === statuses.approved && again;
};

/** What one output gives in a confirmed batch, computed anew; everything else of the batch stays. */
const rescore = async (work: Work, batch: Batch, output: string): Promise<void> => {
  const always = async (): Promise<boolean> => true;
  const { commands } = work;
  const own = (await resultsFor(work, batch)).filter(({ bizId }) => bizId === output);
  const only = { field: 'bizId', values: [output] };
  const within = { within: batch.id };
  await derive(work, { resource: scoreResult, ...within, wanted: own, only }, always);
  const known = await commands.all(scorePerson, {
    where: [equals('batchId', batch.id)],
    fields: ['userId'],
  });
  const more = personsOf(own).filter(
    ({ userId }) => !known.some((person) => person.userId === userId),
  );
  const users = { field: 'userId', values: more.map(({ userId }) => String(userId)) };
  await derive(work, { resource: scorePerson, ...within, wanted: more, only: users }, always);
  const results = await commands.all(scoreResult, {
    where: [equals('batchId', batch.id), equals('bizId', output)],
    fields: ['status', 'unlockedAt'],
  });
  const open = results.filter(({ status, unlockedAt }) => status !== '9' || unlockedAt !== null);
  await commands.performAll(
    scoreResult,
    'lock',
    open.map(({ id }) => id),
  );
};

/** 已解锁成果重算: what was unlocked, changed and approved again is scored anew in its confirmed batches. */
export const rescoreOutputs: EngineJob = {
  name: 'rescore-outputs',
  label: ['已解锁成果重算', 'Score unlocked outputs anew'],
  at: everyHour(25),
  run: async ({ tenantId, signal }, engine) => {
    const actor = { system: scoreBatch.label[0], tenantId };
    const commands = engine.asSystem(actor.system, tenantId);
    const work: Work = { engine, actor, commands };
    let done = 0;
    // The one that was unlocked last says since when.
    const waiting = await commands.all(scoreResult, {
      where: [{ field: 'unlockedAt', operator: 'filled', value: null }],
      fields: ['scoreObject', 'bizId', 'unlockedAt'],
      sort: [{ field: 'unlockedAt', descending: false }],
    });
    for (const output of sourcesOf(waiting)) {
      signal.throwIfAborted();
      if (!(await isSettled(work, output))) continue;
      const id = output.bizId ?? '0';
      const scored = await commands.all(scoreResult, {
        where: [equals('bizId', id)],
        fields: ['batchId'],
      });
      const batches = await commands.all(scoreBatch, {
        where: [
          anyOf('id', [...new Set(scored.map(({ batchId }) => batchId))]),
          equals('status', '5'),
        ],
      });
      for (const batch of batches) await rescore(work, batch as unknown as Batch, id);
      await mark(work, output);
      done += 1;
    }
    return { done };
  },
};
