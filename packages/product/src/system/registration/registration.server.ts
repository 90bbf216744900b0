import type { Engine } from '@keyan/engine/engine.ts';
import { storePasswords } from '@keyan/engine/identity/accounts.ts';
import type { Tx } from '@keyan/engine/store/database.ts';
import type { Actor } from '@keyan/kernel/actor.ts';
import { changesBetween } from '@keyan/kernel/diff.ts';
import { Conflict, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { recordAct } from '../../shared/audit.server.ts';
import type { RoleAlias } from '../../shared/roles.ts';
import { grantRoles } from '../accounts/grant.server.ts';
import { user } from '../accounts/user.ts';
import { registerGuest } from './registration.ts';
import { demandDepartment, takenText } from './registration-apply.server.ts';

/** What somebody who is accepted may do unless the administrator says otherwise (domain). */
const defaultRole: RoleAlias = 'teacher';

const full: Label = ['当前租户已到最大账号额度!', 'The tenant has as many accounts as it may have'];

/** What is decided about. (A type, so that it can be compared field by field.) */
type Waiting = {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly status: string;
  readonly deptId: string | null;
  readonly jobNum: string | null;
  readonly roles: readonly string[] | null;
  readonly reason: string | null;
  readonly handlerName: string | null;
  readonly handleTime: string | null;
  readonly version: number;
};

type Decision = Pick<Waiting, 'status'> &
  Partial<Pick<Waiting, 'deptId' | 'jobNum' | 'roles' | 'reason'>>;

/**
 * The application, locked, if nobody decided about it yet: of two administrators the second is
 * told who was first.
 */
const lockWaiting = async (tx: Tx, id: string): Promise<Waiting> => {
  const [row] = await tx.query<Omit<Waiting, 'handleTime'> & { handleTime: Date | null }>(
    `select id, name, account, status, dept_id as "deptId", job_num as "jobNum", roles, reason,
       handler_name as "handlerName", handle_time as "handleTime", version
       from register_guest where tenant_id = $1 and id = $2 and is_deleted = 0 for update`,
    [tx.tenantId, id],
  );
  if (!row) throw new Missing();
  const found = { ...row, handleTime: row.handleTime && timeText(row.handleTime) };
  if (found.status !== '0') {
    const before = { ...found, status: '0', handlerName: null, handleTime: null };
    throw new Conflict(found, changesBetween(registerGuest, before, found));
  }
  return found;
};

/** Writes what was decided; the password, which nobody needs any more here, goes. */
const decide = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  before: Waiting,
  decision: Decision,
): Promise<void> => {
  const now = engine.clock();
  const after = {
    ...before,
    ...decision,
    handlerName: actor.name,
    handleTime: timeText(now),
    version: before.version + 1,
  };
  await tx.query(
    `update register_guest set status = $3, dept_id = $4, roles = $5, reason = $6,
       handler_name = $7, handle_time = $8, update_user = $9, update_time = $8, version = $10,
       job_num = $11
      where tenant_id = $1 and id = $2`,
    [
      tx.tenantId,
      before.id,
      after.status,
      after.deptId,
      after.roles,
      after.reason,
      after.handlerName,
      now,
      actor.id,
      after.version,
      after.jobNum,
    ],
  );
  await tx.query(
    `update register_guest_secret set password_hash = null
      where tenant_id = $1 and registration_id = $2`,
    [tx.tenantId, before.id],
  );
  await recordAct(tx, engine, actor, {
    resource: registerGuest,
    id: before.id,
    action: 'update',
    version: after.version,
    changes: changesBetween(registerGuest, before, after),
  });
};

const noDepartment = {
  path: 'deptId',
  message: ['请选择分配部门', 'Choose a department'],
} as const;

/** @throws Invalid when an account has the staff number: it tells people apart. */
const demandNumberFree = async (tx: Tx, jobNum: string): Promise<void> => {
  const [holder] = await tx.query<{ account: string; name: string }>(
    `select account, real_name as name from users
      where tenant_id = $1 and code = $2 and is_deleted = 0 limit 1`,
    [tx.tenantId, jobNum],
  );
  if (!holder) return;
  const message = fill(
    ['该工号已有账号：{name}（{account}）', 'This staff number has an account: {name} ({account})'],
    holder,
  );
  throw new Invalid([{ path: 'jobNum', message }]);
};

