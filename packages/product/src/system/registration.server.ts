import type { Engine } from '@keyan/engine/engine.ts';
import { storePasswords } from '@keyan/engine/identity/accounts.ts';
import { oneLine } from '@keyan/engine/identity/events.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { Job } from '@keyan/engine/jobs/port.ts';
import type { Session, Tx } from '@keyan/engine/store/database.ts';
import { wireFaults } from '@keyan/engine/wire/envelope.ts';
import type { Actor } from '@keyan/kernel/actor.ts';
import { changesBetween } from '@keyan/kernel/diff.ts';
import { Conflict, Invalid, Missing, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/time.ts';
import { recordAct } from './audit.server.ts';
import { grantRoles } from './grant.server.ts';
import { registerGuest } from './registration.ts';
import { type RegistrationGiven, registrationFault } from './registration-input.ts';
import type { RoleAlias } from './roles.ts';
import { user } from './user.ts';

/** The parameter that opens registration to everybody (name of the client family). */
export const registrationParam = 'account.registerUser';

/** What somebody who is accepted may do unless the administrator says otherwise (domain). */
const defaultRole: RoleAlias = 'teacher';

/** Applications that are taken in an hour, from one address (a campus may stand behind it) and in all. */
const mostAnHour = { address: 20, tenant: 200 };
const hour = 3_600_000;

/** Nobody who has an account. */
const applicant = { id: '0', name: '账号注册' };

const taken = (): Refused => new Refused(['当前账号已被使用!', 'This account is taken']);
const closed: Label = [
  '该租户未开放账号注册',
  'This tenant does not take registrations, or does not exist',
];
const full: Label = ['当前租户已到最大账号额度!', 'The tenant has as many accounts as it may have'];

/** May strangers ask this tenant for an account? False as well for a tenant that there is not. */
export const takesRegistrations = async (session: Session, now: Date): Promise<boolean> => {
  const [row] = await session.query(
    `select 1 from param p join tenant t on t.tenant_id = p.tenant_id
      where p.tenant_id = $1 and p.param_key = $2 and p.is_deleted = 0 and p.param_value = 'true'
        and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > $3)`,
    [session.tenantId, registrationParam, now],
  );
  return row !== undefined;
};

/** @throws Refused when somebody has the name, or asked for it and waits. */
const demandFree = async (session: Session, account: string): Promise<void> => {
  const found = await session.query(
    `select 1 from users where tenant_id = $1 and lower(account) = lower($2) and is_deleted = 0
     union all
     select 1 from register_guest where tenant_id = $1 and lower(account) = lower($2)
        and status = '0' and is_deleted = 0`,
    [session.tenantId, account],
  );
  if (found.length > 0) throw taken();
};

/** @throws WireFault 429 when the last hour brought too many, from here or in all. */
const demandShare = async (session: Session, address: string, now: Date): Promise<void> => {
  const [recent] = await session.query<{ here: number; all: number }>(
    `select count(*)::int as "all", count(*) filter (where address = $2)::int as here
       from register_guest_secret where tenant_id = $1 and create_time > $3`,
    [session.tenantId, address, new Date(now.getTime() - hour)],
  );
  if (!recent || recent.here >= mostAnHour.address || recent.all >= mostAnHour.tenant) {
    throw wireFaults.tooMany(hour / 1000);
  }
};

/** Where an application comes from. */
export interface ApplicantOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** Who the applicant is to a provider of sign-ins. */
  readonly oauthId?: string;
}

/**
 * Takes an application for an account; it waits for an administrator.
 * @throws Invalid with the first fault; Refused for a tenant that takes none and for a name that
 *   somebody has; WireFault 429.
 */
