import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createJobs, type JobRunner } from '@keyan/engine/jobs/runner.ts';
import { fileEndpoints } from '@keyan/engine/wire/files/endpoints.ts';
import { credentialPlaceholder } from '@keyan/kernel/values/credential.ts';
import { pino } from 'pino';
import S3rver from 's3rver';
import { afterAll, expect, test } from 'vitest';
import { startTestSystem } from '../../testing.ts';
import { moveFilesJob, ossEndpoints } from './oss.endpoints.server.ts';
import { ObjectStores, ossBehaviour } from './oss.server.ts';
import { oss } from './oss.ts';

const folder = await mkdtemp(join(tmpdir(), 'keyan-oss-'));
const server = new S3rver({
  port: 0,
  address: '127.0.0.1',
  silent: true,
  directory: folder,
  configureBuckets: ['first', 'second'].map((name) => ({ name, configs: [] })),
});
const { port } = await server.run();

const secrets = new Secrets(Buffer.alloc(32, 9));
/** Opened by the operator. */
const hosts: string[] = [];
let stores: ObjectStores | undefined;
let runner: JobRunner | undefined;
const theStores = () => stores as ObjectStores;

const late: Pick<ObjectStores, 'current' | 'open' | 'try' | 'tryAs' | 'isUsed'> = {
  current: (tenant) => theStores().current(tenant),
  open: (tenant, id) => theStores().open(tenant, id),
  try: (tenant, id) => theStores().try(tenant, id),
  tryAs: (tenant, config) => theStores().tryAs(tenant, config),
  isUsed: (tenant, row) => theStores().isUsed(tenant, row),
};

