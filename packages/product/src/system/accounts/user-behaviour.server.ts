import { type Behaviour, defineBehaviour } from '@keyan/engine/records/behaviour.ts';
import type { Session, Tx } from '@keyan/engine/store/connection/database.ts';
import { requestTaskOffering } from '@keyan/engine/workflow/people/offering.ts';
import { type Actor, isSystem, type SystemActor } from '@keyan/kernel/access/actor.ts';
import { Denied, type FieldFault, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { outsideExpertType } from './dictionaries.ts';
import { giveFirstPassword, withdrawFirstPasswords } from './first-password.server.ts';
import { requestAccountJoin } from './joining.server.ts';
import {
  assertAdministratorLeft,
  assertNoneAbove,
  assertRolesGrantable,
  isTenantAdministrator,
  keepingAnAdministrator,
  rolesHeld,
} from './reach.server.ts';
import { user } from './user.ts';

const full: Label = ['当前租户已到最大账号额度!', 'The tenant has reached its account limit'];

/**
 * Checks the account limit of a tenant. Takes a lock if the tenant has a limit, so that two concurrent creations cannot
 * both pass.
 * @param besides id of an account not to count, restored in this transaction
 * @throws Refused if the tenant has reached its limit
 */
export const assertBelowAccountLimit = async (
  tx: Tx,
  besides: string | null = null,
): Promise<void> => {
  const [limited] = await tx.query<{ most: number }>(
    `select account_number as most from tenant where tenant_id = $1 and account_number >= 0
        for no key update`,
    [tx.tenantId],
  );
  if (!limited) return;
  // Separate statement after the lock: counts the accounts that the former holder of the lock committed.
  const [row] = await tx.query<{ full: boolean }>(
    `select count(*) >= $2 as full from users
      where tenant_id = $1 and is_deleted = 0 and id is distinct from $3::bigint`,
    [tx.tenantId, limited.most, besides],
  );
  if (row?.full) throw new Refused(full);
};

const holds: Label = [
  '该工号已有账号：{name}（{account}）',
  'This staff number already has an account: {name} ({account})',
];

/** Returns faults for an account name or staff number that another account has. */
const takenFaults = async (
  session: Session,
  given: { readonly id: string; readonly account: string | null; readonly code: string | null },
): Promise<readonly FieldFault[]> => {
  const rows = await session.query<{ account: string; name: string; named: boolean }>(
    `select account, real_name as name, lower(account) = lower($3) as named from users
      where tenant_id = $1 and is_deleted = 0 and id <> $2
        and (lower(account) = lower($3) or code = $4) limit 2`,
    [session.tenantId, given.id, given.account, given.code],
  );
  return rows.map(({ named, ...holder }) =>
    named
      ? { path: 'account', message: ['当前账号已被使用!', 'This account name is taken'] }
      : { path: 'code', message: fill(holds, holder) },
  );
};

/** Returns faults for posts that were deleted; the cached dictionary may still contain them. */
const goneFaults = async (tx: Tx, posts: readonly string[]): Promise<readonly FieldFault[]> => {
  if (posts.length === 0) return [];
  const found = await tx.query(
    `select 1 from post where tenant_id = $1 and id = any($2::bigint[]) and is_deleted = 0
      for share`,
    [tx.tenantId, posts],
  );
  return found.length === posts.length
    ? []
    : [{ path: 'posts', message: ['岗位不存在', 'There is no such post'] }];
};

/** Replaces the effective roles (`user_role`) of an account by its field `roles`. */
export const writeCountingRoles = async (
  tx: Tx,
  userId: string,
  aliases: readonly string[],
  now: Date,
): Promise<void> => {
  await tx.query(
    `delete from user_role ur using role r
      where ur.tenant_id = $1 and ur.user_id = $2 and r.tenant_id = $1 and r.id = ur.role_id
        and r.role_alias <> all($3::text[])`,
    [tx.tenantId, userId, aliases],
  );
  await tx.query(
    `insert into user_role (tenant_id, user_id, role_id)
     select tenant_id, $2::bigint, id from role
      where tenant_id = $1 and role_alias = any($3::text[]) and is_deleted = 0
     on conflict do nothing`,
    [tx.tenantId, userId, aliases],
  );
  await withdrawFirstPasswords(tx, now, [userId]);
};

/**
 * Checks that accounts may be removed.
 * @throws Denied for one's own account and for an account above the actor; Refused for an account with open tasks,
 * which has to be stopped first
 */
const assertRemovable = async (
  tx: Tx,
  actor: Actor | SystemActor,
  userId: string,
): Promise<void> => {
  if (!isSystem(actor) && userId === actor.id) {
    throw new Denied(['不能删除自己的账号', 'You cannot delete your own account']);
  }
  await assertNoneAbove(tx, actor, [userId]);
  const open = await tx.query(
    `select 1 from wf_task t
      where t.tenant_id = $1 and t.assignee_id = $2 and t.status = 'TODO' limit 1`,
    [tx.tenantId, userId],
  );
  if (open.length > 0) {
    throw new Refused([
      '该用户还有未办结的待办，请先停用并移交',
      'This user has open tasks: disable the account and hand them over first',
    ]);
  }
};

/**
 * @throws Denied if the actor may not see phone numbers: a phone number receives sign-in codes, so such an actor may
 * not set one
 */
const assertMayChangePhone = (actor: Actor | SystemActor, userId: string): void => {
  const code = user.fields.phone.spec.masked ?? '';
  if (isSystem(actor) || actor.id === userId || actor.permissions.has(code)) return;
  throw new Denied(['没有权限修改他人的手机', 'You may not change other people’s mobile numbers']);
};

/** Fields by which an account and a personnel file are matched to the same person. */
const namedAs = ['account', 'code', 'personelId'] as const;

/**
 * Rules for accounts as records: nobody edits an account with more rights than their own or grants a role above them;
 * an administrator who can grant rights always remains; staff numbers are unique.
 */
export const userBehaviour: Behaviour = defineBehaviour(user, {
  complete: async (row, { before, tx, actor }) => {
    if (before) await assertNoneAbove(tx, actor, [before.id]);
    else await assertBelowAccountLimit(tx);
    if (before && row.phone !== before.phone) assertMayChangePhone(actor, before.id);
    const [is, was] = [row.roles ?? [], before?.roles ?? []];
    await assertRolesGrantable(tx, actor, [
      ...is.filter((alias) => !was.includes(alias)),
      ...was.filter((alias) => !is.includes(alias)),
    ]);
    return {};
  },
  check: async (row, { tx }) => [
    ...(await takenFaults(tx, row)),
    ...(await goneFaults(tx, row.posts ?? [])),
  ],
  saved: async (row, { before, action, tx, actor, now, engine }) => {
    if (action === 'remove') await assertRemovable(tx, actor, row.id);
    if (action === 'restore') await assertBelowAccountLimit(tx, row.id);
    const held = before ? [...(await rolesHeld(tx, [row.id]))] : [];
    const roles: readonly string[] = row.roles ?? [];
    const isSame = held.length === roles.length && held.every((one) => roles.includes(one));
    const gone = action === 'remove' || row.status !== '1';
    const follow = async () => {
      if (!isSame) await writeCountingRoles(tx, row.id, roles, now);
    };
    // Only changes of an administrator can leave the tenant without one: other accounts need no lock.
    if (isTenantAdministrator(held) && (gone || !isSame)) {
      await keepingAnAdministrator(tx, follow, before?.status === '1' ? [row.id] : []);
    } else await follow();
    const moved = before !== null && (!isSame || before.deptId !== row.deptId);
    if (moved) requestTaskOffering({ engine, tx });
    if (namedAs.some((name) => row[name] !== null && row[name] !== before?.[name])) {
      requestAccountJoin({ engine, tx });
    }
    // Outside experts sign in by invitation link and get no password; an administrator may reset one by hand.
    if (before === null && row.userType !== outsideExpertType)
      await giveFirstPassword(tx, row, now);
    await assertAdministratorLeft(tx, gone ? held : held.filter((one) => !roles.includes(one)));
  },
});
