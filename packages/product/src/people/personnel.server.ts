import { defineBehaviour, type TransactionContext } from '@keyan/engine/records/behaviour.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { statuses } from '@keyan/kernel/access/status.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { requestAccountJoin } from '../system/accounts/joining.server.ts';
import { assertMayEditFile, type FollowedFile, followFile } from './account-follows.server.ts';
import { changedItems } from './change-items.ts';
import { logChange, operationCodes } from './change-log.server.ts';
import { personnel } from './personnel.ts';

/** Account of a file, by account name or staff number. */
const accountOf = async (
  session: Session,
  name: string | null,
  jobNum: string | null,
): Promise<string | null> => {
  const [found] = await session.query<{ id: string }>(
    `select id::text from users
      where tenant_id = $1 and is_deleted = 0 and (account = $2 or code = $3)
      order by account = $2 desc limit 1`,
    [session.tenantId, name, jobNum],
  );
  return found?.id ?? null;
};

type Saving = TransactionContext & {
  readonly before: FollowedFile | null;
  readonly action: string;
};

/** Logs changes of a file made without a request. */
const log = async (row: FollowedFile, transaction: Saving): Promise<void> => {
  const { before, action, now } = transaction;
  const isGone = action === 'remove';
  if (!isGone && changedItems('jbxx', before as never, row as never).length === 0) return;
  await logChange(transaction, {
    subject: 'jbxx',
    operation: isGone
      ? operationCodes.removed
      : before
        ? operationCodes.changed
        : operationCodes.added,
    record: row,
    before: isGone ? (row as never) : (before as never),
    after: isGone ? null : (row as never),
    person: { id: row.userId, name: row.name, department: row.fkDeptId },
    status: statuses.approved,
    applied: timeText(now),
  });
};

/** Behaviour of personnel files: links the account, checks rights, and logs changes. */
export const personnelBehaviour = defineBehaviour(personnel, {
  complete: async ({ account: name, jobNum }, { tx }) => ({
    userId: await accountOf(tx, name, jobNum),
  }),
  saved: (async (row: FollowedFile, transaction: Saving) => {
    const { before, action } = transaction;
    await log(row, transaction);
    if (action === 'remove') return;
    const items = before ? changedItems('jbxx', before as never, row as never) : [];
    await assertMayEditFile(transaction, row, before, items);
    if (before) await followFile(transaction, row, items);
    if (row.userId !== null && row.userId !== before?.userId) requestAccountJoin(transaction);
  }) as never,
});
