import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { PhoneCodes } from '@keyan/engine/identity/phone-codes.ts';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestSystem, type TestSystem, testTenant } from '../../testing.ts';
import { smsEndpoints } from './sms.endpoints.server.ts';
import { TextMessages } from './sms.server.ts';
import { sms, smsUses } from './sms.ts';

/** Requests to Yunpian, and its answers. */
const asked: URLSearchParams[] = [];
let accepts = true;
const yunpian = createServer(async (request, answer) => {
  const body: Buffer[] = [];
  for await (const chunk of request) body.push(chunk as Buffer);
  asked.push(new URLSearchParams(Buffer.concat(body).toString()));
  answer.setHeader('content-type', 'application/json');
  answer.end(
    JSON.stringify(accepts ? { code: 0, msg: '发送成功' } : { code: 3, msg: '账户余额不足' }),
  );
});
await new Promise<void>((ready) => yunpian.listen(0, '127.0.0.1', ready));
const origin = `http://127.0.0.1:${(yunpian.address() as AddressInfo).port}`;

const secrets = new Secrets(Buffer.alloc(32, 9));
const log = pino({ level: 'silent' });
const made = new WeakMap<TestSystem, { texts: TextMessages; codes: PhoneCodes }>();
const parts = (system: TestSystem) => {
  const known = made.get(system);
  if (known) return known;
  const { database, ids, clock } = system.engine;
  const texts = new TextMessages({ database, ids, clock, log, secrets, yunpian: origin });
  const codes = new PhoneCodes({
    database,
    clock,
    log,
    secret: Buffer.alloc(32, 7),
    send: (tenantId, phone, code) =>
      texts.send(tenantId, { phones: [phone], params: { code }, use: smsUses.code }),
  });
  const both = { texts, codes };
  made.set(system, both);
  return both;
};

const system = await startTestSystem(
  (its) => {
    const { texts, codes } = parts(its);
    return smsEndpoints(texts, codes, its.identity);
  },
  {
    resources: [sms],
    secrets,
    phoneCodes: (its) => parts(its).codes,
  },
);
afterAll(async () => {
  await system.close();
  yunpian.close();
});
const { database, call } = system;
const admin = (await system.token('second')) ?? '';
const teacher = (await system.token('teacher')) ?? '';
const phone = '13800138000';
await database.query(`update users set phone = $1 where account = 'teacher'`, [phone]);

const path = 'blade-resource/sms';
const given = {
  category: '1',
  smsCode: 'code',
  templateId: '4096',
  accessKey: 'ak',
  secretKey: 'API-KEY-1',
  signName: '江陵大学',
};

beforeEach(() => {
  asked.length = 0;
  accepts = true;
  // The limits of a minute are over.
  system.pass(61_000);
});

/** The code of the last message. */
const sentCode = (): string =>
  new URLSearchParams(asked.at(-1)?.get('tpl_value') ?? '').get('#code#') ?? '';

const requestCode = async (number = phone): Promise<string> => {
  const answer = await call('POST', 'blade-auth/oauth/sms/send-validate', {
    body: { tenantId: testTenant, phone: number },
  });
  expect(answer.status).toBe(200);
  return String(answer.data.id);
};

const enter = (id: string, value: string, number = phone, grant = 'sms_code') =>
  call('POST', 'blade-auth/oauth/token', {
    body: { tenantId: testTenant, phone: number, id, value, grant_type: grant, scope: 'all' },
  });

test('the key of a service is sealed at rest and in the history, and never answered', async () => {
  const saved = await call('POST', `${path}/submit`, { token: admin, body: given });
  expect(saved.status).toBe(200);
  const { id } = saved.data;
  expect(JSON.stringify(saved.data)).not.toContain('API-KEY-1');
  const [stored] = await database.query<{ key: string; history: string }>(
    `select secret_key as key, (select string_agg(h::text, '') from history h
       where h.business_id = s.id) as history from sms_config s where id = $1`,
    [id],
  );
  expect(stored?.key).toMatch(/^sealed:/);
  expect(stored?.history).not.toContain('API-KEY-1');
  // Clients send the row back as they got it: the key stays.
  const { data: row } = await call('GET', `${path}/detail?id=${id}`, { token: admin });
  await call('POST', `${path}/submit`, { token: admin, body: { ...row, remark: '验证码' } });
  const [again] = await database.query<{ key: string }>(
    'select secret_key as key from sms_config where id = $1',
    [id],
  );
  expect(again?.key).toBe(stored?.key);
  expect((await call('GET', `${path}/list`, { token: teacher })).status).toBe(403);
  expect((await call('POST', `${path}/enable?id=${id}`, { token: teacher })).status).toBe(404);
  expect((await call('POST', `${path}/enable?id=${id}`, { token: admin })).status).toBe(200);
  const list = await call('GET', `${path}/list?category=1&status=2`, { token: admin });
  expect(list.data.records).toMatchObject([
    { smsCode: 'code', accessKey: 'ak', templateId: '4096', statusName: '启用' },
  ]);
});

