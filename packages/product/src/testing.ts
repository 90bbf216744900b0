import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createEngine, type Engine } from '@keyan/engine/engine.ts';
import { diskStore } from '@keyan/engine/files/disk.ts';
import type { TenantStores } from '@keyan/engine/files/places.ts';
import { createFiles, type FileService } from '@keyan/engine/files/service.ts';
import { Accounts } from '@keyan/engine/identity/accounts.ts';
import { ExternalSignIns } from '@keyan/engine/identity/external/external.ts';
import type { ExternalSettings } from '@keyan/engine/identity/external/settings.ts';
import { Identity } from '@keyan/engine/identity/identity.ts';
import type { IdentityParts } from '@keyan/engine/identity/identity-parts.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import type { PhoneCodes } from '@keyan/engine/identity/phone-codes.ts';
import type { Jobs } from '@keyan/engine/jobs/port.ts';
import type { JobOptions } from '@keyan/engine/jobs/runner.ts';
import type { Behaviour } from '@keyan/engine/records/behaviour.ts';
import { createServer } from '@keyan/engine/server/server.ts';
import { Database } from '@keyan/engine/store/connection/database.ts';
import { Notifications } from '@keyan/engine/store/connection/notifications.ts';
import { definedDictionaries } from '@keyan/engine/store/dictionaries.ts';
import { createIds } from '@keyan/engine/store/schema/ids.ts';
import { createNumbers } from '@keyan/engine/store/schema/numbers.ts';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import type { Endpoint } from '@keyan/engine/wire/endpoint.ts';
import { fileLink } from '@keyan/engine/wire/files/endpoints.ts';
import { identityEndpoints, signInPath } from '@keyan/engine/wire/identity/endpoints.ts';
import type { Resource } from '@keyan/kernel/definition/resource.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import pino from 'pino';
import { createDepartments, createUsers, type IdsByName } from './composition/people.server.ts';
import { type SetupDependencies, setUpTenant } from './composition/setup.server.ts';
import { dictionaries } from './index.server.ts';
import { supplyNationalDictionaries } from './shared/formats/national.server.ts';
import { administratorRoles } from './shared/references/platform.ts';
import { mayViewPagesOf } from './system/accounts/reach.server.ts';
import { noteFailure } from './system/error-log/error-log.server.ts';
import { ApiLog } from './system/logs/api-log.server.ts';
import { storageQuota } from './system/parameters/quota.server.ts';
import { universityCategories } from './system/storage/attachment-category.server.ts';

/** Platform for tests with its own database and a few people. */
export interface TestSystem {
  readonly database: TestDatabase;
  readonly engine: Engine;
  readonly identity: Identity;
  readonly accounts: Accounts;
  readonly files: FileService;
  readonly departments: IdsByName;
  /** Advances the clock, in milliseconds. */
  pass(milliseconds: number): void;
}

export interface TestAnswer {
  readonly status: number;
  readonly msg: string;
  readonly data: Record<string, unknown>;
  readonly headers: RowLike;
  readonly raw: Buffer;
}

/** Call of a test: account, path, parameters; no token means an anonymous caller. */
export interface TestCall {
  readonly token?: string;
  readonly body?: object;
  readonly address?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly payload?: Buffer;
}

