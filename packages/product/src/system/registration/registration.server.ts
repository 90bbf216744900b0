import { actorId, actorName } from '@keyan/engine/base/actors.ts';
import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import { storePasswords } from '@keyan/engine/identity/accounts.ts';
import { bindTicketHolder } from '@keyan/engine/identity/external/bindings.ts';
import type { StoredRow, TransactionContext } from '@keyan/engine/records/behaviour.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { lockRow } from '@keyan/engine/records/lock.ts';
import { scopeValues } from '@keyan/engine/records/rights.ts';
import { newRowColumns } from '@keyan/engine/records/row.ts';
import type { Tx } from '@keyan/engine/store/connection/database.ts';
import { readableBy } from '@keyan/engine/store/statements/scope.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { initialRow } from '@keyan/kernel/definition/field/initial-row.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Conflict, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import { fill } from '@keyan/kernel/label.ts';
import { changesBetween } from '@keyan/kernel/records/diff.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import type { RoleAlias } from '../../shared/roles.ts';
import { grantRoles } from '../accounts/grant.server.ts';
import { user } from '../accounts/user.ts';
import { assertBelowAccountLimit } from '../accounts/user-behaviour.server.ts';
import { registerGuest, registrationStatusCodes } from './registration.ts';
import { accountNameTakenText, assertDepartmentExists } from './registration-apply.server.ts';

/** Alias of the default role of accepted applicants. */
const defaultRole: RoleAlias = 'teacher';

/** Decision of an administrator, without person and time. */
interface Decision {
  readonly deptId?: string;
  readonly jobNum?: string | null;
  readonly roles?: readonly string[];
  readonly reason?: string;
}

/** Resulting status and texts by decision. */
const outcomes = {
  accept: registrationStatusCodes.accepted,
  refuse: registrationStatusCodes.refused,
} as const;

/** Application definition without its field types, for functions of the engine. */
const registration = untypedResource(registerGuest);
const accounts = untypedResource(user);

/** Pending application, locked. */
type Waiting = StoredRow<typeof registerGuest.fields>;

/** Locks and reads a pending application. @throws Conflict if it was decided, naming who decided */
const lockWaiting = async (transaction: TransactionContext, id: string): Promise<Waiting> => {
  const { engine, actor } = transaction;
  const scope = readableBy(engine.store.catalog, registration, actor);
  const found = await lockRow(transaction, registration, id, scope, scopeValues(transaction));
  if (found.status !== registrationStatusCodes.waiting) {
    const before = {
      ...found,
      status: registrationStatusCodes.waiting,
      handlerName: null,
      handleTime: null,
    };
    throw new Conflict(found, changesBetween(registration, before, found));
  }
  return found as unknown as Waiting;
};

/** Stores the decision and deletes the password. */
const decide = async (
  transaction: TransactionContext,
  before: Waiting,
  action: keyof typeof outcomes,
  decision: Decision,
): Promise<void> => {
  const { tx, actor, now } = transaction;
  await tx.query(
    `update register_guest_secret set password_hash = null
      where tenant_id = $1 and registration_id = $2`,
    [tx.tenantId, before.id],
  );
  await commitChange(transaction, {
    resource: registration,
    before: before as unknown as StoredRow,
    after: {
      ...before,
      ...decision,
      status: outcomes[action],
      handlerName: actorName(actor),
      handleTime: timeText(now),
    },
    action,
  });
};

const noDepartment = {
  path: 'deptId',
  message: ['请选择分配部门', 'Choose a department'],
} as const;

/** @throws Invalid if an account has the staff number */
const assertStaffNumberFree = async (tx: Tx, jobNum: string): Promise<void> => {
  const [holder] = await tx.query<{ account: string; name: string }>(
    `select account, real_name as name from users
      where tenant_id = $1 and code = $2 and is_deleted = 0 limit 1`,
    [tx.tenantId, jobNum],
  );
  if (!holder) return;
  const message = fill(
    [
      '该工号已有账号：{name}（{account}）',
      'This staff number already has an account: {name} ({account})',
    ],
    holder,
  );
  throw new Invalid([{ path: 'jobNum', message }]);
};

/** Reads ids and aliases of roles; without ids those of the default role. */
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

const isTaken = (error: unknown): boolean => (error as { code?: string }).code === '23505';

/** Creates the account with the stored password. @throws Refused if another account has taken the name */
const createAccount = async (
  transaction: TransactionContext,
  { id: registrationId, name, account }: Waiting,
  { deptId, jobNum }: { readonly deptId: string; readonly jobNum: string | null },
): Promise<string> => {
  const { tx, actor, now } = transaction;
  const [secret] = await tx.query<{ hash: string | null; identity: string | null }>(
    `select password_hash as hash, identity_id::text as identity from register_guest_secret
      where tenant_id = $1 and registration_id = $2`,
    [tx.tenantId, registrationId],
  );
  // A pending application always has a password.
  if (!secret?.hash) throw new Missing();
  const writer = { id: actorId(actor), name: actorName(actor), departments: [], imported: false };
  const { id } = await commitChange(transaction, {
    resource: accounts,
    before: null,
    after: {
      ...initialRow(accounts.fields, writer),
      ...newRowColumns(transaction, accounts),
      account,
      name,
      realName: name,
      code: jobNum,
      userType: '2',
      deptId,
    },
    action: 'create',
    note: '账号注册审核通过',
    waits: true,
  }).catch((error: unknown) => {
    // The unique index decides between two concurrent creations.
    throw isTaken(error) ? new Refused(accountNameTakenText) : error;
  });
  await storePasswords(tx, [{ userId: id, hash: secret.hash }], { initial: false, now });
  if (secret.identity !== null) await bindTicketHolder(tx, secret.identity, id, now);
  return id;
};

/**
 * Accepts an application: creates the account with its roles, and stores the decision in one transaction. The person
 * may sign in at once.
 * @param given.deptId if omitted, the applicant's department
 * @param given.jobNum if omitted, the applicant's; empty for none
 * @param given.roleIds empty for the default role
 * @returns the account id.
 * @throws Missing; Conflict if already decided; Refused if the name was taken meanwhile; Invalid for a missing
 * department or a staff number in use; Denied for a role above the actor's own
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
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const waiting = await lockWaiting(transaction, given.id);
    const deptId = given.deptId ?? waiting.deptId;
    if (deptId === null) throw new Invalid([noDepartment]);
    const jobNum = (given.jobNum ?? waiting.jobNum ?? '').trim() || null;
    await assertDepartmentExists(tx, deptId);
    if (jobNum !== null) await assertStaffNumberFree(tx, jobNum);
    await assertBelowAccountLimit(tx);
    const roles = await rolesFor(tx, given.roleIds);
    const userId = await createAccount(transaction, waiting, { deptId, jobNum });
    const wanted = given.roleIds.length === 0 ? roles.map((role) => role.id) : given.roleIds;
    await grantRoles(tx, engine, actor, [userId], wanted);
    await decide(transaction, waiting, 'accept', {
      deptId,
      jobNum,
      roles: roles.map((role) => role.alias),
    });
    return userId;
  });

/** Refuses an application with a reason. @throws Missing; Conflict if already decided */
export const refuseRegistration = (
  engine: Engine,
  actor: Actor,
  given: { readonly id: string; readonly reason: string },
): Promise<void> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const transaction = behaviourTransaction({ engine, actor }, tx);
    const waiting = await lockWaiting(transaction, given.id);
    await decide(transaction, waiting, 'refuse', { reason: given.reason });
  });
