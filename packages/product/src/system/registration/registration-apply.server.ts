import { behaviourTransaction } from '@keyan/engine/commands/context.ts';
import type { Engine, EngineJob } from '@keyan/engine/engine.ts';
import { hashTypedPassword } from '@keyan/engine/identity/accounts.ts';
import { oneLineText } from '@keyan/engine/identity/events.ts';
import { ticketHolderOf } from '@keyan/engine/identity/external/bindings.ts';
import { dailyAt } from '@keyan/engine/jobs/schedule.ts';
import { commitChange } from '@keyan/engine/records/commit.ts';
import { newRowColumns } from '@keyan/engine/records/row.ts';
import type { Session } from '@keyan/engine/store/connection/database.ts';
import { wireFaults } from '@keyan/engine/wire/envelope.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { Invalid, Refused } from '@keyan/kernel/errors.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { timeText } from '@keyan/kernel/values/time.ts';
import { type DepartmentName, namedDepartments } from '../departments/dept.server.ts';
import { registerGuest } from './registration.ts';
import { type RegistrationInput, registrationFault } from './registration-input.ts';

/** Parameter key that allows registration; the name is BladeX's. */
export const registrationParam = 'account.registerUser';

/** Maximum number of applications per hour, per client address (a campus may share one) and per tenant. */
const maxApplicationsPerHour = { address: 20, tenant: 200 };
const hour = 3_600_000;

/** Name of applicants in histories, since they have no account. */
const applicant = { system: '账号注册' };

/** Application definition without its field types, for functions of the engine. */
const registration = untypedResource(registerGuest);

/** Message that the account name is taken. */
export const accountNameTakenText: Label = ['当前账号已被使用!', 'This account name is taken'];
const closed: Label = ['该租户未开放账号注册', 'Account registration is not open for this tenant'];
/** Returns whether the tenant allows registration; false for an unknown tenant. */
export const takesRegistrations = async (session: Session, now: Date): Promise<boolean> => {
  const [row] = await session.query(
    `select 1 from param p join tenant t on t.tenant_id = p.tenant_id
      where p.tenant_id = $1 and p.param_key = $2 and p.is_deleted = 0 and p.param_value = 'true'
        and t.is_deleted = 0 and (t.expire_time is null or t.expire_time > $3)`,
    [session.tenantId, registrationParam, now],
  );
  return row !== undefined;
};

/** @throws Invalid if an account or a pending application has the name */
const assertAccountNameFree = async (session: Session, account: string): Promise<void> => {
  const found = await session.query(
    `select 1 from users where tenant_id = $1 and lower(account) = lower($2) and is_deleted = 0
     union all
     select 1 from register_guest where tenant_id = $1 and lower(account) = lower($2)
        and status = '0' and is_deleted = 0`,
    [session.tenantId, account],
  );
  if (found.length > 0) throw new Invalid([{ path: 'account', message: accountNameTakenText }]);
};

/** @throws WireFault 429 above the hourly limit per address or per tenant */
const assertBelowHourlyLimit = async (
  session: Session,
  address: string,
  now: Date,
): Promise<void> => {
  const [recent] = await session.query<{ here: number; all: number }>(
    `select count(*)::int as "all", count(*) filter (where address = $2)::int as here
       from register_guest_secret where tenant_id = $1 and create_time > $3`,
    [session.tenantId, address, new Date(now.getTime() - hour)],
  );
  if (
    !recent ||
    recent.here >= maxApplicationsPerHour.address ||
    recent.all >= maxApplicationsPerHour.tenant
  ) {
    throw wireFaults.tooMany(hour / 1000);
  }
};

/** @throws Invalid for a department that does not exist */
export const assertDepartmentExists = async (session: Session, deptId: string): Promise<void> => {
  const found = await session.query(
    'select 1 from dept where tenant_id = $1 and id = $2 and is_deleted = 0',
    [session.tenantId, deptId],
  );
  if (found.length === 0) {
    throw new Invalid([
      {
        path: 'deptId',
        message: ['部门不存在，请重新选择', 'Department not found; choose another'],
      },
    ]);
  }
};

