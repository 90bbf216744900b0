import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createEngine } from '@keyan/engine/engine.ts';
import { Accounts } from '@keyan/engine/identity/accounts.ts';
import { Identity } from '@keyan/engine/identity/identity.ts';
import { hashPassword, toWire } from '@keyan/engine/identity/password.ts';
import { createServer } from '@keyan/engine/server/server.ts';
import { Database } from '@keyan/engine/store/connection/database.ts';
import { Notifications } from '@keyan/engine/store/connection/notifications.ts';
import { definedDictionaries } from '@keyan/engine/store/dictionaries.ts';
import { createIds } from '@keyan/engine/store/schema/ids.ts';
import { createNumbers } from '@keyan/engine/store/schema/numbers.ts';
import { testDatabase } from '@keyan/engine/testing/database.ts';
import { signInPath } from '@keyan/engine/wire/identity/endpoints.ts';
import { createWorkflow } from '@keyan/engine/workflow/runtime/runtime.ts';
import pino from 'pino';
import { expect } from 'vitest';
import { dictionaries } from '../index.server.ts';
import { supplyNationalDictionaries } from '../shared/formats/national.server.ts';
import { TenantDictionaries } from '../system/dictionaries/dictionary.server.ts';
import { systemEndpoints } from './endpoints.server.ts';
import { shippedFallbacks } from './fallbacks.server.ts';
import { createDepartments, createUsers, setHeads } from './people.server.ts';
import { setUpTenant } from './setup.server.ts';

/** Dependencies that these tests never call. */
const unused = {} as never;
export const tenant = { tenantId: '000000', name: '江陵大学', nameEn: 'Jiangling University' };
const password = 'Keyan@2026';
export const basicClientHeader = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

interface TestResponse {
  readonly status: number;
  // Body of a response; its shape depends on the call.
  readonly body: { code?: number; msg?: string; data?: unknown } & Record<string, unknown>;
}

/** Dependencies that a test server is built from. */
type TestParts = Awaited<ReturnType<typeof openParts>>;

const openParts = async () => {
  supplyNationalDictionaries();
  const database = await testDatabase();
  const store = new Database(database.appUrl, { connections: 4 });
  const notifications = new Notifications(database.appUrl);
  await notifications.start();
  const parts = { database: store, ids: createIds(5), clock: () => new Date() };
  const log = pino({ level: 'silent' });
  const identity = new Identity({
    ...parts,
    notifications,
    log,
    secret: Buffer.alloc(32, 3),
    signInPath,
  });
  const engine = createEngine({
    ...parts,
    resources: [],
    behaviours: [],
    numbers: createNumbers(store),
    dictionaries: definedDictionaries,
    workflow: createWorkflow(shippedFallbacks),
    messages: unused,
    files: unused,
    jobs: unused,
    secrets: new Secrets(Buffer.alloc(32, 3)),
    log,
  });
  const accounts = new Accounts({ ...parts, identity });
  return { database, store, notifications, parts, identity, engine, accounts };
};

/**
 * Creates a university with four people.
 * @returns ids by account
 */
const furnish = async (parts: TestParts['parts']) => {
  await setUpTenant(parts, tenant, dictionaries.values());
  await createDepartments(parts, '000000', [
    { code: '000', name: '江陵大学', category: '1' },
    { code: '310', name: '计算机学院', parent: '000', category: '2', nature: '1' },
    { code: '31001', name: '软件系', parent: '310', category: '2' },
    { code: '101', name: '科研处', parent: '000', category: '3' },
  ]);
  const users = await createUsers(
    parts,
    '000000',
    [
      {
        account: 'admin',
        realName: '戚云帆',
        department: '000',
        roles: ['administrator', 'admin'],
      },
      { account: 'rd_admin', realName: '陆景行', department: '101', roles: ['rd_admin', 'admin'] },
      {
        account: 'dept_secretary',
        realName: '何敬之',
        department: '310',
        otherDepartments: ['101'],
        roles: ['dept_secretary', 'teacher'],
        phone: '19900001234',
      },
      {
        account: 'teacher',
        realName: '林晓岚',
        code: '20140326',
        department: '31001',
        roles: ['teacher'],
        phone: '19900004321',
      },
    ],
    await hashPassword(toWire(password)),
    { initial: false },
  );
  await setHeads(parts, '000000', [{ department: '310', secretary: 'dept_secretary' }]);

  return users;
};

const openServer = ({ engine, identity, accounts, store, notifications }: TestParts) =>
  createServer({
    engine,
    endpoints: systemEndpoints({
      identity,
      accounts,
      dictionaries: new TenantDictionaries(store, notifications),
      files: unused,
      phoneCodes: unused,
      texts: unused,
      mail: unused,
      im: unused,
      push: unused,
      robots: unused,
      objectStores: unused,
      dataSources: unused,
      financeSources: unused,
      collector: unused,
      jobs: [],
      observer: unused,
      version: '0',
      site: {
        tenantId: '000000',
        demo: { accounts: [{ account: 'teacher', name: '林晓岚', role: '科研人员' }], password },
      },
    }),
    authenticate: (token) => identity.authenticate(token),
    knowsClient: (id, secret) => identity.knowsClient(id, secret),
    isClosed: (token) => identity.isClosed(token),
    onDenied: (actor, denial) => identity.denied(actor, denial),
    trustProxy: true,
    title: 'test',
    version: '0',
  });

/** Calls a server as a BladeX client does. */
const callsOf = (server: Awaited<ReturnType<typeof createServer>>) => {
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    options: {
      token?: string;
      query?: Record<string, string>;
      body?: object;
      headers?: Record<string, string>;
    } = {},
  ): Promise<TestResponse> => {
    const answer = await server.inject({
      method,
      url: `/api/${path}`,
      query: options.query,
      payload: options.body,
      headers: {
        authorization: basicClientHeader,
        ...(options.token ? { 'blade-auth': `bearer ${options.token}` } : {}),
        ...options.headers,
      },
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  const signIn = async (
    account: string,
    tenantId = '000000',
    typed = password,
  ): Promise<Record<string, string>> => {
    const { body } = await call('POST', 'blade-auth/oauth/token', {
      query: {
        tenantId,
        username: account,
        password: toWire(typed),
        grant_type: 'password',
        scope: 'all',
        type: 'account',
      },
      headers: { 'tenant-id': tenantId },
    });
    return body as unknown as Record<string, string>;
  };

  const tokenOf = async (account: string): Promise<string> =>
    (await signIn(account)).access_token ?? '';

  const read = async <T>(
    token: string,
    path: string,
    query?: Record<string, string>,
  ): Promise<T> => {
    const { status, body } = await call('GET', path, { token, query });
    expect([status, body.msg]).toEqual([200, expect.any(String)]);
    return body.data as T;
  };
  return { call, signIn, tokenOf, read };
};

/**
 * Opens a test system without kinds, for a university with `admin`, `rd_admin`, `dept_secretary`
 * and `teacher`.
 */
export const openSystem = async () => {
  const opened = await openParts();
  const { database, store, notifications } = opened;
  const users = await furnish(opened.parts);
  const server = await openServer(opened);
  return {
    ...opened,
    ...callsOf(server),
    server,
    users,
    password,
    /**
     * Clears the counters of sign-in attempts and calls, so that tests do not affect each other.
     */
    forgetAttempts: async (): Promise<void> => {
      await database.query('delete from sign_in_attempt');
      await database.query('delete from call_rate');
    },
    close: async (): Promise<void> => {
      await server.close();
      await notifications.close();
      await store.close();
      await database.drop();
    },
  };
};
