import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Secrets } from '@keyan/engine/base/secrets.ts';
import { createMessages } from '@keyan/engine/messages/service.ts';
import { workOf } from '@keyan/engine/testing/work.ts';
import { pino } from 'pino';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestSystem, testTenant } from '../../testing.ts';
import { Im } from '../im/im.server.ts';
import { Mail } from '../mail/mail.server.ts';
import { TextMessages } from '../sms/sms.server.ts';
import { choiceEndpoints } from './choices.server.ts';
import { deliverMessages } from './deliver.server.ts';
import { pushEndpoints } from './push.endpoints.server.ts';
import { WebPush } from './push.server.ts';
import { serverKeys } from './push-crypto.server.ts';

interface Pushed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Pushes as a push service took them, and how it answers. */
const pushed: Pushed[] = [];
let status = 201;
const service = createServer((request, reply) => {
  void buffer(request).then((body) => {
    pushed.push({ path: request.url ?? '', headers: request.headers, body });
    reply.statusCode = status;
    reply.end();
  });
});
await new Promise<void>((ready) => service.listen(0, '127.0.0.1', ready));
const { port } = service.address() as AddressInfo;

const secrets = new Secrets(Buffer.alloc(32, 9));
const log = pino({ level: 'silent' });
const hosts = ['127.0.0.1'];
const system = await startTestSystem(
  () => [...choiceEndpoints, ...pushEndpoints({ publicKey: serverKeys(secrets).publicKey })],
  { secrets },
);
afterAll(async () => {
  await system.close();
  service.closeAllConnections();
  await new Promise((done) => service.close(done));
});
const { database, engine, call } = system;
const parts = { ...engine, log, secrets, hosts };
const job = deliverMessages({
  mail: new Mail(parts),
  texts: new TextMessages(parts),
  im: new Im(parts),
  push: new WebPush(parts),
  files: system.files,
});
const deliver = () => job.run(workOf(testTenant, {}), engine);
const [{ id: receiver } = { id: '' }] = await database.query<{ id: string }>(
  `select id::text from users where account = 'teacher'`,
);
const messages = createMessages({
  ids: engine.ids,
  clock: engine.clock,
  live: { announce: () => undefined, announceAll: () => undefined } as unknown as Parameters<
    typeof createMessages
  >[0]['live'],
});
const tell = (title: string) =>
  engine.database.transaction(testTenant, (tx) =>
    messages.send(tx, [
      {
        type: '01',
        title: [title, title],
        content: ['内容不出现在锁屏上', 'The content'],
        link: '/mywork/todo',
        to: [receiver],
      },
    ]),
  );

const browser = createECDH('prime256v1');
browser.generateKeys();
const auth = Buffer.alloc(16, 7);
const keys = { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') };
const at = (path: string, origin = `http://127.0.0.1:${port}`) => `${origin}/${path}`;
const tokenOf = async (account: string) => (await system.token(account)) ?? '';
const subscribe = async (endpoint: string, token: string) =>
  call('POST', 'keyan/message/push', { token, body: { endpoint, ...keys } });

/** Text of a push, as the browser reads it. */
const opened = ({ body }: Pushed): Record<string, string> => {
  const [salt, point] = [body.subarray(0, 16), body.subarray(21, 86)];
  const derive = (key: Buffer, from: Buffer, info: string | Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, from, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), point]);
  const secret = derive(browser.computeSecret(point), auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(body.subarray(-16));
  const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
  return JSON.parse(text.subarray(0, -1).toString());
};

const states = () =>
  database.query<{ state: string; reason: string | null }>(
    'select state, reason from message_delivery order by message_id',
  );
const subscriptions = () =>
  database.query<{ endpoint: string; user: string }>(
    'select endpoint, user_id::text as user from push_subscription order by id',
  );

let token = '';
beforeEach(async () => {
  pushed.length = 0;
  status = 201;
  await database.query('delete from message_delivery');
  await database.query('delete from push_subscription');
  token = await tokenOf('teacher');
  await call('POST', 'keyan/message/channels', {
    token,
    body: { chosen: [{ msgType: '01', channel: 'push' }] },
  });
});

