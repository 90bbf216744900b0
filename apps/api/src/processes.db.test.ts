import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OwnPostgres, openOwnPostgres } from './testing/own-postgres.ts';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from './testing/server.ts';

/** An installation on a PostgreSQL of its own, reached as an administrator would set it up. */
const folders = [temporaryDataDir(), temporaryDataDir(), temporaryDataDir()] as const;
const password = 'Moonlit#Harbour7';
let postgres: OwnPostgres;
let servers: readonly ServerProcess[] = [];
const env: Record<string, string> = {
  NODE_ENV: 'production',
  TOKEN_SECRET: 'the same for every process of it',
};

beforeAll(async () => {
  postgres = await openOwnPostgres(folders[0]);
  env.DATABASE_URL = postgres.url;
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await postgres.close();
  for (const folder of folders) removeDataDir(folder);
});

const call = async (
  server: ServerProcess | undefined,
  path: string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> => {
  const answer = await fetch(`${server?.url}/api/${path}`, {
    ...init,
    headers: {
      authorization: `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`,
      ...init.headers,
    },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

it('starts two processes on one empty database at once, and they serve the same people', async () => {
  servers = await Promise.all(
    [folders[1], folders[2]].map((dataDir) => startServer({ dataDir, env })),
  );
  const made = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'commands/admin.ts'), '--account', 'director'],
    {
      input: `${password}\n`,
      encoding: 'utf8',
      env: { ...process.env, ...env, DATA_DIR: folders[1] },
    },
  );
  expect(made.stderr).toBe('');
  expect(made.status).toBe(0);

  const query = new URLSearchParams({
    tenantId: '000000',
    username: 'director',
    password: createHash('md5').update(password).digest('hex'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const signedIn = await call(servers[0], `blade-auth/oauth/token?${query}`, { method: 'POST' });
  expect(signedIn.status).toBe(200);
  const headers = { 'blade-auth': `bearer ${String(signedIn.body.access_token)}` };

  for (const server of servers) {
    expect((await call(server, 'blade-auth/oauth/user-info', { headers })).status).toBe(200);
  }
  expect((await call(servers[0], 'blade-auth/oauth/logout', { headers })).status).toBe(200);
  expect((await call(servers[0], 'blade-auth/oauth/user-info', { headers })).status).toBe(401);
  await expect
    .poll(async () => (await call(servers[1], 'blade-auth/oauth/user-info', { headers })).status)
    .toBe(401);
});

it('refuses a second administrator of the same name, and a weak password', () => {
  const admin = (account: string, typed: string): string =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'commands/admin.ts'), '--account', account],
      {
        input: `${typed}\n`,
        encoding: 'utf8',
        env: { ...process.env, ...env, DATA_DIR: folders[1] },
      },
    ).stderr;
  expect(admin('director', password)).toContain('当前账号已被使用');
  expect(admin('other_one', 'short')).toContain('密码');
});
