import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toWire } from '@keyan/engine/identity/password.ts';
import { openClient, type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { createPeople } from '@keyan/product/testing.ts';
import type { FastifyInstance } from 'fastify';
import { createApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { openParts, type Parts } from '../parts.ts';
import { setUpTenant } from '../tenants.ts';

export const testPassword = 'Keyan@2026';
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;

export interface TestAnswer {
  readonly status: number;
  readonly msg: string;
  readonly reason: string | undefined;
  // The type of `data` differs by call: each test names the expected one.
  readonly data: Record<string, unknown>;
  readonly headers: RowLike;
}

interface Given {
  readonly token?: string;
  readonly body?: object;
  readonly address?: string;
}

/** Server of an installation with all services of a process except its port. */
export interface TestProcess {
  readonly parts: Parts;
  readonly server: FastifyInstance;
  call(method: 'GET' | 'POST', path: string, given?: Given): Promise<TestAnswer>;
  tokenFor(tenantId: string, account: string, password?: string): Promise<string>;
}

/** Database of an installation. */
type InstallationDatabase = Pick<TestDatabase, 'appUrl' | 'ownerUrl' | 'drop'>;

/** Installation of a test: several servers on one database, and one data folder. */
export interface TestInstallation<D extends InstallationDatabase = TestDatabase> {
  readonly database: D;
  readonly processes: readonly TestProcess[];
  close(): Promise<void>;
}

const processOf = async (
  database: InstallationDatabase,
  settings: Readonly<Record<string, string>>,
): Promise<TestProcess> => {
  const env = readEnv(settings, settings.DATA_DIR ?? '');
  const parts = await openParts(env, database);
  const server = await createApp(env, parts, { tenantId: '000000' });
  const call: TestProcess['call'] = async (method, path, given = {}) => {
    const answer = await server.inject({
      method,
      url: `/api/${path}`,
      payload: given.body,
      remoteAddress: given.address,
      headers: {
        authorization: basic,
        ...(given.token ? { 'blade-auth': `bearer ${given.token}` } : {}),
      },
    });
    const {
      msg = '',
      error_code,
      data,
    } = answer.json() as Record<string, string> & {
      data?: Record<string, unknown>;
    };
    const { statusCode: status, headers } = answer;
    return { status, msg, reason: error_code, data: data ?? answer.json(), headers };
  };
  return {
    parts,
    server,
    call,
    tokenFor: async (tenantId, account, password = testPassword) => {
      const query = new URLSearchParams({
        tenantId,
        username: account,
        password: toWire(password),
        grant_type: 'password',
      });
      const { data, status, msg } = await call('POST', `blade-auth/oauth/token?${query}`);
      const { access_token: token } = data as { access_token?: string };
      if (!token) throw new Error(`${account} could not sign in: ${status} ${msg}`);
      return token;
    },
  };
};

/**
 * Opens an installation with the tenant `000000` and its accounts; its servers run no background
 * work.
 */
export const openInstallation = async (
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<TestInstallation> => installOn(await testDatabase(), count, env);

/** The installation on a migrated database, which it drops in the end. */
export const installOn = async <D extends InstallationDatabase>(
  database: D,
  count: number,
  env: Readonly<Record<string, string>> = {},
): Promise<TestInstallation<D>> => {
  const folder = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-installation-`));
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', DATABASE_CONNECTIONS: '6', ...env };
  const processes: TestProcess[] = [];
  for (let index = 0; index < count; index += 1) {
    processes.push(await processOf(database, settings));
  }
  const [first] = processes;
  if (!first) throw new Error('an installation has a process');
  await setUpTenant(first.parts.engine, { tenantId: '000000', name: '江陵大学' });
  await createPeople(first.parts.engine, '000000');
  return {
    database,
    processes,
    close: async () => {
      for (const { parts, server } of processes) {
        await server.close();
        await parts.close();
      }
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** Second database, which the installation reaches over the network as a data source. */
export interface TestSource {
  readonly database: TestDatabase;
  /** Values of the data source's record. */
  readonly record: { readonly url: string; readonly username: string; readonly password: string };
  /** Cuts or restores the network connection. */
  cut(isCut: boolean): void;
  /** Returns the number of connections currently open through the network. */
  connections(): number;
  /** Logins that have connected over the network. */
  readonly logins: ReadonlySet<string>;
  close(): Promise<void>;
}

export const openTestSource = async (): Promise<TestSource> => {
  const database = await testDatabase({ empty: true });
  // The login is one that a database administrator would give: owner of this database, and allowed
  // to create roles.
  const owner = `${database.name}_owner`;
  for (const sql of [
    `create role ${owner} login createrole password 'owner-secret'`,
    `grant keyan_app to ${owner} with admin option`,
    `alter database ${database.name} owner to ${owner}`,
  ]) {
    await database.query(sql);
  }
  const logins = new Set<string>();
  // The PostgreSQL of the tests itself listens on a socket file.
  const known = await openClient(database.ownerUrl);
  await known.end();
  const open = new Set<Socket>();
  let isCut = false;
  const gate = createServer((caller) => {
    if (isCut) return void caller.destroy();
    const server = connect(join(known.host, `.s.PGSQL.${known.port}`));
    open.add(caller);
    for (const end of [caller, server]) {
      end.on('error', () => undefined);
      end.on('close', () => {
        open.delete(caller);
        caller.destroy();
        server.destroy();
      });
    }
    caller.on('data', (bytes: Buffer) => {
      const user = /\0user\0([^\0]+)\0/.exec(bytes.toString('latin1'))?.[1];
      if (user) logins.add(user);
    });
    caller.pipe(server).pipe(caller);
  });
  await new Promise<void>((ready) => gate.listen(0, '127.0.0.1', ready));
  return {
    database,
    record: {
      url: `jdbc:postgresql://127.0.0.1:${(gate.address() as AddressInfo).port}/${database.name}`,
      username: owner,
      password: 'owner-secret',
    },
    logins,
    cut: (cutNow) => {
      isCut = cutNow;
      if (isCut) for (const caller of open) caller.destroy();
    },
    connections: () => open.size,
    close: async () => {
      gate.close();
      for (const caller of open) caller.destroy();
      await database.drop();
    },
  };
};
