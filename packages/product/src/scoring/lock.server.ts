import { transactionOf } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { scoredKinds } from './objects.ts';
import { scoreBatch } from './score-batch.ts';
import { scoreResult } from './score-result.ts';

const result = scoreResult as unknown as Resource;

const actorName = scoreBatch.label[0];

export interface Output {
  readonly object: string;
  readonly id: string;
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
export const mark = (engine: Engine, tenantId: string, { object, id }: Output): Promise<boolean> =>
  engine.database.transaction(tenantId, async (tx) => {
    const resource = scoredKinds[object]?.resource;
    const transaction = transactionOf({ engine, actor: { system: actorName, tenantId } }, tx);
    const before = resource && (await lockTarget(transaction, resource, id));
    if (!resource || !before) return false;
    const [found] = await tx.query<Locked>(lockedScore, [tenantId, id]);
    const { score = null, unlocked = false } = found ?? {};
    const isLocked = score === null || unlocked ? '0' : '1';
    const after = { ...before, isLocked, scoreTotal: score };
    if (changesBetween(resource, before, after).length === 0) return false;
    const change = { resource, before, after, action: 'effect', note: scoreResult.label[0] };
    await commitChange(transaction, { ...change, keepsVersion: true });
    return true;
  });

/**
 * The results of a batch are final once it is confirmed, and open again when it is declared void; the outputs
 * that they are for say so too.
 */
export const lockScores: EngineJob<{ readonly batchId: string }> = {
  name: 'lock-scores',
  label: ['锁定计分结果', 'Lock the scores of a batch'],
  run: async ({ tenantId, data: { batchId }, signal }, engine) => {
    const { action, ids, outputs } = await engine.database.read(tenantId, async (session) => {
      const [batch] = await session.query<{ status: string }>(
        'select status from score_batch where tenant_id = $1 and id = $2',
        [tenantId, batchId],
      );
      const isFinal = batch?.status === '5';
      const rows = await session.query<{ id: string }>(
        `select id::text from score_result where tenant_id = $1 and batch_id = $2
            and is_deleted = 0 and (status = '9') <> $3 order by id`,
        [tenantId, batchId, isFinal],
      );
      const scored = await session.query<Output>(
        `select distinct score_object as object, biz_id as id from score_result
          where tenant_id = $1 and batch_id = $2 and is_deleted = 0`,
        [tenantId, batchId],
      );
      const names = { action: isFinal ? 'lock' : 'unlock', outputs: scored };
      return { ...names, ids: rows.map(({ id }) => id) };
    });
    signal.throwIfAborted();
    const { done, refused } = await engine
      .asSystem(actorName, tenantId)
      .performAll(result, action, ids);
    for (const output of outputs) {
      signal.throwIfAborted();
      await mark(engine, tenantId, output);
    }
    return { done: done.length, left: refused.length };
  },
};
