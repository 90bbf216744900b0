import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pino from 'pino';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { receive } from '../files/intake.ts';
import { createServer } from '../server/server.ts';
import { testDatabase } from '../testing/database.ts';
import { actorOf, furnish, samples, startEngine, stranger } from '../testing/sample.ts';
import { endpoint, RawAnswer } from './endpoint.ts';

const database = await testDatabase();
const logged: string[] = [];
const log = pino({ level: 'error' }, { write: (line) => logged.push(line) });
const engine = startEngine(database, 1, { log });

const actors: Readonly<Record<string, Actor>> = {
  writer: actorOf('31'),
  office: actorOf('34'),
  manager: actorOf('35'),
  alien: actorOf('35', stranger),
};

const echo = endpoint({
  method: 'POST',
  path: 'sample/echo',
  auth: 'public',
  summary: ['回声', 'Echo'],
  input: Type.Object({
    ids: Type.Array(Type.String(), { maxItems: 3 }),
    count: Type.Optional(Type.Integer()),
    flag: Type.Optional(Type.Boolean()),
  }),
  run: async (input) => input,
});

const failing = endpoint({
  method: 'GET',
  path: 'sample/failing',
  auth: 'public',
  summary: ['失败', 'Fail'],
  input: Type.Object({}),
  run: async () => {
    throw new Error('secret details');
  },
});

const guarded = endpoint({
  method: 'GET',
  path: 'sample/guarded',
  auth: 'program',
  summary: ['客户端', 'Client'],
  input: Type.Object({}),
  run: async () => true,
});

const seldom = endpoint({
  method: 'GET',
  path: 'sample/seldom',
  auth: 'public',
  perMinute: 2,
  summary: ['少', 'Seldom'],
  input: Type.Object({}),
  run: async () => null,
});

const room = mkdtempSync(join(tmpdir(), `keyan-test-${process.pid}-wire-`));

/** Takes a file while a sink fails, as a full disk and a disk that is broken do. */
const taking = endpoint({
  method: 'POST',
  path: 'sample/taking',
  auth: 'user',
  files: true,
  summary: ['收', 'Take'],
  input: Type.Object({ code: Type.String() }),
  run: async ({ code }, { files }) => {
    const sink = () =>
      new Writable({
        write: (_chunk, _encoding, done) =>
          done(Object.assign(new Error(`${code}: it cannot be written`), { code })),
      });
    for await (const { stream } of files) {
      await receive(room, stream, undefined, sink);
    }
  },
});

/** Gives less than it declared, as content does that turns out to be damaged. */
const breaking = endpoint({
  method: 'GET',
  path: 'sample/breaking',
  auth: 'user',
  summary: ['断', 'Break'],
  input: Type.Object({}),
  run: async () =>
    new RawAnswer(
      Readable.from(
        (async function* () {
          yield Buffer.alloc(100_000);
          await pause(20);
          throw new Error('the rest cannot be read');
        })(),
        { objectMode: false },
      ),
      { headers: { 'content-length': '200000' } },
    ),
});

const failures: string[] = [];

/** Tells who came. */
const linked = endpoint({
  method: 'GET',
  path: 'sample/linked',
  auth: 'public',
  linked: true,
  summary: ['链接', 'Linked'],
  input: Type.Object({}),
  run: async (_input, { actor }) => ({ who: actor?.id ?? 'nobody' }),
});

let server: FastifyInstance;
beforeAll(async () => {
  await furnish(database, engine);
  server = await createServer({
    engine,
    endpoints: [echo, failing, guarded, seldom, taking, breaking, linked],
    authenticate: async (token) => actors[token] ?? null,
    knowsClient: async (id, secret) => id === 'saber' && secret === 'saber_secret',
    onFailure: (_actor, _attempt, error) => void failures.push((error as Error).name),
    title: 'Sample',
    version: '1',
  });
  await server.ready();
});
afterAll(async () => {
  await server.close();
  await engine.database.close();
  await database.drop();
  rmSync(room, { recursive: true, force: true });
});

