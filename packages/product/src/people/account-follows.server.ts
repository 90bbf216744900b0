import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import { user } from '../system/accounts/user.ts';

const account = user as unknown as Resource;

/** What of an account follows the file: the name (ruling 46), and the main department. */
const followed = { name: 'realName', fkDeptId: 'deptId' } as const;

/** A personnel file, as far as accounts follow it. */
export type Followed = StoredRow & {
  readonly userId: string | null;
  readonly name: string | null;
  readonly fkDeptId: string | null;
};

/**
 * Whoever changes their department in the file has changed it: from now on they register there, and see what
 * that department opens. Records keep the department that they had.
 * @param items the fields of the file that changed
 */
export const followFile = async (
  transaction: TransactionContext,
  file: Followed,
  items: readonly string[],
): Promise<void> => {
  const names = (['name', 'fkDeptId'] as const).filter(
    (name) => items.includes(name) && file[name] !== null,
  );
  if (names.length === 0 || !file.userId) return;
  const before = await lockTarget(transaction, account, file.userId);
  if (!before) return;
  const values = Object.fromEntries(names.map((name) => [followed[name], file[name]]));
  const after = { ...before, ...values };
  await commitChange(transaction, { resource: account, before, after, action: 'update' });
};
