import pino from 'pino';
import { hashSecret } from '../base/secrets.ts';
import { Database } from '../store/connection/database.ts';
import { Notifications } from '../store/connection/notifications.ts';
import type { TestDatabase } from '../testing/database.ts';
import { Accounts } from './accounts.ts';
import type { SignedIn } from './grants.ts';
import { Identity } from './identity.ts';
import type { IdentityParts } from './identity-parts.ts';
import { hashPassword, toWire } from './password.ts';

export const testSecret = Buffer.alloc(32, 7);
export const testPassword = 'Keyan@2026';
export const testClient = { id: 'saber', secret: 'saber_secret' };

/** One process that serves sign-ins, as the tests need several of them. */
export interface TestProcess {
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly notifications: Notifications;
  /** Statements that went to the database so far. */
  queries(): number;
  signIn(account: string, given?: Partial<TestSignIn>): Promise<SignedIn>;
  refresh(refreshToken: string, roleIds?: readonly string[], address?: string): Promise<SignedIn>;
  close(): Promise<void>;
}

interface TestSignIn {
  readonly tenantId: string;
  readonly password: string;
  readonly address: string;
  readonly captcha: { readonly key: string; readonly code: string };
  /** `Set-Cookie` value of an earlier sign-in. */
  readonly cookie: string | undefined;
}

/** Counts what it is asked. */
class CountingDatabase extends Database {
  asked = 0;
  override read: Database['read'] = (tenantId, work) => {
    this.asked += 1;
    return super.read(tenantId, work);
  };
}

let lastId = 0n;
/** Ids that differ in every test process. */
export const testIds = {
  next: (): string => {
    lastId += 1n;
    return String(BigInt(process.pid) * 1_000_000_000n + lastId);
  },
};

export const testOrigin = (address = '10.0.0.1') => ({
  address,
  userAgent: 'test',
  clientId: testClient.id,
  clientSecret: testClient.secret,
});

/** Starts a process on the test's database. */
export const startProcess = async (
  database: TestDatabase,
  options: Partial<Pick<IdentityParts, 'clock' | 'captcha' | 'secret' | 'compareHash'>> = {},
): Promise<TestProcess> => {
  const own = new CountingDatabase(database.appUrl, { connections: 4 });
  const notifications = new Notifications(database.appUrl, { heartbeat: 500 });
  const parts = {
    database: own,
    notifications,
    ids: testIds,
    clock: options.clock ?? (() => new Date()),
    log: pino({ level: 'silent' }),
    secret: options.secret ?? testSecret,
    signInPath: '/api/sign-in',
    captcha: options.captcha,
    compareHash: options.compareHash,
  };
  const identity = new Identity(parts);
  await notifications.start();
  return {
    identity,
    notifications,
    accounts: new Accounts({ ...parts, identity }),
    queries: () => own.asked,
    signIn: (account, given = {}) =>
      identity.signIn({
        tenantId: given.tenantId ?? '000000',
        account,
        password: toWire(given.password ?? testPassword),
        captcha: given.captcha,
        cookies: given.cookie?.split(';')[0],
        origin: testOrigin(given.address),
      }),
    refresh: (refreshToken, roleIds, address) =>
      identity.refresh({ refreshToken, roleIds, origin: testOrigin(address) }),
    close: async () => {
      await notifications.close();
      await own.close();
    },
  };
};

const people = [
  // id, account, name, department, roles
  ['31', 'teacher', '张明', '21', ['11']],
  ['32', 'secretary', '李敏', '21', ['11', '12']],
  ['33', 'office', '王芳', '22', ['13']],
] as const;

/**
 * Two tenants: `000000` with three departments (a university, a college in it, an office), three
 * roles and three people; `100000` with one person who shares the account `teacher`.
 */
export const peopleTestDatabase = async (database: TestDatabase): Promise<void> => {
  const run = database.query;
  const hash = await hashPassword(toWire(testPassword));
  await run(
    `insert into client_app (tenant_id, id, client_id, client_id_key, client_secret,
       authorized_grant_types, access_token_validity, refresh_token_validity, create_user,
       create_time, update_user, update_time)
     select tenant, 1, $1, $1, $2, 'password,captcha,refresh_token,social,cas,sms_code', 3600,
       604800, 0, now(), 0, now() from unnest('{000000,100000}'::text[]) as given (tenant)`,
    [testClient.id, hashSecret(testClient.secret)],
  );
  await run(
    `insert into tenant (tenant_id, tenant_name) values ('000000', '江陵大学'), ('100000', '他校')`,
  );
  await run(`insert into dept (tenant_id, id, dept_name, full_name, dept_code, parent_id, dept_category) values
    ('000000', 20, '学校', '江陵大学', '000', null, '1'),
    ('000000', 21, '计算机学院', '计算机与信息工程学院', '310', 20, '2'),
    ('000000', 22, '科研处', '科研处', '101', 20, '3'),
    ('000000', 23, '软件系', '软件工程系', '31001', 21, '2'),
    ('100000', 24, '他校', '他校', '000', null, '1')`);
  await run(`insert into role (tenant_id, id, role_name, role_alias, data_scope, sort) values
    ('000000', 11, '科研人员', 'teacher', '2', 3),
    ('000000', 12, '院系科研秘书', 'dept_secretary', '4', 2),
    ('000000', 13, '科研处成果科', 'rd_achieve', '1', 1),
    ('100000', 14, '科研人员', 'teacher', '2', 1)`);
  await run(`insert into menu (tenant_id, id, code, name, path, category) values
    ('000000', 41, 'paper', '论文登记', '/achievement/papers', 1),
    ('000000', 42, 'paper_add', '新增', 'add', 2),
    ('000000', 43, 'paperAudit', '论文审核', '/achievement/papersAudit', 1)`);
  await run(`insert into role_menu (tenant_id, role_id, menu_id) values
    ('000000', 11, 41), ('000000', 11, 42), ('000000', 12, 43), ('000000', 13, 43)`);
  for (const [id, account, name, dept, roles] of people) {
    await run(
      `insert into users (tenant_id, id, account, name, real_name, dept_id)
       values ('000000', $1, $2, $3, $3, $4)`,
      [id, account, name, dept],
    );
    await run(
      `insert into user_role (tenant_id, user_id, role_id) select '000000', $1, unnest($2::bigint[])`,
      [id, roles],
    );
  }
  await run(`insert into users (tenant_id, id, account, name, real_name, dept_id)
    values ('100000', 35, 'teacher', '赵雷', '赵雷', 24)`);
  await run(`insert into user_role (tenant_id, user_id, role_id) values ('100000', 35, 14)`);
  await run(
    `insert into user_secret (tenant_id, user_id, password_hash, changed_at)
     select tenant_id, id, $1, now() from users`,
    [hash],
  );
};

/** Polls a condition until it holds. */
export const waitUntil = async (holds: () => Promise<boolean>, within = 1000): Promise<boolean> => {
  const end = Date.now() + within;
  while (Date.now() < end) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return false;
};