export const applyForAccount = async (
  engine: Engine,
  given: RegistrationGiven,
  origin: ApplicantOrigin,
): Promise<void> => {
  const fault = registrationFault(given);
  if (fault) throw new Invalid([fault]);
  const tenantId = given.tenantId.trim();
  const account = given.account.trim();
  const name = oneLine(given.name, 200).trim() || account;
  const now = engine.clock();
  await engine.database.read(tenantId, async (session) => {
    if (!(await takesRegistrations(session, now))) throw new Refused(closed);
    await demandShare(session, origin.address, now);
    await demandFree(session, account);
  });
  const hash = await hashPassword(toWire(given.password));
  await engine.database.transaction(tenantId, async (tx) => {
    // One at a time, so that a burst cannot pass the count, nor two the check of the name.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `register ${tenantId}`,
    ]);
    await demandShare(tx, origin.address, now);
    await demandFree(tx, account);
    const id = engine.ids.next();
    await tx.query(
      `insert into register_guest (tenant_id, id, name, account, apply_time, status,
         create_user, create_time, update_user, update_time)
       values ($1, $2, $3, $4, $5, '0', 0, $5, 0, $5)`,
      [tenantId, id, name, account, now],
    );
    await tx.query(
      `insert into register_guest_secret (tenant_id, registration_id, password_hash, oauth_id,
         address, user_agent, create_time)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        tenantId,
        id,
        hash,
        origin.oauthId || null,
        origin.address,
        oneLine(origin.userAgent, 300),
        now,
      ],
    );
    await recordAct(tx, engine, applicant, {
      resource: registerGuest,
      id,
      action: 'create',
      version: 1,
      changes: changesBetween(registerGuest, {}, { name, account, status: '0' }),
    });
  });
};

/** What is decided about. (A type, so that it can be compared field by field.) */
type Waiting = {
  readonly id: string;
  readonly name: string;
  readonly account: string;
  readonly status: string;
  readonly deptId: string | null;
  readonly roles: readonly string[] | null;
  readonly reason: string | null;
  readonly handlerName: string | null;
  readonly handleTime: string | null;
  readonly version: number;
};

type Decision = Pick<Waiting, 'status'> & Partial<Pick<Waiting, 'deptId' | 'roles' | 'reason'>>;

/**
 * The application, locked, if nobody decided about it yet: of two administrators the second is
 * told who was first.
 */
const lockWaiting = async (tx: Tx, id: string): Promise<Waiting> => {
  const [row] = await tx.query<Omit<Waiting, 'handleTime'> & { handleTime: Date | null }>(
    `select id, name, account, status, dept_id as "deptId", roles, reason,
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
       handler_name = $7, handle_time = $8, update_user = $9, update_time = $8, version = $10
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

/** @throws Invalid for a department that is not there. */
const demandDepartment = async (tx: Tx, deptId: string): Promise<void> => {
  const found = await tx.query(
    'select 1 from dept where tenant_id = $1 and id = $2 and is_deleted = 0',
    [tx.tenantId, deptId],
  );
  if (found.length === 0) {
    throw new Invalid([
      { path: 'deptId', message: ['部门不存在,请重新选择', 'No such department; choose again'] },
    ]);
  }
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
  deptId: string,
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
    `insert into users (tenant_id, id, account, name, real_name, user_type, dept_id,
       create_user, create_time, update_user, update_time)
     values ($1, $2, $3, $4, $4, '2', $5, $6, $7, $6, $7)
     on conflict (tenant_id, lower(account)) where is_deleted = 0 do nothing returning id`,
    [tx.tenantId, id, account, name, deptId, actor.id, now],
  );
  if (made.length === 0) throw taken();
  await storePasswords(tx, [{ userId: id, hash: secret.hash }], { initial: false, now });
  await recordAct(tx, engine, actor, {
    resource: user,
    id,
    action: 'create',
    version: 1,
    changes: changesBetween(user, {}, { account, name, realName: name, userType: '2', deptId }),
    note: '账号注册审核通过',
  });
  return id;
};

/**
 * Accepts an application: the account, its roles and the decision in one transaction. The person
 * may sign in at once.
 *
 * @param given.roleIds empty for the role that new accounts have by default
 * @returns the account's id.
 * @throws Missing; Conflict when somebody decided before; Refused when the name was taken meanwhile;
 *   Invalid for a department that is not there; Denied for a role above the actor's own.
 */
export const acceptRegistration = (
  engine: Engine,
  actor: Actor,
  given: { readonly id: string; readonly deptId: string; readonly roleIds: readonly string[] },
): Promise<string> =>
  engine.database.transaction(actor.tenantId, async (tx) => {
    const waiting = await lockWaiting(tx, given.id);
    await demandDepartment(tx, given.deptId);
    await demandRoom(tx);
    const roles = await rolesFor(tx, given.roleIds);
    const userId = await createAccount(tx, engine, actor, waiting, given.deptId);
    const wanted = given.roleIds.length === 0 ? roles.map((role) => role.id) : given.roleIds;
    await grantRoles(tx, engine, actor, [userId], wanted);
    await decide(tx, engine, actor, waiting, {
      status: '1',
      deptId: given.deptId,
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

/** Days for which it is known where an application came from. */
const originDays = 90;

/** Forgets where applicants were and with what browser; of decided ones nothing secret stays. */
export const sweepApplicants: Job = {
  name: 'sweep-applicants',
  cron: '55 3 * * *',
  run: async (_data, engine) => {
    const before = new Date(engine.clock().getTime() - originDays * 24 * hour);
    const tenants = await engine.database.read('', (session) =>
      session.query<{ id: string }>('select tenant_id as id from tenant'),
    );
    for (const { id: tenant } of tenants) {
      await engine.database.transaction(tenant, async (tx) => {
        // Whoever still waits keeps the password that the account will have.
        await tx.query(
          `update register_guest_secret set address = '', user_agent = ''
            where tenant_id = $1 and create_time < $2 and address <> '' and password_hash is not null`,
          [tenant, before],
        );
        await tx.query(
          `delete from register_guest_secret
            where tenant_id = $1 and create_time < $2 and password_hash is null`,
          [tenant, before],
        );
      });
    }
  },
};
