import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockTarget } from '@keyan/engine/records/lock.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { type Actor, isSystem } from '@keyan/kernel/access/actor.ts';
import { Invalid } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { superRole } from '../shared/references/platform.ts';
import {
  administratorsAmong,
  assertNoneAbove,
  rolesHeld,
  tenantRole,
} from '../system/accounts/reach.server.ts';
import { assertInDataScope, untypedUser } from '../system/accounts/reached.server.ts';

/** Fields of an account that follow the file: the name (ruling 46), and the main department. */
const followed = { name: 'realName', fkDeptId: 'deptId' } as const;

/** A personnel file, as far as accounts follow it. */
export type FollowedFile = StoredRow & {
  readonly userId: string | null;
  readonly name: string | null;
  readonly fkDeptId: string | null;
};

const notOneself: Label = [
  '不能自行调整本人的所属部门，请提交信息变更申请',
  'You cannot change your own department: request a change of your personal data',
];
const outOfReach: Label = [
  '该部门不在您的管理范围内，请选择管理范围内的部门',
  'This department is not in your charge: choose one that is',
];

/** Why the actor may not put the file into its department; null where they may. */
const departmentFault = (actor: Actor, file: FollowedFile, isOwn: boolean): Label | null => {
  const { departmentScope: reach, departments } = actor;
  if (reach === 'all' || file.fkDeptId === null) return null;
  // A file that comes to say where the account is moves nobody.
  if (isOwn) return file.fkDeptId === departments[0] ? null : notOneself;
  return reach.includes(file.fkDeptId) ? null : outOfReach;
};

/**
 * Keeping files is no granting: a secretary, who could not give the role of a teacher, keeps the files of
 * teachers. Rank is asked for accounts that administer, and of a keeper who reaches every record for the
 * administrators of tenant and platform.
 */
const assertRankToKeep = async (tx: Tx, actor: Actor, userId: string): Promise<void> => {
  const held = await rolesHeld(tx, [userId]);
  const isAsked =
    actor.departmentScope === 'all'
      ? held.has(superRole) || held.has(tenantRole)
      : (await administratorsAmong(tx, [userId])).size > 0;
  if (isAsked) await assertNoneAbove(tx, actor, [userId]);
};

/**
 * Checks the right to edit a file by hand, because the edit changes the linked account: it takes the rights that the
 * account itself would take, and nobody moves themselves. A requested and approved change is no edit by hand.
 * @param items the fields of the file that changed
 * @throws Invalid for a department that is not the actor's to give; Denied and Missing for an account that is not
 *   theirs to touch.
 */
export const assertMayEditFile = async (
  { tx, engine, actor }: TransactionContext,
  file: FollowedFile,
  before: FollowedFile | null,
  items: readonly string[],
): Promise<void> => {
  if (isSystem(actor)) return;
  const isOwn = (before?.userId ?? file.userId) === actor.id;
  if (file.fkDeptId !== (before?.fkDeptId ?? null)) {
    const message = departmentFault(actor, file, isOwn);
    if (message) throw new Invalid([{ path: 'fkDeptId', message }]);
  }
  const isLinked = file.userId !== (before?.userId ?? null);
  if (!file.userId || file.userId === actor.id) return;
  if (!isLinked && !items.some((name) => Object.hasOwn(followed, name))) return;
  await assertInDataScope(tx, engine, actor, [file.userId]);
  await assertRankToKeep(tx, actor, file.userId);
};

/**
 * Whoever changes their department in the file has changed it: from now on they register there, and see what
 * that department opens. Records keep the department that they had.
 * @param items the fields of the file that changed
 */
export const followFile = async (
  transaction: TransactionContext,
  file: FollowedFile,
  items: readonly string[],
): Promise<void> => {
  const names = (['name', 'fkDeptId'] as const).filter(
    (name) => items.includes(name) && file[name] !== null,
  );
  if (names.length === 0 || !file.userId) return;
  const before = await lockTarget(transaction, untypedUser, file.userId);
  if (!before) return;
  const values = Object.fromEntries(names.map((name) => [followed[name], file[name]]));
  const after = { ...before, ...values };
  await commitChange(transaction, { resource: untypedUser, before, after, action: 'update' });
};
