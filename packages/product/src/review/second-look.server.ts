import type { TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import type { ActorCall } from '@keyan/engine/wire/endpoint.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { hashText } from '../shared/formats/hash.ts';
import { changeRow } from '../shared/mechanisms/rows.server.ts';
import { countedTaskCodes, taskCodes } from './dictionaries.ts';
import { idsFound, type StoredItem, type StoredTask, taskKind } from './rows.server.ts';
import type { PeerOpinion } from './sheet.ts';
import { notifyExpert } from './tasks.server.ts';

/** Days for a second look. */
const lookDays = 3;

const day = 86_400_000;

/**
 * Asks the experts of a record for a second look: their opinions still count, and each may
 * submit once more within three days. The review must be locked (`lockedBehind`).
 */
export const askToLookAgain = async (
  item: StoredItem,
  transaction: TransactionContext,
): Promise<void> => {
  const { tx, now } = transaction;
  const endTime = timeText(new Date(now.getTime() + lookDays * day));
  const heard = await idsFound(
    tx,
    `select id::text from review_task
      where tenant_id = $1 and item_id = $2 and status = $3 and is_deleted = 0 order by review_task.id`,
    [item.id, taskCodes.handedIn],
  );
  for (const id of heard) {
    const task = (await lockRow(transaction, taskKind, id)) as StoredTask;
    if (task.status !== taskCodes.handedIn) continue;
    const asked = (await changeRow(transaction, taskKind, task, 'lookAgain', {
      status: taskCodes.looking,
      before: task.totalScore,
      endTime,
    })) as StoredTask;
    await notifyExpert(transaction, asked, [
      '专家意见分歧较大，请参阅其他专家的意见后复议；不修改则维持原评',
      'experts differ widely: please read the other comments and reconsider; without changes your original review stands',
    ]);
  }
};

/**
 * Anonymous opinions of the other experts of a record, in an order that discloses neither names nor
 * times.
 */
export const peerOpinionsOf = (
  { engine, actor }: ActorCall,
  { id, itemId }: Pick<StoredTask, 'id' | 'itemId'>,
): Promise<readonly PeerOpinion[]> =>
  engine.database.read(actor.tenantId, async (session) => {
    const rows = await session.query<{ id: string; total: string | null; comment: string | null }>(
      `select id::text, coalesce(before, total_score)::text as total, comment from review_task
        where tenant_id = $1 and item_id = $2 and id <> $3 and status = any($4) and is_deleted = 0`,
      [session.tenantId, itemId, id, countedTaskCodes],
    );
    return rows
      .toSorted((one, other) => hashText(`${itemId} ${one.id}`) - hashText(`${itemId} ${other.id}`))
      .map(({ total, comment }, at) => ({
        place: at + 1,
        total: total ?? '',
        comment: comment ?? '',
      }));
  });