export interface RunningSystem extends TestSystem {
  /** Log of calls; `flush` writes queued entries. */
  readonly apiLog: ApiLog;
  call(method: 'GET' | 'POST', path: string, given?: TestCall): Promise<TestAnswer>;
  /** Access token of an account; undefined if sign-in is refused. */
  token(account: string, typed?: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Options of a test system in addition to the sign-in calls. */
export interface TestOptions {
  readonly resources?: readonly Resource[];
  readonly behaviours?: readonly Behaviour[];
  readonly secrets?: Secrets;
  readonly identity?: Partial<IdentityParts>;
  readonly external?: ExternalSettings;
  readonly phoneCodes?: (system: TestSystem) => PhoneCodes;
  readonly stores?: (parts: { readonly database: Database; readonly room: string }) => TenantStores;
  readonly jobs?: (parts: Omit<JobOptions, 'log'>) => Jobs;
}

export const testTenant = '000000';
export const testPassword = 'Keyan@2026';

const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

/**
 * Creates the university, a department and three accounts: `admin`, `second` (tenant administrator)
 * and `teacher`.
 * @returns ids of departments by code
 */
export const createPeople = async (
  parts: SetupDependencies,
  tenantId: string,
): Promise<IdsByName> => {
  const departments = await createDepartments(parts, tenantId, [
    { code: '000', name: '江陵大学', category: '1' },
    { code: '310', name: '计算机学院', parent: '000', category: '2' },
  ]);
  await createUsers(
    parts,
    tenantId,
    [
      {
        account: 'admin',
        realName: '戚云帆',
        department: '000',
        roles: ['administrator', 'admin'],
      },
      { account: 'second', realName: '陆景行', department: '000', roles: ['admin'] },
      { account: 'teacher', realName: '林晓岚', department: '310', roles: ['teacher'] },
    ],
    await hashPassword(toWire(testPassword)),
    { initial: false },
  );
  return departments;
};

/** Calls a server as a BladeX client does. */
const caller =
  (server: Awaited<ReturnType<typeof createServer>>): RunningSystem['call'] =>
  async (method, path, given = {}) => {
    const answer = await server.inject({
      method,
      url: `/api/${path}`,
      payload: given.payload ?? given.body,
      remoteAddress: given.address,
      headers: {
        authorization: basic,
        ...(given.token ? { 'blade-auth': `bearer ${given.token}` } : {}),
        ...given.headers,
      },
    });
    const told = String(answer.headers['content-type']).includes('json')
      ? (answer.json() as { msg?: string; data?: Record<string, unknown> })
      : {};
    return {
      status: answer.statusCode,
      msg: told.msg ?? '',
      data: told.data ?? {},
      headers: answer.headers,
      raw: answer.rawPayload,
    };
  };

/**
 * Starts a server with the sign-in calls and the given endpoints. Accounts: `admin` (platform),
 * `second` (tenant administrator), `teacher`. Long because it puts every part of a server together.
 */
export const startTestSystem = async (
  endpoints: (system: TestSystem) => readonly Endpoint[],
  given: TestOptions = {},
): Promise<RunningSystem> => {
  supplyNationalDictionaries();
  const database = await testDatabase();
  const store = new Database(database.appUrl, { connections: 6 });
  const notifications = new Notifications(database.appUrl);
  await notifications.start();
  let time = Date.UTC(2026, 10, 21, 2);
  const parts = { database: store, ids: createIds(6), clock: () => new Date(time) };
  const log = pino({ level: 'silent' });
  const identity = new Identity({
    ...parts,
    notifications,
    log,
    secret: Buffer.alloc(32, 4),
    signInPath,
    mayLook: mayViewPagesOf(() => engine),
    ...given.identity,
  });
  const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-system-`));
  const files = createFiles({
    database: store,
    store: await diskStore(join(folder, 'files')),
    room: join(folder, 'incoming'),
    secret: 'secret',
    clock: parts.clock,
    linkTo: fileLink,
    ...(given.stores && { stores: given.stores({ database: store, room: folder }) }),
    categories: universityCategories,
    quotaOf: storageQuota,
    onDamage: () => undefined,
    holderOf: (...session) => identity.holderOf(...session),
  });
  const none = {} as never;
  const engine = createEngine({
    ...parts,
    resources: given.resources ?? [],
    behaviours: given.behaviours ?? [],
    secrets: given.secrets ?? new Secrets(Buffer.alloc(32, 4)),
    numbers: createNumbers(store),
    dictionaries: definedDictionaries,
    // No processes run in these tests.
    workflow: { offerStuckTasks: async () => ({ found: 0, left: 0 }) } as never,
    messages: none,
    files,
    // Queued jobs are not run in these tests.
    jobs: given.jobs?.(parts) ?? ({ queue: () => undefined } as never),
    log,
  });
  const tenant = { tenantId: testTenant, name: '江陵大学' };
  await setUpTenant(parts, tenant, dictionaries.values());
  const departments = await createPeople(parts, testTenant);
  const system: TestSystem = {
    database,
    engine,
    identity,
    accounts: new Accounts({ ...parts, identity }),
    files,
    departments,
    pass: (milliseconds) => {
      time += milliseconds;
    },
  };
  const apiLog = new ApiLog(engine);
  const phoneCodes = given.phoneCodes?.(system);
  const external = new ExternalSignIns(
    {
      ...parts,
      log,
      identity,
      secret: Buffer.alloc(32, 4),
      signInPath,
      administrators: administratorRoles,
    },
    given.external,
  );
  const server = await createServer({
    engine,
    endpoints: [...identityEndpoints(identity, external, phoneCodes), ...endpoints(system)],
    authenticate: (token) => identity.authenticate(token),
    knowsClient: (id, secret) => identity.knowsClient(id, secret),
    isClosed: (token) => identity.isClosed(token),
    onFailure: (...failure) => void noteFailure(engine, ...failure),
    onAnswered: (...answer) => apiLog.note(...answer),
    onClosed: () => apiLog.flush(),
    title: 'test',
    version: '0',
  });

  const call = caller(server);
  return {
    ...system,
    apiLog,
    call,
    token: async (account, typed = testPassword) => {
      const query = new URLSearchParams({
        tenantId: testTenant,
        username: account,
        password: toWire(typed),
        grant_type: 'password',
      });
      const { raw } = await call('POST', `blade-auth/oauth/token?${query}`);
      return (JSON.parse(raw.toString()) as { access_token?: string }).access_token;
    },
    close: async () => {
      await server.close();
      await notifications.close();
      await store.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