const system = await startTestSystem(
  ({ files }) => [...fileEndpoints(files), ...ossEndpoints(late as ObjectStores)],
  {
    resources: [oss],
    secrets,
    behaviours: [ossBehaviour(late as ObjectStores)],
    stores: (parts) => {
      stores = new ObjectStores({ ...parts, secrets, hosts });
      return stores;
    },
    jobs: (parts) => {
      runner = createJobs({ ...parts, log: pino({ level: 'silent' }), every: 3600 });
      return runner;
    },
  },
);
runner?.start(system.engine, [moveFilesJob(system.files) as never]);
afterAll(async () => {
  await runner?.stop();
  await system.close();
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
const { database, call } = system;
const admin = (await system.token('second')) ?? '';
const teacher = (await system.token('teacher')) ?? '';

const given = {
  category: '1',
  ossCode: 'first',
  endpoint: `http://127.0.0.1:${port}`,
  bucketName: 'first',
  accessKey: 'S3RVER',
  secretKey: 'S3RVER',
};
const submit = (body: object) => call('POST', 'blade-resource/oss/submit', { token: admin, body });
const act = (action: string, id: unknown) =>
  call('POST', `blade-resource/oss/${action}?id=${id}`, { token: admin });
const attempt = (id: unknown) => call('POST', 'keyan/oss/try', { token: admin, body: { id } });
const list = async (filter = '') =>
  (await call('GET', `blade-resource/oss/list?${filter}`, { token: admin })).data
    .records as readonly Record<string, unknown>[];

const upload = async (content: string): Promise<string> => {
  const answer = await call('POST', 'blade-resource/oss/endpoint/put-file-attach?code=first', {
    token: admin,
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: Buffer.from(
      `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--x--\r\n`,
    ),
  });
  expect(answer.status).toBe(200);
  return String(answer.data.attachId);
};
const content = async (id: string): Promise<string> => {
  const path = `blade-resource/common/file/download?url=${id}`;
  return (await call('GET', path, { token: admin })).raw.toString();
};
const inBucket = async (name: string): Promise<number> =>
  (await readdir(join(folder, name))).filter((file) => file.endsWith('object')).length;

const saved = await submit(given);
const first = String(saved.data.id);

test('stock clients read the columns that they know; the key is sealed and never answered', async () => {
  expect(saved.status).toBe(200);
  const [stored] = await database.query<{ key: string; history: string }>(
    `select secret_key as key, (select string_agg(h::text, '') from history h
       where h.business_id = s.id) as history from oss_config s where id = $1`,
    [first],
  );
  expect(stored?.key).toMatch(/^sealed:/);
  expect(stored?.history).not.toContain('"S3RVER"}');
  const [row] = await list('category=1&ossCode=fir&accessKey=S3&status=');
  expect(row).toMatchObject({
    id: first,
    category: '1',
    categoryName: 'MinIO 及其他 S3 兼容存储',
    ossCode: 'first',
    endpoint: given.endpoint,
    bucketName: 'first',
    accessKey: 'S3RVER',
    secretKey: credentialPlaceholder,
    status: '1',
    statusName: '停用',
  });
  // The row comes back as it was read, with what such clients add.
  expect((await submit({ ...row, $cellEdit: false, remark: '主存储' })).status).toBe(200);
  const { data } = await call('GET', `blade-resource/oss/detail?id=${first}`, { token: admin });
  expect(data).toMatchObject({ secretKey: credentialPlaceholder, remark: '主存储' });
  const [kept] = await database.query<{ key: string }>(
    'select secret_key as key from oss_config where id = $1',
    [first],
  );
  expect(kept?.key).toBe(stored?.key);
  // It is good for the address that it was typed for.
  const moved = await submit({ ...data, endpoint: 'https://store.example.edu.cn' });
  expect([moved.status, moved.msg]).toEqual([400, '更换地址后请重新输入密钥']);
  expect((await call('GET', 'blade-resource/oss/list', { token: teacher })).status).toBe(403);
  expect(
    (await call('POST', 'keyan/oss/try', { token: teacher, body: { id: first } })).status,
  ).toBe(403);
});

test('a store is enabled only if it works, and closed networks only if the operator opens them', async () => {
  expect((await act('enable', first)).msg).toBe(
    '存储地址在内部网络中，须由运维在 SERVICE_HOSTS 中放行',
  );
  hosts.push('127.0.0.1');
  expect(await attempt(first)).toMatchObject({ status: 200, msg: '存储可用' });
  const { data: row } = await call('GET', `blade-resource/oss/detail?id=${first}`, {
    token: admin,
  });
  const { data: broken } = await submit({ ...row, accessKey: 'nobody' });
  expect((await act('enable', first)).msg).toContain('对象存储不可用');
  expect(await list('status=2')).toEqual([]);
  await submit({ ...row, version: broken.version });
  expect(await act('enable', first)).toMatchObject({ status: 200, msg: '启用成功' });
  // Trial objects are removed again.
  expect(await inBucket('first')).toBe(0);
});

test('new files go to the enabled store, and enabling one disables the other', async () => {
  const id = await upload('the first');
  expect(await inBucket('first')).toBe(1);
  expect(await content(id)).toBe('the first');
  const { data } = await submit({ ...given, ossCode: 'second', bucketName: 'second' });
  expect((await act('enable', data.id)).status).toBe(200);
  expect((await list('status=2')).map(({ ossCode }) => ossCode)).toEqual(['second']);
  const history = await call('GET', `blade-resource/oss/history?id=${first}`, { token: admin });
  expect(JSON.stringify(history.data)).toContain('"action":"disable"');
  await upload('the second');
  expect([await inBucket('first'), await inBucket('second')]).toEqual([1, 1]);
  expect(await content(id)).toBe('the first');
  const { data: row } = await call('GET', `blade-resource/oss/detail?id=${first}`, {
    token: admin,
  });
  expect((await submit({ ...row, bucketName: 'second' })).msg).toContain('存储中已有文件');
  expect((await act('remove', first)).msg).toContain('存储中还有文件');
});

test('what is used is tried before other settings are stored', async () => {
  const path = `blade-resource/oss/detail?id=${first}`;
  const { data: row } = await call('GET', path, { token: admin });
  const wrong = await submit({ ...row, accessKey: 'nobody', secretKey: 'typed' });
  expect([wrong.status, wrong.msg]).toEqual([400, expect.stringContaining('对象存储不可用')]);
  expect((await call('GET', path, { token: admin })).data).toEqual(row);
  // The same settings under another remark are not tried; the same key typed again is.
  expect((await submit({ ...row, remark: '旧存储' })).status).toBe(200);
  const { data: next } = await call('GET', path, { token: admin });
  expect((await submit({ ...next, secretKey: 'S3RVER' })).status).toBe(200);
});

test('two stores that are enabled at once leave one enabled', async () => {
  const ids = (await list()).map(({ id }) => id);
  for (let round = 0; round < 5; round += 1) {
    for (const { id } of await list('status=2')) await act('disable', id);
    const answers = await Promise.all(ids.map((id) => act('enable', id)));
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(await list('status=2')).toHaveLength(1);
  }
  const [second] = await list('ossCode=second');
  await act('enable', second?.id);
});

test('no connection of the database waits for a store', async () => {
  const held: unknown[] = [];
  let asked = 0;
  const watching = createServer(async (request, response) => {
    request.resume();
    asked += 1;
    // Concurrent work of others has ended by then.
    await new Promise((go) => setTimeout(go, 100));
    held.push(
      ...(await database.query(
        `select query from pg_stat_activity where datname = current_database()
            and state = 'idle in transaction' and xact_start < now() - interval '90 milliseconds'`,
      )),
    );
    response.writeHead(403).end();
  });
  await new Promise<void>((ready) => watching.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(watching.address() as AddressInfo).port}`;
  const { data } = await submit({ ...given, ossCode: 'watching', endpoint });
  expect((await attempt(data.id)).msg).toContain('对象存储不可用');
  expect((await act('enable', data.id)).msg).toContain('对象存储不可用');
  await database.query('update oss_config set status = $1 where id = $2', ['2', data.id]);
  const seen = (await call('GET', `blade-resource/oss/detail?id=${data.id}`, { token: admin }))
    .data;
  expect((await submit({ ...seen, secretKey: 'another' })).msg).toContain('对象存储不可用');
  await database.query('update oss_config set status = $1 where id = $2', ['1', data.id]);
  const move = { from: first, to: data.id };
  const refused = await call('POST', 'keyan/oss/move', { token: admin, body: move });
  expect(refused.msg).toContain('对象存储不可用');
  expect(asked).toBeGreaterThanOrEqual(4);
  expect(held).toEqual([]);
  await act('remove', data.id);
  watching.close();
});

test('files are moved to another store in the background, with progress', async () => {
  const [second] = await list('ossCode=second');
  await act('disable', second?.id);
  const local = await upload('in the local store');
  const uses = async () =>
    (await call('GET', 'keyan/oss/uses', { token: admin })).data as unknown as {
      stores: { id: string; name: string; files: number; current: boolean }[];
      moves: object[];
    };
  expect((await uses()).stores).toMatchObject([
    { id: '0', name: '系统自带存储', files: 1, current: true },
    { id: first, name: 'first', files: 1, current: false },
    { id: second?.id, name: 'second', files: 1, current: false },
  ]);
  const move = (from: string, to: string, token = admin) =>
    call('POST', 'keyan/oss/move', { token, body: { from, to } });
  expect((await move('0', first, teacher)).status).toBe(403);
  expect((await move(first, first)).msg).toBe('没有需要迁移的文件');
  expect((await move(first, '404')).status).toBe(404);
  await database.query(
    `insert into job_run (tenant_id, id, job, key, data, most_tries, create_time, due_at)
     select tenant_id, 1, 'move-files', 'move', '{}', 5, now(), '2999-01-01' from oss_config where id = $1`,
    [first],
  );
  expect((await move('0', first)).msg).toBe('已有迁移在进行，请等它结束或先停止');
  await database.query('delete from job_run where id = 1');
  expect((await move('0', first)).msg).toBe('已开始迁移');
  await runner?.settle();
  const now = await uses();
  expect(now.stores.map(({ files }) => files)).toEqual([0, 2, 1]);
  expect(now.moves).toMatchObject([
    { from: '系统自带存储', to: 'first', state: 'done', total: 1, rest: 0, left: 0 },
  ]);
  expect(await content(local)).toBe('in the local store');
});

test('a store that is away says so and does no harm', async () => {
  hosts.length = 0;
  const rows = await database.query<{ id: string }>(
    `select a.id::text from attachment a join blob b using (tenant_id, sha256)
      where b.store_id = $1 order by a.id limit 1`,
    [first],
  );
  const id = rows[0]?.id ?? '';
  const answer = await call('GET', `blade-resource/common/file/download?url=${id}`, {
    token: admin,
  });
  expect(answer.status).toBe(500);
  hosts.push('127.0.0.1');
  expect(await content(id)).not.toBe('');
});
