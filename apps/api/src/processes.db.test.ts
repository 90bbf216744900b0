import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type TestDatabase, testDatabase } from '@keyan/engine/testing/database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededDemo } from './testing/demo.ts';
import { type OwnPostgres, openOwnPostgres } from './testing/own-postgres.ts';
import {
  removeDataDir,
  type ServerProcess,
  startServer,
  temporaryDataDir,
} from './testing/server.ts';

/** Changes that one process of an installation makes are seen in the other. */
const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
const secret = { TOKEN_SECRET: 'the same for every process of the installation' };

/** Names a host, which an address that leads to a socket lacks and the configuration asks for. */
const withHost = (url: string): string => url.replace('@/', '@localhost/');

/** Starts two processes at once, each in a folder of its own. */
const startTwo = (
  folders: readonly [string, string],
  env: Readonly<Record<string, string>>,
): Promise<[ServerProcess, ServerProcess]> =>
  Promise.all([
    startServer({ dataDir: folders[0], env }),
    startServer({ dataDir: folders[1], env }),
  ]);

const signIn = async (
  server: ServerProcess,
  account: string,
  password = 'Keyan@2026',
): Promise<Readonly<Record<string, string>>> => {
  const query = new URLSearchParams({
    tenantId: '000000',
    username: account,
    password: createHash('md5').update(password).digest('hex'),
    grant_type: 'password',
    scope: 'all',
    type: 'account',
  });
  const answer = await fetch(`${server.url}/api/blade-auth/oauth/token?${query}`, {
    method: 'POST',
    headers: { authorization: basic },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { authorization: basic, 'blade-auth': `bearer ${token}` };
};

/** The titles of the live messages that a person's open page is sent. */
const listen = async (
  server: ServerProcess,
  headers: Readonly<Record<string, string>>,
): Promise<{ heard(): string; end(): void }> => {
  const stop = new AbortController();
  const answer = await fetch(`${server.url}/api/kh-edu-research/message/stream`, {
    headers,
    signal: stop.signal,
  });
  let heard = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const part of answer.body ?? []) heard += decoder.decode(part, { stream: true });
  };
  // It ends when the test lets go of it.
  read().catch(() => undefined);
  return { heard: () => heard, end: () => stop.abort() };
};