/** @throws Refused when the tenant has as many accounts as it may have. */
const demandRoom = async (tx: Tx): Promise<void> => {
  const [row] = await tx.query<{ full: boolean }>(
    `select account_number >= 0 and account_number <= (
       select count(*) from users where tenant_id = $1 and is_deleted = 0) as full
       from tenant where tenant_id = $1`,
    [tx.tenantId],
  );
  if (row?.full) throw new Refused(full);
};

/** Ids and aliases of the roles, or of the one that a new account has by default. */
const rolesFor = (
  tx: Tx,
  roleIds: readonly string[],
): Promise<readonly { readonly id: string; readonly alias: string }[]> =>
  tx.query(
    `select id, role_alias as alias from role
      where tenant_id = $1 and is_deleted = 0
        and (id = any($2) or cardinality($2::bigint[]) = 0 and role_alias = $3)
      order by sort, id`,
    [tx.tenantId, roleIds, defaultRole],
  );

/** Makes the account that was asked for, with the password that waited. */
const createAccount = async (
  tx: Tx,
  engine: Engine,
  actor: Actor,
  { id: registrationId, name, account }: Waiting,
  { deptId, jobNum }: { readonly deptId: string; readonly jobNum: string | null },
): Promise<string> => {
  const now = engine.clock();
  const [secret] = await tx.query<{ hash: string | null }>(
    `select password_hash as hash from register_guest_secret
      where tenant_id = $1 and registration_id = $2`,
    [tx.tenantId, registrationId],
  );
  // Decided and locked are the same moment: whoever waits has a password.
  if (!secret?.hash) throw new Missing();
  const id = engine.ids.next();
  // The index on the name has the last word where two do this at the same time.
  const made = await tx.query(
    `insert into users (tenant_id, id, account, name, real_name, code, user_type, dept_id,
       create_user, create_time, update_user, update_time)
     values ($1, $2, $3, $4, $4, $8, '2', $5, $6, $7, $6, $7)
     on conflict (tenant_id, lower(account)) where is_deleted = 0 do nothing returning id`,
    [tx.tenantId, id, account, name, deptId, actor.id, now, jobNum],
  );
  if (made.length === 0) throw new Refused(takenText);
  await storePasswords(tx, [{ userId: id, hash: secret.hash }], { initial: false, now });
  await recordAct(tx, engine, actor, {
    resource: user,
    id,
    action: 'create',
    version: 1,
    changes: changesBetween(
      user,
      {},
      { account, name, realName: name, code: jobNum, userType: '2', deptId },
    ),
    note: '账号注册审核通过',
  });
  return id;
};

/**
 * Accepts an application: the account, its roles and the decision in one transaction. The person
 * may sign in at once.
 *
 * @param given.deptId the one that the person named, unless it is said
 * @param given.jobNum the same; empty for none
 * @param given.roleIds empty for the role that new accounts have by default
 * @returns the account's id.
 * @throws Missing; Conflict when somebody decided before; Refused when the name was taken meanwhile;
 *   Invalid for no department, one that is not there, or a staff number that an account has; Denied for a role above the actor's own.
 */
export const acceptRegistration = (
  engine: Engine,
  actor: Actor,
  given: {
    readonly id: string;
    readonly deptId: string | undefined;
    readonly jobNum: string | undefined;
    readonly roleIds: readonly string[];
  },
): Promise<string> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const waiting = await lockWaiting(tx, given.id);
    const deptId = given.deptId ?? waiting.deptId;
    if (deptId === null) throw new Invalid([noDepartment]);
    const jobNum = (given.jobNum ?? waiting.jobNum ?? '').trim() || null;
    await demandDepartment(tx, deptId);
    if (jobNum !== null) await demandNumberFree(tx, jobNum);
    await demandRoom(tx);
    const roles = await rolesFor(tx, given.roleIds);
    const userId = await createAccount(tx, engine, actor, waiting, { deptId, jobNum });
    const wanted = given.roleIds.length === 0 ? roles.map((role) => role.id) : given.roleIds;
    await grantRoles(tx, engine, actor, [userId], wanted);
    await decide(tx, engine, actor, waiting, {
      status: '1',
      deptId,
      jobNum,
      roles: roles.map((role) => role.alias),
    });
    return userId;
  });

/** Refuses an application, with the reason. @throws Missing; Conflict when somebody decided before. */
export const refuseRegistration = (
  engine: Engine,
  actor: Actor,
  given: { readonly id: string; readonly reason: string },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const waiting = await lockWaiting(tx, given.id);
    await decide(tx, engine, actor, waiting, { status: '2', reason: given.reason });
  });
