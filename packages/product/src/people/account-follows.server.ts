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

/** Account fields that follow the personnel file: name (ruling 46) and main department. */
const followed = { name: 'realName', fkDeptId: 'deptId' } as const;

/** Personnel file with the fields that accounts follow. */
export type FollowedFile = StoredRow & {
  readonly userId: string | null;
  readonly name: string | null;
  readonly fkDeptId: string | null;
};

const notOneselfText: Label = [
  '不能自行调整本人的所属部门，请提交信息变更申请',
  'You cannot change your own department: request a change of your personal data',
];
const outOfScopeText: Label = [
  '该部门不在您的管理范围内，请选择管理范围内的部门',
  'This department is not in your charge: choose one that is',
];

/** Fault if the actor may not assign the file to its department; null if permitted. */
const departmentFault = (actor: Actor, file: FollowedFile, isOwn: boolean): Label | null => {
  const { departmentScope: reach, departments } = actor;
  if (reach === 'all' || file.fkDeptId === null) return null;
  // A file that takes over the account’s department does not move the person.
  if (isOwn) return file.fkDeptId === departments[0] ? null : notOneselfText;
  return reach.includes(file.fkDeptId) ? null : outOfScopeText;
};

/**
 * Checks the actor’s rank for editing a file. Editing is not granting roles: a secretary, who
 * cannot grant the role of a teacher, may edit files of teachers. Rank is checked for accounts of
 * administrators, and for actors who reach every record against administrators of tenant and
 * platform.
 * @throws Denied
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
 * Checks the right to edit a file by hand, because the edit changes the linked account: it requires
 * the rights to change the account, and nobody moves themselves. An approved change request is not
 * checked.
 * @param items changed fields of the file
 * @throws Invalid for a department that the actor may not assign; Denied or Missing for an account
 * that the actor may not change
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
 * Updates the account after a changed file: new records belong to the new department, and its data
 * scope applies. Existing records keep their department.
 * @param items changed fields of the file
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