test('a browser that switched it on gets the title alone, and only it can read it', async () => {
  expect((await subscribe(at('one'), token)).status).toBe(200);
  const { data } = await call('GET', 'keyan/message/channels', { token });
  expect(data).toMatchObject({ addresses: { push: '1' }, ready: ['push'] });
  await tell('论文待审核');
  expect(await deliver()).toEqual({ done: 1, left: 0 });
  const [one] = pushed;
  expect(one?.headers).toMatchObject({
    'content-encoding': 'aes128gcm',
    ttl: '86400',
    authorization: expect.stringMatching(/^vapid t=[\w-]+\.[\w-]+\.[\w-]{86}, k=[\w-]{87}$/),
  });
  expect(one && opened(one)).toEqual({
    title: '论文待审核',
    body: '点击查看',
    link: '/mywork/todo',
    tag: expect.any(String),
  });
  expect(one?.body.toString('latin1')).not.toContain('论文');
  expect(await states()).toMatchObject([{ state: 'sent' }]);
});

test.each([404, 410])(
  'a subscription that its service does not know (%i) is forgotten',
  async (gone) => {
    await subscribe(at('gone'), token);
    status = gone;
    await tell('无人收');
    await deliver();
    expect(await subscriptions()).toEqual([]);
    expect(await states()).toMatchObject([{ state: 'refused' }]);
    await tell('再发');
    pushed.length = 0;
    await deliver();
    expect(pushed).toEqual([]);
  },
);

test('a service that is busy is asked again later', async () => {
  await subscribe(at('busy'), token);
  status = 503;
  await tell('稍后');
  expect(await deliver()).toEqual({ done: 0, left: 1 });
  expect(await states()).toMatchObject([{ state: 'waiting' }]);
});

test('signing out of a browser ends its notifications', async () => {
  await subscribe(at('out'), token);
  await database.query(`update session set ended_at = now() where user_id = $1`, [receiver]);
  await tell('已退出');
  await deliver();
  expect(pushed).toEqual([]);
  expect(await subscriptions()).toEqual([]);
});

test('what was read or removed in the system is not shown any more', async () => {
  await subscribe(at('read'), token);
  await tell('已读');
  await database.query(`update message set status = '1' where receiver_id = $1`, [receiver]);
  await tell('已删');
  await database.query(`update message set is_deleted = 1 where title_zh = '已删'`);
  await deliver();
  expect(pushed).toEqual([]);
});

test('a browser is its last person’s, and nobody switches off another one’s', async () => {
  await subscribe(at('shared'), token);
  const other = await tokenOf('second');
  await subscribe(at('shared'), other);
  const [only, ...more] = await subscriptions();
  expect([only?.user === receiver, more.length]).toEqual([false, 0]);
  const known = async (who: string) =>
    (
      await call('POST', 'keyan/message/push/known', {
        token: who,
        body: { endpoint: at('shared') },
      })
    ).data.known;
  expect([await known(token), await known(other)]).toEqual([false, true]);
  await call('POST', 'keyan/message/push/remove', { token, body: { endpoint: at('shared') } });
  expect(await subscriptions()).toHaveLength(1);
  await call('POST', 'keyan/message/push/remove', {
    token: other,
    body: { endpoint: at('shared') },
  });
  expect(await subscriptions()).toEqual([]);
});

test('an address in a closed network is not called, and keys that are none are refused', async () => {
  await subscribe(at('inner', 'https://127.0.0.2'), token);
  await tell('内网');
  await deliver();
  expect(await subscriptions()).toEqual([]);
  const bad = await call('POST', 'keyan/message/push', {
    token,
    body: { endpoint: at('bad'), p256dh: 'A'.repeat(87), auth: keys.auth },
  });
  expect([bad.status, bad.msg]).toEqual([400, '浏览器给出的通知地址无效']);
});

test('one person has ten browsers at most', async () => {
  for (let one = 0; one < 12; one += 1) await subscribe(at(`many-${one}`), token);
  const kept = await subscriptions();
  expect(kept).toHaveLength(10);
  expect(kept.some(({ endpoint }) => endpoint.endsWith('many-11'))).toBe(true);
});