const call = async (token: string | null, options: InjectOptions) => {
  const answer = await server.inject({
    ...options,
    headers: { ...(token ? { 'blade-auth': `bearer ${token}` } : {}), ...options.headers },
  });
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
};
const get = (token: string | null, path: string, query: Record<string, string> = {}) =>
  call(token, { method: 'GET', url: `/api/${path}`, query });
const post = (token: string | null, path: string, payload: object) =>
  call(token, { method: 'POST', url: `/api/${path}`, payload });

const full = { title: '样品', price: '12.50', colour: 'g' };

describe('the envelope', () => {
  test('carries data, names beside codes, and no nulls', async () => {
    const saved = await post('writer', 'sample/samples/save', { ...full, branches: ['11'] });
    expect(saved.status).toBe(200);
    expect(saved.body).toMatchObject({
      code: 200,
      success: true,
      msg: '保存成功',
      data: {
        title: '样品',
        price: '12.50',
        colour: 'g',
        colourName: '绿',
        branchesName: '一一',
        auditStatusName: '草稿',
        note: '',
        day: '',
        parts: [],
        papers: [],
        version: 1,
      },
    });
    expect(saved.body.data).not.toHaveProperty('count');
    expect(saved.body.data.id).toMatch(/^\d{19}$/);
    const detail = await get('writer', 'sample/samples/detail', { id: saved.body.data.id });
    expect(detail.body.data).toMatchObject({
      createUserName: '张明',
      permissions: {
        edit: { allowed: true },
        recall: { allowed: false, reason: '当前状态不允许此操作' },
      },
    });
  });

  test('has the family’s names beside ours, and takes what differs from the row as new', async () => {
    const saved = await post('writer', 'sample/samples/save', {
      title: '两名',
      tint: 'b',
      theDay: '2026-03-01',
    });
    const row = saved.body.data;
    expect(row).toMatchObject({ colour: 'b', tint: 'b', tintName: '蓝', theDay: '2026-03-01' });
    const change = async (given: object) => {
      const { body } = await post('writer', 'sample/samples/save', given);
      return { ...body.data };
    };
    const theirs = await change({ ...row, tint: 'g' });
    expect([theirs.colour, theirs.tint]).toEqual(['g', 'g']);
    const ours = await change({ ...theirs, colour: 'r' });
    expect([ours.colour, ours.tint]).toEqual(['r', 'r']);
    const both = await change({ ...ours, colour: 'g', tint: 'b' });
    expect(both.colour).toBe('g');
    const listed = await get('writer', 'sample/samples/list', { theDay: '2026-03-01', tint: 'g' });
    expect(listed.body.data.records.map(({ id }: { id: string }) => id)).toEqual([row.id]);
    expect(listed.body.data.records[0].theDay).toBe('2026-03-01');
    const refused = await post('writer', 'sample/samples/save', { ...both, theDay: 'never' });
    expect(refused.body.data.errors[0].path).toBe('day');
  });

  test('speaks the reader’s language', async () => {
    const told = async (headers: Record<string, string>) => {
      const { body } = await call('writer', {
        method: 'POST',
        url: '/api/sample/samples/submit',
        payload: { title: 'x' },
        headers,
      });
      return body.data.errors[0].message;
    };
    expect(await told({ 'x-language': 'en' })).toBe('Enter price');
    expect(await told({ 'x-language': 'zh' })).toBe('请输入金额');
    // A header that browsers send by themselves is no choice of the client.
    expect(await told({ 'accept-language': 'en-GB,en;q=0.9' })).toBe('请输入金额');
  });

  test('tells a bug by its request id and nothing else', async () => {
    const { status, body, headers } = await get(null, 'sample/failing');
    expect(status).toBe(500);
    expect(body).toEqual({
      code: 500,
      success: false,
      data: { requestId: headers['x-request-id'] },
      msg: '服务器异常',
    });
  });
});