/**
 * Reads the names of departments for applicants, each after its parent.
 * @throws Refused if the tenant does not allow registration
 */
export const departmentsForApplicants = (
  engine: Engine,
  tenantId: string,
): Promise<readonly DepartmentName[]> =>
  engine.database.read(tenantId, async (session) => {
    if (!(await takesRegistrations(session, engine.clock()))) throw new Refused(closed);
    return namedDepartments(session);
  });

/** Client address and browser of an application. */
export interface ApplicantOrigin {
  readonly address: string;
  readonly userAgent: string;
  /** Id of the applicant at an external sign-in provider. */
  readonly oauthId?: string;
}

/**
 * Stores an application, which waits for an administrator.
 * @throws Invalid with the first fault, also if the name is taken; Refused if the tenant does not allow registration;
 * WireFault 429 above the limit
 */
export const applyForAccount = async (
  engine: Engine,
  given: RegistrationInput,
  origin: ApplicantOrigin,
): Promise<void> => {
  const fault = registrationFault(given);
  if (fault) throw new Invalid([fault]);
  const tenantId = given.tenantId.trim();
  const account = given.account.trim();
  const name = oneLineText(given.name, 200).trim() || account;
  const deptId = given.deptId ?? null;
  const jobNum = oneLineText(given.jobNum ?? '', 200).trim() || null;
  const now = engine.clock();
  await engine.database.read(tenantId, async (session) => {
    if (!(await takesRegistrations(session, now))) throw new Refused(closed);
    await assertBelowHourlyLimit(session, origin.address, now);
    await assertAccountNameFree(session, account);
    if (deptId !== null) await assertDepartmentExists(session, deptId);
  });
  const hash = await hashTypedPassword(given.password, { account, name, code: jobNum });
  await engine.database.transaction(tenantId, async (tx) => {
    // Locks, since two concurrent applications could both pass the limit and the name check.
    await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `register ${tenantId}`,
    ]);
    await assertBelowHourlyLimit(tx, origin.address, now);
    await assertAccountNameFree(tx, account);
    const transaction = behaviourTransaction({ engine, actor: { ...applicant, tenantId } }, tx);
    const { id } = await commitChange(transaction, {
      resource: registration,
      before: null,
      after: {
        ...newRowColumns(transaction, registration),
        name,
        account,
        deptId,
        jobNum,
        applyTime: timeText(now),
        status: '0',
      },
      action: 'create',
    });
    const identityId = origin.oauthId ? await ticketHolderOf(tx, origin.oauthId, now) : null;
    await tx.query(
      `insert into register_guest_secret (tenant_id, registration_id, password_hash, oauth_id,
         address, user_agent, create_time, identity_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        tenantId,
        id,
        hash,
        // Stores the identity behind the ticket, since the ticket itself is a secret.
        identityId === null ? origin.oauthId || null : null,
        origin.address,
        oneLineText(origin.userAgent, 300),
        now,
        identityId,
      ],
    );
  });
};

/** Days for which client address and browser of an application are stored. */
const originDays = 90;

/** Job that deletes client addresses and browsers of old applications, and secrets of decided ones. */
export const forgetApplicantsJob: EngineJob = {
  name: 'sweep-applicants',
  label: ['清理注册申请的来源信息', 'Remove source data of registrations'],
  at: dailyAt('03:55'),
  run: async ({ tenantId }, engine) => {
    const before = new Date(engine.clock().getTime() - originDays * 24 * hour);
    const removed = await engine.database.transaction(tenantId, async (tx) => {
      // A pending application retains the password, which the account will get.
      await tx.query(
        `update register_guest_secret set address = '', user_agent = ''
          where tenant_id = $1 and create_time < $2 and address <> '' and password_hash is not null`,
        [tenantId, before],
      );
      return tx.query(
        `delete from register_guest_secret
          where tenant_id = $1 and create_time < $2 and password_hash is null returning 1`,
        [tenantId, before],
      );
    });
    return { done: removed.length };
  },
};
