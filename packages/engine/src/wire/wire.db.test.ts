import { afterAll, describe, expect, test } from 'vitest';
import { closedPolicy } from './headers.ts';
import { actors, fullSample, openWire } from './testing.ts';

const wire = await openWire();
const { call, get, post, server, logged, warned, failures } = wire;
afterAll(() => wire.close());

describe('the envelope', () => {
  test('carries data, names beside codes, and no nulls', async () => {
    const saved = await post('writer', 'sample/samples/save', { ...fullSample, branches: ['11'] });
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
    const { body } = await post('writer', 'sample/samples/save', fullSample);
    expect((await get('writer', 'sample/samples/list', { view: 'audit' })).status).toBe(403);
    for (const token of ['office', 'manager', 'alien']) {
      const found = await get(token, 'sample/samples/detail', { id: body.data.id });
      expect(found.status).toBe(404);
    }
  });

  test('is asked to wait when it calls too often', async () => {
    await get(null, 'sample/seldom');
    await get(null, 'sample/seldom');
    warned.length = 0;
    await get(null, 'sample/seldom');
    const { status, headers, body } = await get(null, 'sample/seldom');
    expect([status, body.code]).toEqual([429, 429]);
    // One line a minute tells of an address that goes on.
    expect(warned.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ msg: 'over a limit', ip: '127.0.0.1', path: '/api/sample/seldom' }),
    ]);
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
      ['ENOSPC', { code: 507, msg: '存储空间不足' }, 'DiskFull'],
      ['EDQUOT', { code: 507, msg: '存储空间不足' }, 'DiskFull'],
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

test('a stale edit answers 409 with what changed', async () => {
  const { body } = await post('writer', 'sample/samples/save', fullSample);
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
  const { body } = await post('writer', 'sample/samples/save', fullSample);
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

test('an address with a slash at its end and the head of an answer are those of the call', async () => {
  const own = { 'blade-auth': 'bearer writer' };
  const list = '/api/sample/samples/list';
  const plain = await server.inject({ url: list, headers: own });
  const slashed = await server.inject({ url: `${list}/`, headers: own });
  expect([slashed.statusCode, slashed.json()]).toEqual([200, plain.json()]);
  const head = await server.inject({ method: 'HEAD', url: list, headers: own });
  expect([head.statusCode, head.body]).toEqual([200, '']);
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
    ...closedPolicy('none'),
  });
});

test('every answer carries the headers that keep a browser safe', async () => {
  for (const url of ['/api/nowhere', '/api/sample/failing', '/nowhere']) {
    const { headers } = await server.inject({ method: 'GET', url });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-security-policy']).toMatch(
      /base-uri 'none'.*frame-ancestors|frame-ancestors.*base-uri 'none'/,
    );
  }
});

test('over TLS browsers are told to keep to it, and only cookies that came over it count', async () => {
  const over = async (proto: string, cookie: string) => {
    const headers = { 'x-forwarded-proto': proto, cookie };
    const answer = await server.inject({ url: '/api/sample/picture', headers });
    return [answer.statusCode, answer.headers['strict-transport-security']];
  };
  const kept = 'max-age=31536000; includeSubDomains';
  expect(await over('https', '__Host-pictures=writer')).toEqual([200, kept]);
  expect(await over('https', 'pictures=writer')).toEqual([401, kept]);
  expect(await over('http', 'pictures=writer')).toEqual([200, undefined]);
});

test('a method that no call has is answered like an address that is none of ours', async () => {
  for (const method of ['TRACE', 'PROPFIND', 'LOCK'] as const) {
    const answer = await server.inject({
      method,
      url: '/api/sample/list',
      headers: { 'x-echo': 'told' },
    });
    expect([404, 405]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('told');
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
