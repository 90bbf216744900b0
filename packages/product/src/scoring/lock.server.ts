import { transactionOf } from '@keyan/engine/commands/context.ts';
import { type RecordWork, workOf } from '@keyan/engine/commands/work.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { equals } from '@keyan/kernel/records/query.ts';
import { changeRow } from '../shared/rows.server.ts';
import type { Batch } from './compute.server.ts';
import { scoredKinds } from './objects.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreResult } from './score-result.ts';

/** A record that was scored, by the kind and the id that its results name. */
export interface Source {
  readonly scoreObject: string | null;
  readonly bizId: string | null;
}

interface Locked {
  readonly score: string | null;
  readonly unlocked: boolean;
}

/**
 * What the confirmed batches of all years give an output, null for nothing; and whether the office has
 * unlocked it since, so that its writer may still change it.
 */
const lockedScore = `select sum(final_score)::text as score,
    coalesce(bool_or(unlocked_at is not null), false) as unlocked from score_result
  where tenant_id = $1 and biz_id = $2 and is_deleted = 0 and status = '9'`;

/** An output says that it was scored, and for how much; nobody who has it open in a form is disturbed. */
export const mark = (
  { engine, actor }: Pick<RecordWork, 'engine' | 'actor'>,
  { scoreObject, bizId }: Source,
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const resource = scoredKinds[scoreObject ?? '']?.resource;
    const transaction = transactionOf({ engine, actor }, tx);
    const before = resource && (await lockTarget(transaction, resource, bizId ?? '0'));
    if (!resource || !before) return;
    const [found] = await tx.query<Locked>(lockedScore, [tx.tenantId, bizId]);
    const { score = null, unlocked = false } = found ?? {};
    const values = { isLocked: score === null || unlocked ? '0' : '1', scoreTotal: score };
    if (changesBetween(resource, before, { ...before, ...values }).length === 0) return;
    await changeRow(transaction, resource, before, 'effect', values, scoreResult.label[0]);
  });

/** Each of the outputs that these results are for, once. */
export const sourcesOf = <Result extends Source>(results: readonly Result[]): readonly Result[] => [
  ...new Map(results.map((one) => [one.bizId, one])).values(),
];

const job = {
  name: 'lock-scores',
  label: ['锁定计分结果', 'Lock the scores of a batch'],
} as const;

/**
 * The results of a batch are final once it is confirmed, and open again when it is declared void; the outputs
 * that they are for say so too.
 */
export const lockScores = workOf<Batch>(scoreBatch, job, async (work) => {
  const { commands, row, mayGoOn } = work;
  const isFinal = row.status === '5';
  const results = await commands.all(scoreResult, {
    where: [equals('batchId', row.id)],
    fields: ['status', 'scoreObject', 'bizId'],
  });
  const astray = results.filter(({ status }) => (status === '9') !== isFinal);
  const { done, refused } = await commands.performAll(
    scoreResult,
    isFinal ? 'lock' : 'unlock',
    astray.map(({ id }) => id),
  );
  for (const source of sourcesOf(results)) {
    await mayGoOn();
    await mark(work, source);
  }
  return { done: done.length, left: refused.length };
});