test('administrators send messages; what the service refuses is said and logged with a masked number', async () => {
  const send = (query: Record<string, string>, token = admin) =>
    call('POST', `${path}/endpoint/send-message?${new URLSearchParams(query)}`, { token });
  const params = JSON.stringify({ name: '林 & 岚', code: 17 });
  expect((await send({ code: 'code', phones: phone, params })).status).toBe(200);
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    apikey: 'API-KEY-1',
    mobile: phone,
    tpl_id: '4096',
    tpl_value: new URLSearchParams({ '#name#': '林 & 岚', '#code#': '17' }).toString(),
  });
  expect(await send({ phones: '1380013800', params })).toMatchObject({
    status: 400,
    msg: '手机号码长度不是 11 位',
  });
  expect((await send({ phones: phone, params: '[1]' })).msg).toBe('参数须为 JSON 对象');
  expect((await send({ phones: phone, code: 'other' })).msg).toBe('没有启用的短信配置');
  expect((await send({ phones: phone }, teacher)).status).toBe(403);
  accepts = false;
  expect((await send({ phones: phone })).msg).toBe('短信服务未接受这条短信');
  const entries = await database.query<{ level: string; data: string }>(
    `select level, data from usual_log where log_id = 'sms' order by id`,
  );
  expect(entries).toEqual([
    { level: 'info', data: 'code 138****8000' },
    { level: 'error', data: 'code 138****8000 账户余额不足' },
  ]);
});

test('the holder of a phone signs in with the code, once', async () => {
  const id = await requestCode();
  await expect.poll(() => asked.length).toBe(1);
  const code = sentCode();
  expect(code).toMatch(/^\d{6}$/);
  const stored = JSON.stringify(await database.query('select * from sign_in_code'));
  expect(stored).not.toContain(code);
  expect(stored).not.toContain(phone);
  const entered = await enter(id, code);
  const { access_token: token } = JSON.parse(entered.raw.toString()) as { access_token: string };
  const who = await call('GET', 'blade-auth/oauth/user-info', { token });
  expect(who.data).toMatchObject({ account: 'teacher' });
  expect((await enter(id, code)).msg).toBe('验证码错误或已失效');
});

test('a code is good for five tries, five minutes, its phone, and until the next one', async () => {
  const tried = await requestCode();
  await expect.poll(() => asked.length).toBe(1);
  const code = sentCode();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect((await enter(tried, wrong)).status).toBe(400);
  }
  expect((await enter(tried, code)).status).toBe(400);

  system.pass(61_000);
  const late = await requestCode();
  await expect.poll(() => asked.length).toBe(2);
  const lateCode = sentCode();
  expect((await enter(late, lateCode, '13900139000')).status).toBe(400);
  system.pass(5 * 60_000);
  expect((await enter(late, lateCode)).status).toBe(400);

  const first = await requestCode();
  await expect.poll(() => asked.length).toBe(3);
  const firstCode = sentCode();
  system.pass(61_000);
  const second = await requestCode();
  await expect.poll(() => asked.length).toBe(4);
  expect((await enter(first, firstCode)).status).toBe(400);
  // The grant by its other name.
  expect((await enter(second, sentCode(), phone, 'phone')).status).toBe(200);
});

test('a phone without an account gets the same answer and no message; codes are rare', async () => {
  const stranger = '13700137000';
  expect(await requestCode(stranger)).toMatch(/^[\da-f-]{36}$/);
  const soon = await call('POST', 'blade-auth/oauth/sms/send-validate', {
    body: { tenantId: testTenant, phone: stranger },
  });
  expect(soon.status).toBe(429);
  const bad = await call('POST', 'blade-auth/oauth/sms/send-validate', {
    body: { tenantId: testTenant, phone: '' },
  });
  expect(bad).toMatchObject({ status: 400, msg: '手机号码不能为空' });
  for (let sent = 1; sent < 10; sent += 1) {
    system.pass(61_000);
    await requestCode(stranger);
  }
  system.pass(61_000);
  const eleventh = await call('POST', 'blade-auth/oauth/sms/send-validate', {
    body: { tenantId: testTenant, phone: stranger },
  });
  expect(eleventh.status).toBe(429);
  expect(asked).toEqual([]);
});