describe('who comes in', () => {
  test('without a token, or with one that is over, is not signed in', async () => {
    for (const token of [null, 'over']) {
      const { status, body } = await get(token, 'sample/samples/list');
      expect([status, body.code, body.msg]).toEqual([401, 401, '请求未授权']);
    }
  });

  test.each<Record<string, string>>([
    { 'blade-auth': 'bearer writer' },
    { 'blade-auth': 'writer' },
    { token: 'writer' },
  ])('%j in an address opens what links open, and nothing else', async (query) => {
    const who = (await get(null, 'sample/linked', query)).body.data.who;
    expect(who).toBe(actors.writer?.id);
    for (const path of ['sample/samples/list', 'sample/samples/detail']) {
      expect([path, (await get(null, path, query)).status]).toEqual([path, 401]);
    }
  });

  test('needs the client header where it is asked', async () => {
    expect((await get('writer', 'sample/guarded')).status).toBe(401);
    const basic = `Basic ${Buffer.from('saber:saber_secret').toString('base64')}`;
    const answer = await call(null, {
      method: 'GET',
      url: '/api/sample/guarded',
      headers: { authorization: basic },
    });
    expect(answer.body).toMatchObject({ code: 200, data: {} });
  });

  test('gets 403 without the permission and 404 for what is not theirs', async () => {
    const { body } = await post('writer', 'sample/samples/save', full);
    expect((await get('writer', 'sample/samples/list', { view: 'audit' })).status).toBe(403);
    for (const token of ['office', 'manager', 'alien']) {
      const found = await get(token, 'sample/samples/detail', { id: body.data.id });
      expect(found.status).toBe(404);
    }
  });

  test('is asked to wait when it calls too often', async () => {
    await get(null, 'sample/seldom');
    await get(null, 'sample/seldom');
    const { status, headers, body } = await get(null, 'sample/seldom');
    expect([status, body.code]).toEqual([429, 429]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  });
});

test('the log names a call that failed, and nothing that calls carried or answered', async () => {
  logged.length = 0;
  const carried = { 'blade-auth': 'bearer T0KEN-1', token: 'T0KEN-2', password: 'PA55-1' };
  await get('writer', 'sample/failing', carried);
  const url = '/api/sample/samples/save?blade-auth=T0KEN-1';
  const { body } = await call('writer', { method: 'POST', url, payload: { title: 'PA55-1' } });
  expect(body.code).toBe(200);
  const text = logged.join('\n');
  expect(text).toContain('/api/sample/failing');
  expect(text).not.toMatch(/T0KEN|PA55|bearer/);
});

test('an answer that breaks off is cut short of its length, and told of', async () => {
  logged.length = 0;
  failures.length = 0;
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const answer = await fetch(`${address}/api/sample/breaking`, {
    headers: { 'blade-auth': 'bearer writer' },
  });
  expect(answer.headers.get('content-length')).toBe('200000');
  await expect(answer.arrayBuffer()).rejects.toThrow();
  expect(logged.join()).toContain('an answer broke off');
  expect(failures).toEqual(['Error']);
});

describe('a file that cannot be written down', () => {
  const send = (code: string, end = '\r\n--x--\r\n') =>
    call('writer', {
      method: 'POST',
      url: `/api/sample/taking?code=${code}`,
      payload: `--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\ntext${end}`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });

  test('is our failure, with a line in the log: no room, or else a bug', async () => {
    for (const [error, told, name] of [
      ['ENOSPC', { code: 507, msg: '存储空间不足' }, 'NoRoom'],
      ['EDQUOT', { code: 507, msg: '存储空间不足' }, 'NoRoom'],
      ['EIO', { code: 500, msg: '服务器异常' }, 'StorageFailure'],
    ] as const) {
      logged.length = 0;
      failures.length = 0;
      const answer = await send(error);
      expect([answer.status, answer.body]).toEqual([500, expect.objectContaining(told)]);
      expect(logged.join()).toContain(error);
      expect(failures).toEqual([name]);
    }
  });

  test('is the sender’s where the body broke off first', async () => {
    const answer = await send('ENOSPC', '');
    expect([answer.status, answer.body.msg]).toEqual([400, '请求内容无法解析']);
  });
});

describe('parameters', () => {
  const expected = { ids: ['1', '2'], count: 3, flag: true };

  test('come by query, form, multipart or JSON alike', async () => {
    const url = '/api/sample/echo';
    const boundary = 'xx';
    const field = (name: string, value: string): string =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const ways: InjectOptions[] = [
      { query: { ids: '1,2', count: '3', flag: 'true' } },
      {
        payload: 'ids=1,2&count=3&flag=true',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      {
        payload: `${field('ids', '1,2')}${field('count', '3')}${field('flag', 'true')}--${boundary}--\r\n`,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      },
      { payload: { ids: ['1', '2'], count: 3, flag: true } },
      { query: { ids: '1,2' }, payload: { count: '3', flag: true, unknown: 1 } },
    ];
    for (const way of ways) {
      const { body } = await call(null, { method: 'POST', url, ...way });
      expect(body.data).toEqual(expected);
    }
  });

  test('that name a record come by the words of the clients’ family, too', async () => {
    const { body } = await post('writer', 'sample/samples/save', full);
    const { id } = body.data;
    const detail = (query: Record<string, string>) => get('writer', 'sample/samples/detail', query);
    expect((await detail({ businessId: id })).body.data.id).toBe(id);
    expect((await detail({ ids: id })).body.data.id).toBe(id);
    expect((await detail({ ids: `${id},${id}` })).body.msg).toBe('请求参数格式错误: id');
    for (const input of [{ businessId: id }, { ids: id }, { ids: [id] }]) {
      expect((await post('writer', 'sample/samples/copy', input)).status).toBe(200);
    }
    expect((await post('writer', 'sample/samples/remove', { id })).status).toBe(200);
  });

  test('that are missing or malformed are named', async () => {
    expect((await post(null, 'sample/echo', {})).body).toMatchObject({
      code: 400,
      msg: '缺少必要的请求参数: ids',
    });
    const { body } = await post(null, 'sample/echo', { ids: ['1'], count: 'many' });
    expect(body.data.errors).toEqual([{ path: 'count', message: '请求参数格式错误: count' }]);
  });

  test('that cannot be read at all are refused', async () => {
    const url = '/api/sample/echo';
    const json = { 'content-type': 'application/json' };
    const cases: [InjectOptions, number][] = [
      [{ payload: '{"ids": [', headers: json }, 400],
      [{ payload: '{"__proto__": {"x": 1}}', headers: json }, 400],
      [{ payload: '<x/>', headers: { 'content-type': 'text/xml' } }, 415],
      [{ payload: `"${'x'.repeat(5_000_000)}"`, headers: json }, 413],
      [{ payload: '', headers: json, query: { ids: '1' } }, 200],
    ];
    for (const [way, status] of cases) {
      const answer = await call(null, { method: 'POST', url, ...way });
      expect(answer.status).toBe(status);
      expect(answer.body.code).toBe(status);
    }
  });

  test('leave no server error behind, whatever they are', async () => {
    logged.length = 0;
    const hostile = [
      "' or 1=1 --",
      '"; drop table sample; --',
      '%',
      '\\',
      '\0',
      '\ud800',
      '=cmd()',
      '99999999999999999999',
      '9999999999999999999',
      '-1',
      '1e9',
      'null',
      '[]',
      '{}',
      '<script>',
      '一'.repeat(600),
    ];
    const keys = [
      'id',
      'title',
      'title_equal',
      'price_ge',
      'day_dategt',
      'moment_datele',
      'colour',
      'branches',
      'placeId',
      'count',
      'made_lt',
      'createUser',
      'auditStatus',
      'current',
      'size',
      'ascs',
      'descs',
      'view',
      'search',
      'done',
      'parts',
      'papers',
      'title; drop table sample',
      'constructor',
      '__proto__',
    ];
    for (const key of keys) {
      for (const value of hostile) {
        const { status, body } = await get('writer', 'sample/samples/list', { [key]: value });
        expect([200, 400], `${key}=${value} ${JSON.stringify(body)}`).toContain(status);
      }
    }
    for (const value of hostile) {
      for (const path of ['detail', 'history']) {
        const { status } = await get('writer', `sample/samples/${path}`, { id: value });
        expect([400, 403, 404], `${path} ${value}`).toContain(status);
      }
      const lookup = await get('writer', 'sample/places/lookup', { search: value });
      expect([200, 400]).toContain(lookup.status);
      for (const path of ['remove', 'recall', 'backDraft', 'abolish', 'copy', 'start-process']) {
        const { status } = await post('manager', `sample/samples/${path}`, {
          id: value,
          ids: value,
          businessId: value,
          reason: value,
        });
        expect([400, 403, 404], `${path} ${value}`).toContain(status);
      }
      for (const key of Object.keys(samples.fields)) {
        const { status, body } = await post('writer', 'sample/samples/save', {
          ...full,
          [key]: value,
        });
        expect([200, 400], `${key}=${value} ${JSON.stringify(body)}`).toContain(status);
      }
      for (const version of [value, [value], { a: value }]) {
        const { status } = await post('writer', 'sample/samples/save', { id: value, version });
        expect([400, 404]).toContain(status);
      }
    }
    expect(logged).toEqual([]);
  });
});

describe('lists', () => {
  test('understand the dialect’s suffixes', async () => {
    const rows = [
      { title: '筛 一', price: '1.00', day: '2024-03-01', count: 1, colour: 'r' },
      { title: '筛 二', price: '2.00', day: '2024-03-02', count: 2, colour: 'g' },
      { title: '筛 三', price: '3.00', day: '2024-03-03', colour: 'b', branches: ['11', '2'] },
    ];
    for (const row of rows) await post('writer', 'sample/samples/save', row);
    const titles = async (query: Record<string, string>): Promise<string> => {
      const { body } = await get('writer', 'sample/samples/list', {
        title: '筛',
        ascs: 'price',
        size: '100',
        ...query,
      });
      if (!body.success) return body.msg;
      return (body.data.records as { title: string }[]).map((row) => row.title[2]).join('');
    };
    expect(await titles({})).toBe('一二三');
    expect(await titles({ title_likeright: '筛 二' })).toBe('二');
    expect(await titles({ title_notlike: '二' })).toBe('一三');
    expect(await titles({ price_ge: '2' })).toBe('二三');
    expect(await titles({ price_lt: '2.00' })).toBe('一');
    expect(await titles({ colour: 'r,b' })).toBe('一三');
    expect(await titles({ colour_notequal: 'r' })).toBe('二三');
    expect(await titles({ branches: '2' })).toBe('三');
    expect(await titles({ day_dategt: '2024-03-02', day_datelt: '2024-03-02' })).toBe('二');
    expect(await titles({ day_datege: '2024-03-02' })).toBe('二三');
    expect(await titles({ count_null: '1' })).toBe('三');
    expect(await titles({ count_notnull: '1' })).toBe('一二');
    expect(await titles({ title_ignore: 'x', nonsense: 'x' })).toBe('一二三');
    expect(await titles({ createTime_dategt: '2099-01-01' })).toBe('');
    expect(await titles({ descs: 'price', ascs: '' })).toBe('三二一');
    expect(await titles({ price_ge: 'abc' })).toBe('请求参数格式错误: price_ge');
    expect(await titles({ day_datege: '2024-02-30' })).toBe('请求参数格式错误: day_datege');
    expect(await titles({ colour: 'x' })).toBe('请求参数格式错误: colour');
    expect(await titles({ made: '99999999999' })).toBe('请求参数格式错误: made');
    expect(await titles({ made_ge: '40000' })).toBe('请求参数格式错误: made_ge');
    expect(await titles({ count: '3000000000' })).toBe('请求参数格式错误: count');
    expect(await titles({ ratio_gt: '1000000000' })).toBe('请求参数格式错误: ratio_gt');
    expect(await titles({ view: 'constructor' })).toBe('请求参数格式错误: view');
    expect(await titles({ size: '0' })).toBe('请求参数格式错误: size');
  });

  test('know where a text begins and ends, whichever columns the search index holds', async () => {
    const place = await post('manager', 'sample/places/submit', {
      name: '山 Alpha',
      code: 'Hill-7',
    });
    expect(place.status, logged.join()).toBe(200);
    const found = async (query: Record<string, string>): Promise<number> =>
      (await get('writer', 'sample/places/list', query)).body.data.total;
    for (const [key, value, total] of [
      ['name_likeright', '山 al', 1],
      ['name_likeleft', 'ALPHA', 1],
      ['name_likeleft', '山', 0],
      ['code_likeright', 'hill', 1],
      ['code_likeright', '7', 0],
      ['code_likeleft', '-7', 1],
      ['code_like', 'ILL', 1],
    ] as const) {
      expect(await found({ [key]: value }), `${key}=${value}`).toBe(total);
    }
  });

  test('page with an exact total', async () => {
    const { body } = await get('writer', 'sample/samples/list', {
      title: '筛',
      size: '2',
      current: '2',
    });
    expect(body.data).toMatchObject({ total: 3, current: 2, size: 2, pages: 2 });
    expect(body.data.records).toHaveLength(1);
  });
});

test('a stale edit answers 409 with what changed', async () => {
  const { body } = await post('writer', 'sample/samples/save', full);
  const { id } = body.data;
  await post('writer', 'sample/samples/save', { id, version: 1, title: '新' });
  const stale = await post('writer', 'sample/samples/save', { id, version: 1, title: '旧' });
  expect(stale.status).toBe(409);
  // As any other answer prints a row: no nulls, names beside codes.
  expect(Object.values(stale.body.data.current)).not.toContain(null);
  expect(stale.body).toMatchObject({
    msg: '数据已被他人修改,请刷新后重试',
    data: {
      current: { version: 2, title: '新' },
      changed: [{ path: 'title', label: '题名', before: '样品', after: '新' }],
    },
  });
});

test('no word of the wire stands for “any version”', async () => {
  const { body } = await post('writer', 'sample/samples/save', full);
  const { id } = body.data;
  const missing = '缺少版本号 version，请刷新后重试';
  for (const [version, told] of [
    ...['any', 'any version', {}, 1.5].map((one) => [one, '请求参数格式错误: version']),
    ['', missing],
    [null, missing],
  ]) {
    const answer = await post('writer', 'sample/samples/save', { id, version, title: '新' });
    expect([version, answer.status, answer.body.msg]).toEqual([version, 400, told]);
  }
});

test('addresses and methods that are none of ours are told apart', async () => {
  expect((await get(null, 'nowhere')).body).toMatchObject({ code: 404, msg: '404 没找到请求' });
  expect((await get(null, 'sample/echo')).body).toMatchObject({
    code: 405,
    msg: '不支持当前请求方法',
  });
});

test('an address that cannot be read is told like every other fault, with the same headers', async () => {
  const answer = await server.inject({ method: 'GET', url: '/api/%zz' });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toEqual({
    code: 400,
    success: false,
    data: {},
    msg: '请求内容无法解析',
  });
  expect(answer.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
});

test('every answer carries the headers that keep a browser safe', async () => {
  for (const url of ['/api/nowhere', '/api/sample/failing', '/nowhere']) {
    const { headers } = await server.inject({ method: 'GET', url });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toBeDefined();
  }
});

test('the description names every call, in a document and on a page', async () => {
  const { body } = await get('writer', 'openapi.json');
  expect(body.openapi).toBe('3.1.0');
  expect(body.paths['/api/sample/samples/submit'].post.requestBody).toBeDefined();
  expect(body.paths['/api/sample/samples/start-audit']).toBeDefined();
  for (const path of ['openapi.json', 'docs']) {
    expect([path, (await get(null, path)).status]).toEqual([path, 401]);
  }
  const headers = { 'blade-auth': 'bearer writer' };
  const page = await server.inject({ method: 'GET', url: '/api/docs', headers });
  expect(page.headers['content-type']).toContain('text/html');
  expect(page.body).toContain('/api/sample/samples/list');
});

test('health is the one address that answers 503', async () => {
  const { status, body } = await get(null, 'keyan/health');
  expect([status, body.status]).toEqual([200, 'up']);
});