describe('two processes on the demo', () => {
  const folders = [temporaryDataDir(), temporaryDataDir()] as const;
  let database: TestDatabase;
  let here: ServerProcess;
  let there: ServerProcess;

  beforeAll(async () => {
    const written = await seededDemo();
    database = await testDatabase(written);
    for (const folder of folders) cpSync(written.folder, folder, { recursive: true });
    [here, there] = await startTwo(folders, {
      ...secret,
      DATABASE_URL: withHost(database.ownerUrl),
      DATABASE_APP_URL: withHost(database.appUrl),
    });
  }, 900_000);

  afterAll(async () => {
    await Promise.all([here?.end(), there?.end()]);
    await database?.drop();
    for (const folder of folders) removeDataDir(folder);
  });

  it('tells a page that is open in one process what was done in the other', async () => {
    const [office, secretary] = await Promise.all([
      signIn(here, 'rd_achieve'),
      signIn(there, 'dept_secretary'),
    ]);
    const page = await listen(here, office);
    await expect.poll(() => page.heard()).toContain('event: ');

    const todo = await fetch(`${there.url}/api/kh-edu-research/mywork/todo/page?size=100`, {
      headers: secretary,
    });
    const { data } = (await todo.json()) as {
      data: { records: { taskId: string; businessId: string; businessName: string }[] };
    };
    // Papers go from the secretary to this office. What stands first in the queue changes with the hour.
    const work = data.records.find(({ businessName }) => businessName.startsWith('论文登记-'));
    expect(work).toBeDefined();
    const done = await fetch(`${there.url}/api/blade-flow/work/complete-task`, {
      method: 'POST',
      headers: { ...secretary, 'content-type': 'application/json' },
      body: JSON.stringify({ taskId: work?.taskId, flag: 'ok' }),
    });
    expect(done.status).toBe(200);
    await expect.poll(() => page.heard()).toContain(work?.businessName);
    page.end();

    const seen = await fetch(
      `${here.url}/api/kh-edu-research/audit/detail?businessId=${work?.businessId}`,
      { headers: office },
    );
    expect(JSON.stringify(await seen.json())).toContain(work?.taskId);
  });

  it('refuses in one process what the other has handled already', async () => {
    const headers = await Promise.all([
      signIn(here, 'dept_secretary'),
      signIn(there, 'dept_secretary'),
    ]);
    const todo = await fetch(`${here.url}/api/kh-edu-research/mywork/todo/page?size=1`, {
      headers: headers[0],
    });
    const { data } = (await todo.json()) as { data: { records: { taskId: string }[] } };
    const body = JSON.stringify({ taskId: data.records[0]?.taskId, flag: 'ok' });
    const answers = await Promise.all(
      [here, there].map((server, index) =>
        fetch(`${server.url}/api/blade-flow/work/complete-task`, {
          method: 'POST',
          headers: { ...headers[index], 'content-type': 'application/json' },
          body,
        }),
      ),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 400]);
    const refused = answers.find((answer) => answer.status === 400);
    expect(await refused?.json()).toMatchObject({ msg: '该任务已被处理，请刷新后重试' });
  });

  it('signs a person out of both when an administrator ends the session in one', async () => {
    const admin = await signIn(here, 'admin');
    const person = await signIn(there, 'intl');
    const ask = (server: ServerProcess, headers: Readonly<Record<string, string>>, call: string) =>
      fetch(`${server.url}/api/${call}`, { headers });
    const status = async (server: ServerProcess): Promise<number> =>
      (await ask(server, person, 'blade-auth/oauth/user-info')).status;
    for (const server of [here, there]) expect(await status(server)).toBe(200);
    const listed = await ask(here, admin, 'keyan/session/list?state=open&text=intl');
    const { data } = (await listed.json()) as { data: { records: { id: string }[] } };
    expect(data.records.length).toBe(1);
    const ended = await fetch(`${here.url}/api/keyan/session/end`, {
      method: 'POST',
      headers: { ...admin, 'content-type': 'application/json' },
      body: JSON.stringify({ ids: data.records.map(({ id }) => id) }),
    });
    expect(ended.status).toBe(200);
    // The other process is told by the database, whatever it remembered of the person.
    expect(await status(here)).toBe(401);
    await expect.poll(() => status(there)).toBe(401);
  });
});

/** On a PostgreSQL as an administrator would set it up, started at once on one empty database. */
describe('an administrator that the command makes', () => {
  const folders = [temporaryDataDir(), temporaryDataDir(), temporaryDataDir()] as const;
  let postgres: OwnPostgres;
  let env: Readonly<Record<string, string>>;
  let here: ServerProcess;
  let there: ServerProcess;

  beforeAll(async () => {
    postgres = await openOwnPostgres(folders[0]);
    env = { ...secret, NODE_ENV: 'production', DATABASE_URL: postgres.url };
    // At once: one of them migrates the database, the other waits for it.
    [here, there] = await startTwo([folders[1], folders[2]], env);
  }, 900_000);

  afterAll(async () => {
    await Promise.all([here?.end(), there?.end()]);
    await postgres?.close();
    for (const folder of folders) removeDataDir(folder);
  });

  const password = 'Moonlit#Harbour7';
  const admin = (account: string, typed: string) =>
    spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'commands/admin.ts'), '--account', account],
      {
        input: `${typed}\n`,
        encoding: 'utf8',
        env: { ...process.env, ...env, DATA_DIR: folders[1] },
      },
    );

  it('is known to both processes, and signed out of both', async () => {
    const made = admin('director', password);
    expect([made.stderr, made.status]).toEqual(['', 0]);
    const headers = await signIn(here, 'director', password);
    const status = async (server: ServerProcess, call: string): Promise<number> =>
      (await fetch(`${server.url}/api/blade-auth/oauth/${call}`, { headers })).status;
    for (const server of [here, there]) expect(await status(server, 'user-info')).toBe(200);
    expect(await status(here, 'logout')).toBe(200);
    expect(await status(here, 'user-info')).toBe(401);
    await expect.poll(() => status(there, 'user-info')).toBe(401);
  });

  it('has a name that is free and a password that is strong', () => {
    expect(admin('director', password).stderr).toContain('当前账号已被使用');
    expect(admin('other_one', 'short').stderr).toContain('密码');
  });
});
